import { connect, Socket } from 'node:net'
import pg from 'pg'

/** How often the connections are looked at. Silence is counted in looks, so a process that was busy itself is no sign. */
const LOOK_MS = 100
/** Looks without a byte, while somebody waits, after which the server is asked whether it is there. */
const ASK_AFTER = 2
/** Looks after which it is away: whoever waits is told within a second, and a starved server has most of that to say one byte. */
const AWAY_AFTER = 7
/** The same where no visitor waits: sessions that only listen are lost in silence too, and their changes with them. */
const IDLE_LOOKS = 50
/** There nobody is in haste, and starts and imports, which are lost with their session, may keep the server busy. */
const IDLE_AWAY_AFTER = 20
/** While it is away, it is asked this often on behalf of everybody. */
const ASK_AGAIN_EVERY = 5

/** Its length and the code that asks for TLS: every postmaster answers it with one byte, before it knows who asks. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** What a network says of a machine that it cannot reach. Any other refusal comes from somebody who is there. */
const GONE = new Set(['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ETIMEDOUT'])

type Server = { host: string; port: number } | { path: string }

interface ServerWatch {
  /** pg's option `stream`: a connection that is ended when the server falls silent, and refused while it is. */
  stream: () => Socket
  /** Somebody waits for the server while a connection of this pool is on loan. */
  add(pool: pg.Pool): void
}

/**
 * A server that is stopped refuses connections. One whose machine or network is gone says nothing at all, and whoever
 * waits for it would do so for as long as the system retransmits. A statement may take long, so a silent connection is no
 * sign of that; but when nothing was heard on any connection, the server itself is asked. Without a word it is away: all
 * its connections are ended, and new ones are refused at once until it speaks again.
 */
function createServerWatch(server: Server): ServerWatch {
  const pools = new Set<pg.Pool>()
  /** With the bytes that were read from each. */
  const sockets = new Map<Socket, number>()
  let timer: NodeJS.Timeout | null = null
  let question: Socket | null = null
  let isAway = false
  let quietLooks = 0
  let idleLooks = 0

  function look() {
    for (const pool of pools) if (pool.ending) pools.delete(pool)
    if (sockets.size === 0 && (pools.size === 0 || !isAway)) return stop()
    if (isAway) {
      quietLooks += 1
      if (quietLooks % ASK_AGAIN_EVERY === 0) ask()
      return
    }
    if (hasSpoken()) return noteWord()
    const isWaitedFor = isAnyoneWaiting()
    if (!isWaitedFor) {
      idleLooks += 1
      if (idleLooks < IDLE_LOOKS) {
        quietLooks = 0
        return
      }
    }
    quietLooks += 1
    if (quietLooks === ASK_AFTER) ask()
    if (quietLooks >= (isWaitedFor ? AWAY_AFTER : IDLE_AWAY_AFTER)) fallSilent()
  }

  function hasSpoken(): boolean {
    let spoken = false
    for (const [socket, known] of sockets) {
      if (socket.bytesRead === known) continue
      sockets.set(socket, socket.bytesRead)
      spoken = true
    }
    return spoken
  }

  function isAnyoneWaiting(): boolean {
    for (const pool of pools) if (pool.totalCount > pool.idleCount) return true
    // Sessions without a pool wait while they connect.
    for (const read of sockets.values()) if (read === 0) return true
    return false
  }

  function noteWord() {
    question?.destroy()
    question = null
    isAway = false
    quietLooks = 0
    idleLooks = 0
  }

  function ask() {
    question?.destroy()
    const socket = connect(server)
    question = socket
    socket.unref()
    socket.once('connect', () => socket.write(SSL_REQUEST))
    const note = () => question === socket && noteWord()
    socket.once('data', note).once('end', note)
    socket.on('error', (error: NodeJS.ErrnoException) => GONE.has(error.code ?? '') || note())
  }

  function fallSilent() {
    isAway = true
    quietLooks = 0
    for (const socket of sockets.keys()) socket.destroy(silence())
  }

  function stop() {
    question?.destroy()
    if (timer) clearInterval(timer)
    timer = null
    isAway = false
  }

  return {
    stream() {
      if (isAway) return refusedSocket()
      const socket = new Socket()
      sockets.set(socket, 0)
      // pg tells its user by events of its own; a session that has none left must not end the process.
      socket.on('error', () => {}).once('close', () => sockets.delete(socket))
      timer ??= setInterval(look, LOOK_MS).unref()
      return socket
    },
    add: (pool) => pools.add(pool),
  }
}

/** Refuses to connect as a real one does: after the call, by an error. */
function refusedSocket(): Socket {
  const socket = new Socket()
  const refuse = () => {
    process.nextTick(() => socket.destroy(silence()))
    return socket
  }
  return Object.assign(socket, { connect: refuse })
}

const silence = () => Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' })

/** Whether a server is there is one fact for the whole process. */
const watches = new Map<string, ServerWatch>()

/** The watch over the server that a connection string or pg's other settings lead to. */
export function watchOf(config: pg.ClientConfig): ServerWatch {
  // Without the stream of a watch that it may have been given: nobody would ever connect it.
  const { host, port } = new pg.Client({ ...config, stream: undefined })
  const server = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const name = `${host}:${port}`
  const watch = watches.get(name) ?? createServerWatch(server)
  watches.set(name, watch)
  return watch
}
