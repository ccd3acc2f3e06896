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
    let received: Buffer | null = null
    socket.setNoDelay(true)
    socket.once('connect', () => socket.write(options.request))
    socket.once('error', reject)
    socket.on('data', (chunk) => {
      received = received ? Buffer.concat([received, chunk]) : chunk
      if (!isComplete(received)) return
      if (!received.subarray(0, OK.length).equals(OK)) {
        return reject(new Error(`Unexpected answer: ${received.toString('latin1', 0, 600)}`))
      }
      received = null
      answers += 1
      if (performance.now() < options.until) socket.write(options.request)
      else {
        socket.destroy()
        resolve(answers)
      }
    })
  })
}

const OK = Buffer.from('HTTP/1.1 200')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** One answer, with a length or in chunks; the next request is sent only after it. */
function isComplete(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1]
  if (length !== undefined) return bytes.length - end - 4 >= Number(length)
  return bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
}
