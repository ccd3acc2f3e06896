import { connect } from 'node:net'

export interface LoadOptions {
  port: number
  headers: Record<string, string>
  connections: number
  durationMs: number
}

/**
 * Requests per second over kept-alive connections, each sending the next request when the last answer is complete.
 * Speaks just enough HTTP to cost less than what it measures: every answer has a length or is a 304.
 */
export async function measure({ port, headers, connections, durationMs }: LoadOptions): Promise<number> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join('')}\r\n`)
  const began = performance.now()
  const counts = await Promise.all(
    Array.from({ length: connections }, () => oneConnection({ port, request, until: began + durationMs })),
  )
  const seconds = (performance.now() - began) / 1000
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}

interface ConnectionOptions {
  port: number
  request: Buffer
  until: number
}

function oneConnection({ port, request, until }: ConnectionOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answers = 0
    let missing = 0
    let head = ''
    socket.setNoDelay(true)
    socket.once('connect', () => socket.write(request))
    socket.once('error', reject)
    socket.on('data', (chunk) => {
      if (missing > 0) missing -= chunk.length
      else {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        missing = bodyLength(head.slice(0, end)) - (head.length - end - 4)
        head = ''
      }
      if (missing > 0) return
      answers += 1
      if (performance.now() < until) socket.write(request)
      else {
        socket.destroy()
        resolve(answers)
      }
    })
  })
}

function bodyLength(head: string): number {
  if (head.startsWith('HTTP/1.1 304')) return 0
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`Unexpected answer: ${head.slice(0, 40)}`)
  const match = /content-length: (\d+)/i.exec(head)
  if (!match) throw new Error('The answer has no length.')
  return Number(match[1])
}
