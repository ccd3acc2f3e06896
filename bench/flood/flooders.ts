import { WebSocket } from 'ws'

// The flood, in a process of its own: opens sockets, floods, and counts what comes of it.

const SOCKETS = 1000
const SENDERS = 100
const MESSAGES = 40
const TOPIC = 'realtime:flood'
const JOIN = JSON.stringify(['1', '1', TOPIC, 'phx_join', { config: {} }])
/** The flood is over when nothing has come for so long, after something has. */
const SILENCE_MS = 1000

export type FloodReport =
  | { kind: 'opened' }
  | { kind: 'flooded'; seconds: number; deliveries: number; refused: number; closed: number }

const sockets: WebSocket[] = []
let deliveries = 0
let refused = 0
let closed = 0
let lastHeard = 0

const report = (message: FloodReport) => process.send?.(message)

function open(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    sockets.push(socket)
    socket.on('error', reject)
    socket.on('open', () => socket.send(JOIN))
    socket.on('close', () => {
      closed += 1
    })
    socket.on('message', (data, isBinary) => {
      lastHeard = performance.now()
      if (isBinary) {
        deliveries += 1
        return
      }
      const text = String(data)
      if (text.includes('"phx_reply",{"status":"ok"')) resolve()
      if (text.includes('Too many messages per second')) refused += 1
    })
  })
}

/** A user broadcast of protocol 2.0.0 with 2 kB. */
function frame(): Buffer {
  const fields = ['1', '', TOPIC, 'tick', ''].map((text) => Buffer.from(text))
  const body = JSON.stringify({ text: 'x'.repeat(2000) })
  return Buffer.concat([Buffer.from([3, ...fields.map((field) => field.length), 1]), ...fields, Buffer.from(body)])
}

process.on('message', async (command: { kind: 'open'; url: string } | { kind: 'flood' }) => {
  if (command.kind === 'open') {
    for (let at = 0; at < SOCKETS; at += 50) {
      await Promise.all(Array.from({ length: 50 }, () => open(command.url)))
    }
    report({ kind: 'opened' })
    return
  }
  const began = performance.now()
  lastHeard = Number.POSITIVE_INFINITY
  const bytes = frame()
  for (const socket of sockets.slice(0, SENDERS)) for (let sent = 0; sent < MESSAGES; sent++) socket.send(bytes)
  while (performance.now() - lastHeard < SILENCE_MS) await new Promise((resolve) => setTimeout(resolve, 50))
  report({ kind: 'flooded', seconds: (lastHeard - began) / 1000, deliveries, refused, closed })
})
