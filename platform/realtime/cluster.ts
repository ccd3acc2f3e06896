import type pg from 'pg'
import type { Log } from '../log.ts'
import { openClient } from '../postgres/open-pool.ts'
import { createChunker } from './chunks.ts'
import { createOutbox, NOTIFY_CHANNEL } from './cluster-outbox.ts'

const BEAT_MS = 5000
/** Three missed beats and a half: a process that is only busy is not declared dead. */
const SILENT_MS = 17_500
const RECONNECT_MS = 500

export interface ClusterHandlers {
  onMessage(node: string, message: unknown): void
  /** A process that must be told everything: it has just come, or we have just come back. */
  onPeer(node: string): void
  onPeerGone(node: string): void
}

export interface Cluster {
  /** Connects and greets the others. Messages come from now on. */
  start(): Promise<void>
  /** Sends to every other process of this database; nothing is sent while there is none. */
  send(message: object): void
  peers(): number
  close(): Promise<void>
}

/**
 * The processes on one database talk through NOTIFY: hello (answer me), here (the response), beat (still alive), bye,
 * and what the services say. A lone process sends nothing but its hello.
 */
export function createCluster(options: { ownerUrl: string; log: Log; handlers: ClusterHandlers }): Cluster {
  const { ownerUrl, log, handlers } = options
  const self = crypto.randomUUID().replaceAll('-', '').slice(0, 12)
  const chunker = createChunker(self)
  const peers = new Map<string, number>()
  let client: pg.Client | null = null
  const outbox = createOutbox({ client: () => client, log })
  let closed = false
  let reconnect: NodeJS.Timeout | undefined
  let beat: NodeJS.Timeout | undefined

  function put(kind: string, body: object | null) {
    outbox.put(chunker.split(JSON.stringify([kind, body])))
  }

  function receive(text: string) {
    const whole = chunker.join(text)
    if (!whole || whole.node === self) return
    const { node } = whole
    const [kind, body]: unknown[] = JSON.parse(whole.text)
    const known = peers.has(node)
    if (kind === 'bye') {
      lose(node)
      return
    }
    peers.set(node, performance.now())
    if (kind === 'hello') put('here', null)
    if (kind === 'hello' || !known) handlers.onPeer(node)
    if (kind === 'message') handlers.onMessage(node, body)
  }

  function lose(node: string) {
    if (!peers.delete(node)) return
    chunker.drop(node)
    handlers.onPeerGone(node)
  }

  async function connect() {
    const next = openClient({ connectionString: ownerUrl, application_name: 'realtime cluster', keepAlive: true })
    next.on('notification', ({ payload }) => {
      try {
        receive(payload ?? '')
      } catch (error) {
        log.warn({ err: error }, 'a message of another process could not be read')
      }
    })
    const lost = (error?: Error) => {
      if (client !== next || closed) return
      client = null
      log.warn({ err: error }, 'lost the way to the other processes; trying again')
      retry()
    }
    next.on('error', lost)
    next.on('end', lost)
    await next.connect()
    // Nothing of this has to survive a crash of the server, so its commits need not wait for the disk.
    await next.query(`set synchronous_commit = off; listen ${NOTIFY_CHANNEL}`)
    client = next
    put('hello', null)
    await outbox.settled()
  }

  function retry() {
    reconnect = setTimeout(() => {
      connect().catch(() => retry())
    }, RECONNECT_MS)
  }

  function keepTouch() {
    const now = performance.now()
    for (const [node, heard] of peers) if (now - heard > SILENT_MS) lose(node)
    if (peers.size > 0) put('beat', null)
  }

  return {
    async start() {
      await connect()
      beat = setInterval(keepTouch, BEAT_MS)
    },
    send(message) {
      if (peers.size > 0) put('message', message)
    },
    peers: () => peers.size,
    async close() {
      closed = true
      clearInterval(beat)
      clearTimeout(reconnect)
      put('bye', null)
      await outbox.settled()
      await client?.end()
    },
  }
}
