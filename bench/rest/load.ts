import { connect } from 'node:net'

export interface LoadOptions {
  port: number
  path: string
  connections: number
  durationMs: number
}

/** Answers per second over kept-alive connections; speaks just enough HTTP to cost less than what it measures. */
export async function measure({ port, path, connections, durationMs }: LoadOptions): Promise<number> {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: application/json\r\n\r\n`)
  const began = performance.now()
  const until = began + durationMs
  const counts = await Promise.all(Array.from({ length: connections }, () => oneConnection({ port, request, until })))
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - began) / 1000)
}

function oneConnection(options: { port: number; request: Buffer; until: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(options.port, '127.0.0.1')
    let answers = 0
    let received = ''
    socket.setNoDelay(true)
    socket.once('connect', () => socket.write(options.request))
    socket.once('error', reject)
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (!isComplete(received)) return
      if (!received.startsWith('HTTP/1.1 200')) return reject(new Error(`Unexpected answer: ${received.slice(0, 600)}`))
      received = ''
      answers += 1
      if (performance.now() < options.until) socket.write(options.request)
      else {
        socket.destroy()
        resolve(answers)
      }
    })
  })
}

/** One answer, with a length or in chunks; the next request is sent only after it. */
function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /content-length: (\d+)/i.exec(text.slice(0, end))?.[1]
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length - end - 4 >= Number(length)
}
