import { WebSocket } from 'ws'

// The audience, in a process of its own: opens sockets, takes times, answers commands of its parent.

/** Milliseconds with fractions since 1970, fixed width, so that it is found without parsing a message. */
const CLOCK_DIGITS = 17
const clock = () => (performance.timeOrigin + performance.now()).toFixed(3).padStart(CLOCK_DIGITS, '0')
const MARK = Buffer.from('"t":"')

export type Command =
  | { kind: 'open'; url: string; count: number; joins: (string | null)[] }
  | { kind: 'expect'; messages: number }
  | { kind: 'send'; frame: string; times: number; everyMs: number }
  | { kind: 'close' }
export interface Figures {
  p50: number
  p99: number
  deliveries: number
  seconds: number
}
export type Report = { kind: 'opened' } | ({ kind: 'figures' } & Figures) | { kind: 'closed' } | { kind: 'expecting' }

let sockets: WebSocket[] = []
let latencies: number[] = []
let wanted = 0
let started = 0

const report = (message: Report) => process.send?.(message)

function take(data: Buffer) {
  const at = data.indexOf(MARK)
  if (at === -1) return
  const now = performance.timeOrigin + performance.now()
  const sent = Number(data.toString('latin1', at + MARK.length, at + MARK.length + CLOCK_DIGITS))
  if (latencies.length === 0) started = sent
  latencies.push(now - sent)
  if (latencies.length !== wanted) return
  latencies.sort((a, b) => a - b)
  const share = (part: number) => latencies[Math.floor((latencies.length - 1) * part)] ?? 0
  report({
    ...{ kind: 'figures', p50: share(0.5), p99: share(0.99), deliveries: latencies.length },
    seconds: (now - started) / 1000,
  })
}

/** Opens a socket and, where there is a join, waits until it is answered and changes flow. */
function open(url: string, join: string | null): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    const needsChanges = join?.includes('"postgres_changes":[{') ?? false
    socket.on('error', reject)
    socket.on('open', () => {
      if (join === null) resolve(socket)
      else socket.send(join)
    })
    socket.on('message', (data, isBinary) => {
      const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)
      take(bytes)
      if (isBinary || bytes.length > 400) return
      const text = bytes.toString()
      if (text.includes('"status":"error"')) reject(new Error(text))
      if (text.includes(needsChanges ? '"system"' : '"phx_reply"')) resolve(socket)
    })
  })
}

process.on('message', async (command: Command) => {
  if (command.kind === 'open') {
    for (let at = 0; at < command.count; at += 50) {
      const batch = Array.from({ length: Math.min(50, command.count - at) }, (_, index) =>
        open(command.url, command.joins[(at + index) % command.joins.length] ?? null),
      )
      sockets.push(...(await Promise.all(batch)))
    }
    report({ kind: 'opened' })
  } else if (command.kind === 'expect') {
    latencies = []
    wanted = command.messages * sockets.length
    report({ kind: 'expecting' })
  } else if (command.kind === 'close') {
    for (const socket of sockets) socket.terminate()
    sockets = []
    report({ kind: 'closed' })
  } else {
    // The speaker is the first socket; it does not hear itself.
    wanted -= command.times
    for (let i = 0; i < command.times; i++) {
      const frame = command.frame.replace('CLOCK'.padEnd(CLOCK_DIGITS, '_'), clock())
      sockets[0]?.send(Buffer.from(frame, 'latin1'))
      if (command.everyMs > 0) await new Promise((resolve) => setTimeout(resolve, command.everyMs))
    }
  }
})
