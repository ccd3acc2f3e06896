import { createServer } from 'node:net'
import { listen } from '../support/listen.ts'

export interface SmtpServer {
  port: number
  /** Messages as they arrived: headers, an empty line, the body. */
  mails: { to: string; raw: string }[]
  /** Answers the next messages with a temporary failure. */
  refuse(times: number): void
  close(): Promise<void>
}

/** The part of RFC 5321 that a client needs to hand over mail. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: SmtpServer['mails'] = []
  let refusals = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    let to = ''
    let body: string[] | null = null
    let rest = ''
    socket.write('220 mail.test ready\r\n')
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (body && line === '.') {
          const refused = refusals > 0
          if (refused) refusals--
          else mails.push({ to, raw: body.join('\r\n') })
          body = null
          socket.write(refused ? '451 try again later\r\n' : '250 taken\r\n')
        } else if (body) {
          body.push(line.replace(/^\.\./, '.'))
        } else if (/^DATA/i.test(line)) {
          body = []
          socket.write('354 go on\r\n')
        } else if (/^QUIT/i.test(line)) {
          socket.end('221 bye\r\n')
        } else {
          if (/^RCPT TO:/i.test(line)) to = /<([^>]+)>/.exec(line)?.[1] ?? ''
          socket.write('250 fine\r\n')
        }
      }
    })
  })
  const { port, close } = await listen(server)
  return {
    port,
    mails,
    refuse(times) {
      refusals = times
    },
    close,
  }
}
