import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { Log } from '../log.ts'
import { createRateLimit, type RealtimeLimits } from './limits.ts'
import { decodeBinary, decodeText, encodeMessage, type Incoming, type Outgoing, type Vsn } from './serializer.ts'
import type { Write } from './write-batch.ts'

/** RFC 6455 §7.4.1 and the registry: policy violation, try again later. */
const POLICY_VIOLATION = 1008
/** A peer that does not read will not read the close frame either. */
const CLOSE_GRACE_MS = 2000

/** One websocket, seen from the channels on it. */
export interface Connection {
  readonly vsn: Vsn
  /** The token the socket was opened with; channels without one of their own use it. */
  readonly token: string
  /** The client's address, or its IPv6 network: whom limits count. */
  readonly network: string
  /** Writes a finished frame, or disconnects a client that has stopped reading. */
  send(frame: Buffer): void
  /** The same without waiting for what else comes in this turn: for frames that have been gathered already. */
  sendNow(frame: Buffer): void
  push(message: Outgoing): void
  disconnect(reason: string): void
  readonly open: boolean
}

export interface ConnectionOptions {
  ws: WebSocket
  /** The TCP side of the same socket: frames that many receive are written to it as they are. */
  socket: Duplex
  vsn: Vsn
  token: string
  network: string
  write: Write
  limits: RealtimeLimits
  log: Log
  /** Counts a message for the client's address; false when all its sockets together send too many. */
  withinAddressRate(): boolean
  onMessage(message: Incoming): void
  onClose(): void
}

export interface LiveConnection extends Connection {
  /** Closes the socket when nothing has come for too long. Called every few seconds. */
  closeIfIdle(now: number, channels: number): void
  end(reason: string): void
  /** Bytes that its client has not read yet. */
  readonly waitingBytes: number
  /** Ends a client that is too far behind. */
  dropSlowReader(): void
}

export function createConnection(options: ConnectionOptions): LiveConnection {
  const { ws, socket, write, vsn, token, network, limits, log } = options
  const withinRate = createRateLimit({ max: limits.maxMessagesPerSecond, windowMs: 1000 })
  let lastHeard = performance.now()
  let lastWithChannel = lastHeard

  function disconnect(reason: string, code = POLICY_VIOLATION) {
    if (ws.readyState === ws.CLOSED) return
    ws.close(code, reason)
    setTimeout(() => ws.terminate(), CLOSE_GRACE_MS).unref()
  }

  function mayWrite(): boolean {
    if (ws.readyState !== ws.OPEN) return false
    if (socket.writableLength <= limits.maxWaitingBytes) return true
    dropSlowReader()
    return false
  }

  function dropSlowReader() {
    log.warn({ waitingBytes: socket.writableLength }, 'a realtime client reads too slowly and was disconnected')
    disconnect('Too slow: more messages are waiting than this server keeps')
  }

  const connection: LiveConnection = {
    vsn,
    token,
    network,
    get waitingBytes() {
      return ws.readyState === ws.OPEN ? socket.writableLength : 0
    },
    dropSlowReader,
    get open() {
      return ws.readyState === ws.OPEN
    },
    send(frame) {
      if (mayWrite()) write(socket, frame)
    },
    sendNow(frame) {
      if (mayWrite()) socket.write(frame)
    },
    push: (message) => connection.send(encodeMessage(vsn, message)),
    disconnect,
    closeIfIdle(now, channels) {
      if (channels > 0) lastWithChannel = now
      if (now - lastHeard > limits.idleMs) disconnect('No heartbeat', 1000)
      else if (now - lastWithChannel > limits.withoutChannelMs) disconnect('No channel was joined', 1000)
    },
    end: (reason) => disconnect(reason, 1001),
  }

  ws.on('message', (data, isBinary) => {
    lastHeard = performance.now()
    if (!withinRate() || !options.withinAddressRate()) {
      disconnect('Too many messages per second')
      return
    }
    const message = isBinary ? decodeBinary(vsn, toBuffer(data)) : decodeText(vsn, toBuffer(data).toString('utf8'))
    if (message) options.onMessage(message)
  })
  ws.on('error', (error) => log.debug({ err: error }, 'a realtime socket failed'))
  ws.on('close', options.onClose)
  return connection
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
