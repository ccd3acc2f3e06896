import { connect } from 'node:net'

// The crowd, in a process of its own: every client searches for something else, and asks again as soon as it is answered.

export interface CrowdReport {
  /** Milliseconds, sorted. */
  served: number[]
  refused: number[]
  seconds: number
}

const WORDS = ['silk', 'dress', 'lamp', 'serum', 'gold', 'linen', 'rose', 'bag', 'velvet', 'boots', 'candle', 'blue']
const HEAD_END = '\r\n\r\n'

const [port = 0, clients = 0, seconds = 0] = process.argv.slice(2).map(Number)
const report: CrowdReport = { served: [], refused: [], seconds: 0 }
const began = performance.now()
const until = began + seconds * 1000
let asked = 0

await Promise.all(Array.from({ length: clients }, oneClient))
report.served.sort((a, b) => a - b)
report.refused.sort((a, b) => a - b)
report.seconds = (performance.now() - began) / 1000
// Not before it is sent: a large report takes several turns.
process.send?.(report, () => process.disconnect?.())

function oneClient(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let askedAt = 0
    let missing = 0
    let status = 0
    const ask = () => {
      asked += 1
      askedAt = performance.now()
      const query = `${WORDS[asked % WORDS.length]}+${process.pid}x${asked}`
      socket.write(`GET /search?q=${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: br\r\n\r\n`)
    }
    socket.once('connect', ask)
    socket.on('data', (bytes) => {
      if (missing === 0) {
        const end = bytes.indexOf(HEAD_END)
        const head = bytes.toString('latin1', 0, end)
        status = Number(head.slice(9, 12))
        const length = /content-length: (\d+)/i.exec(head)?.[1]
        if (end < 0 || length === undefined) return reject(new Error(`Unexpected response: ${head}`))
        missing = Number(length) + end + HEAD_END.length
      }
      missing -= bytes.length
      if (missing > 0) return
      const kind = status === 200 ? report.served : report.refused
      kind.push(performance.now() - askedAt)
      if (performance.now() < until) return ask()
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })
}
