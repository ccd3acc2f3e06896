import { connect } from 'node:net'

export interface LoadOptions {
  port: number
  path: string
  headers: Record<string, string>
  connections: number
  durationMs: number
}

/**
 * Answers per second over kept-alive connections, each asking again when its answer is complete. Speaks just enough
 * HTTP to cost less than what it measures: 200 with a length or in chunks, and 304.
 */
export async function measure({ port, path, headers, connections, durationMs }: LoadOptions): Promise<number> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join('')}\r\n`)
  const began = performance.now()
  const until = began + durationMs
  const counts = await Promise.all(Array.from({ length: connections }, () => oneConnection({ port, request, until })))
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - began) / 1000)
}

/** Read into by every connection in turn: a new one for each read would cost more than the answer. */
const incoming = Buffer.alloc(64 * 1024)

function oneConnection(options: { port: number; request: Buffer; until: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    let answers = 0
    const answer = createAnswer()
    const take = (length: number) => {
      if (!answer.isComplete(incoming.subarray(0, length))) return true
      answers += 1
      if (performance.now() < options.until) return socket.write(options.request)
      socket.destroy()
      resolve(answers)
      return false
    }
    const socket = connect({
      port: options.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: incoming,
        callback(length) {
          try {
            take(length)
          } catch (error) {
            socket.destroy()
            reject(error)
          }
          return true
        },
      },
    })
    socket.once('connect', () => socket.write(options.request))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The server closed a connection.')))
  })
}

const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** Follows one answer after the other on a connection. The first read of each holds its whole header. */
function createAnswer() {
  /** Bytes still to come; Infinity while chunks come, 0 between answers. */
  let missing = 0
  let tail = Buffer.alloc(0)

  function begin(bytes: Buffer): number {
    const end = bytes.indexOf(HEAD_END)
    const head = bytes.toString('latin1', 0, end < 0 ? 600 : end)
    if (end < 0) throw new Error(`A header did not arrive at once: ${head}`)
    if (head.startsWith('HTTP/1.1 304')) return 0
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(`Unexpected answer: ${head}`)
    const length = /content-length: (\d+)/i.exec(head)?.[1]
    return length === undefined ? Number.POSITIVE_INFINITY : Number(length) - (bytes.length - end - HEAD_END.length)
  }

  return {
    isComplete(bytes: Buffer): boolean {
      missing = missing === 0 ? begin(bytes) : missing - bytes.length
      if (missing !== Number.POSITIVE_INFINITY) return missing <= 0
      tail = Buffer.concat([tail, bytes]).subarray(-LAST_CHUNK.length)
      if (!tail.equals(LAST_CHUNK)) return false
      missing = 0
      tail = Buffer.alloc(0)
      return true
    },
  }
}
