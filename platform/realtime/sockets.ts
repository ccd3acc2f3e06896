import type { IncomingMessage } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { bearerToken } from '../kernel/bearer.ts'
import { networkOf } from '../kernel/client-address.ts'
import type { Call } from '../kernel/service.ts'
import type { Channel } from './channel.ts'
import { createConnection, type LiveConnection } from './connection.ts'
import type { RealtimeCore } from './core.ts'
import { createDispatch } from './dispatch.ts'
import { TokenError } from './errors.ts'
import { createRateLimit } from './limits.ts'
import { readToken } from './read-token.ts'
import type { Vsn } from './serializer.ts'
import { createBuckets } from './token-bucket.ts'
import { createWriteBatch } from './write-batch.ts'

const IDLE_CHECK_MS = 5000
/** Often enough that little can gather in between: what is sent on in a second is bounded too. */
const SLOW_READERS_MS = 500
/** Room for a frame's header fields and a JSON envelope around the largest payload. */
const ENVELOPE_BYTES = 64 * 1024

/** The websocket side: handshakes, sockets and which channels are on each. */
export function createSockets(core: RealtimeCore) {
  const { context, limits } = core
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.maxPayloadBytes + ENVELOPE_BYTES,
    // Compressing a broadcast for each receiver costs more than the bytes it saves.
    perMessageDeflate: false,
    skipUTF8Validation: false,
  })
  const write = createWriteBatch()
  const connections = new Map<LiveConnection, Map<string, Channel>>()
  const perNetwork = new Map<string, number>()
  const messages = createBuckets({
    ...{ perSecond: limits.messagesPerSecondPerAddress, burst: 2 * limits.messagesPerSecondPerAddress },
  })
  const dispatch = createDispatch(core)
  const idleCheck = setInterval(() => {
    const now = performance.now()
    for (const [connection, channels] of connections) connection.closeIfIdle(now, channels.size)
  }, IDLE_CHECK_MS)
  const slowReaders = setInterval(
    () => dropSlowReaders([...connections.keys()], limits.maxWaitingBytesAltogether),
    SLOW_READERS_MS,
  )

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, call: Call) {
    const url = new URL(request.url ?? '/', 'http://realtime')
    if (!['/websocket', '/socket/websocket'].includes(url.pathname)) return refuse(socket, 404, 'Not found')
    const vsn = protocolVersion(url.searchParams.get('vsn'))
    if (!vsn) return refuse(socket, 400, 'Unknown vsn: use 1.0.0 or 2.0.0')
    if (connections.size >= limits.maxConnections) return refuse(socket, 429, 'Too many connected users')
    const network = networkOf(call.clientAddress)
    if ((perNetwork.get(network) ?? 0) >= limits.maxConnectionsPerAddress) {
      return refuse(socket, 429, 'Too many connections from this address')
    }
    const token = url.searchParams.get('apikey') ?? bearerToken(request.headers.authorization) ?? ''
    try {
      await readToken(context, token)
    } catch (error) {
      if (error instanceof TokenError) return refuse(socket, 401, error.message)
      throw error
    }
    server.handleUpgrade(request, socket, head, (ws) => {
      const channels = new Map<string, Channel>()
      const withinJoinRate = createRateLimit({ max: limits.maxJoinsPerSecond, windowMs: 1000 })
      const connection: LiveConnection = createConnection({
        ...{ ws, socket, write, vsn, token, network, limits, log: context.log },
        withinAddressRate: () => messages.of(network).takeOne(),
        onMessage: (message) => dispatch({ connection, channels, withinJoinRate }, message),
        onClose() {
          connections.delete(connection)
          leave(network)
          for (const channel of [...channels.values()]) channel.drop()
        },
      })
      connections.set(connection, channels)
      perNetwork.set(network, (perNetwork.get(network) ?? 0) + 1)
    })
  }

  function leave(network: string) {
    const left = (perNetwork.get(network) ?? 1) - 1
    if (left > 0) perNetwork.set(network, left)
    else perNetwork.delete(network)
  }

  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, call: Call) {
      upgrade(request, socket, head, call).catch((error: unknown) => {
        context.log.error({ err: error }, 'a realtime handshake failed')
        refuse(socket, 503, 'Realtime is not available, try again')
      })
    },
    close() {
      clearInterval(idleCheck)
      clearInterval(slowReaders)
      for (const connection of connections.keys()) connection.end('Realtime is restarting, please standby')
      server.close()
    },
  }
}

/** Ends those furthest behind until what the others have not read fits. */
function dropSlowReaders(connections: LiveConnection[], maxBytes: number) {
  let waiting = connections.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0)
  if (waiting <= maxBytes) return
  for (const connection of connections.toSorted((a, b) => b.waitingBytes - a.waitingBytes)) {
    if (waiting <= maxBytes) return
    waiting -= connection.waitingBytes
    connection.dropSlowReader()
  }
}

/** Clients before 2.0.0 name no version, or 1.0.0. */
function protocolVersion(vsn: string | null): Vsn | null {
  if (vsn === null || vsn === '1.0.0') return '1.0.0'
  return vsn === '2.0.0' ? vsn : null
}

function refuse(socket: Duplex, status: number, error: string) {
  const body = JSON.stringify({ error })
  socket.on('error', () => {}) // the peer may be gone already, which is as good as told
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
