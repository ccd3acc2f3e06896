import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { listen } from '../support/listen.ts'

export interface SmtpServer {
  port: number
  /** Messages as they arrived: headers, an empty line, the body. */
  mails: { to: string; raw: string }[]
  /** Answers the next messages with a temporary failure. */
  refuse(times: number): void
  close(): Promise<void>
}

export interface SmtpOptions {
  /** Asks for this login (RFC 4954, AUTH PLAIN) before it takes a mail. */
  login?: { user: string; password: string }
  /** Offers STARTTLS with this certificate, or speaks TLS from the first byte. */
  tls?: { key: string; cert: string; atOnce?: boolean }
}

/** The part of RFC 5321 that a client needs to hand over mail. */
export async function startSmtpServer(options: SmtpOptions = {}): Promise<SmtpServer> {
  const mails: SmtpServer['mails'] = []
  const state = { refusals: 0 }
  const take = (to: string, raw: string) => {
    const refused = state.refusals > 0
    if (refused) state.refusals--
    else mails.push({ to, raw })
    return refused ? '451 try again later' : '250 taken'
  }
  const server = createServer((socket) => {
    const { tls } = options
    const plain = tls?.atOnce ? secured(socket, tls) : socket
    plain.on('error', () => {})
    plain.write('220 mail.test ready\r\n')
    converse(plain, { options, take, offersTls: tls !== undefined && !tls.atOnce })
  })
  const { port, close } = await listen(server)
  return {
    port,
    mails,
    refuse(times) {
      state.refusals = times
    },
    close,
  }
}

function secured(socket: Socket, { key, cert }: { key: string; cert: string }): TLSSocket {
  socket.on('error', () => {})
  return new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert }) })
}

interface Conversation {
  options: SmtpOptions
  take: (to: string, raw: string) => string
  offersTls: boolean
}

function converse(socket: Socket, { options, take, offersTls }: Conversation) {
  const { login, tls } = options
  let to = ''
  let body: string[] | null = null
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  const answer = (line: string) => {
    if (body && line === '.') {
      say(take(to, body.join('\r\n')))
      body = null
    } else if (body) body.push(line.replace(/^\.\./, '.'))
    else if (/^EHLO/i.test(line)) {
      const offers = ['mail.test', ...(offersTls ? ['STARTTLS'] : []), ...(login ? ['AUTH PLAIN'] : [])]
      for (const [place, offer] of offers.entries()) say(`250${place === offers.length - 1 ? ' ' : '-'}${offer}`)
    } else if (/^STARTTLS/i.test(line) && tls) {
      say('220 go on')
      socket.removeAllListeners('data')
      const safe = secured(socket, tls)
      safe.on('error', () => {})
      converse(safe, { options, take, offersTls: false })
    } else if (/^AUTH PLAIN /i.test(line) && login) {
      const given = Buffer.from(line.slice(11), 'base64').toString()
      say(given === `\0${login.user}\0${login.password}` ? '235 welcome' : '535 authentication failed')
    } else if (/^DATA/i.test(line)) {
      body = []
      say('354 go on')
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
    else {
      if (/^RCPT TO:/i.test(line)) to = /<([^>]+)>/.exec(line)?.[1] ?? ''
      say('250 fine')
    }
  }
  socket.on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) answer(line)
  })
}
