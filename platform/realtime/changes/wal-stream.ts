import pg from 'pg'
import { outageOf } from '../../kernel/unavailable.ts'
import type { Log } from '../../log.ts'
import type { Relation } from './pgoutput.ts'
import { replicationClient } from './replication-client.ts'
import { checkServer, StreamUnavailableError } from './server-check.ts'
import { createSlot, createSlotJanitor, dropSlot } from './slots.ts'
import { createWalQueue, type WalChange, type WalQueue } from './wal-queue.ts'
import { readSlot } from './wal-session.ts'

export interface WalStreamOptions {
  ownerUrl: string
  pool: pg.Pool
  log: Log
  /** Whether anybody listens to this relation; the others' rows are not even read. */
  wants(relation: Relation): boolean
  /** How many subscribers a change is looked at for. */
  audience(change: WalChange): number
  /** Works off a few changes, in commit order. The next come when it has resolved. */
  deliver(changes: WalChange[]): Promise<void>
  /** What has become of a stream that was live. */
  onState(state: StreamState): void
  /** These changes were given up: delivering them fails whenever it is tried. */
  onGivenUp(changes: WalChange[]): void
}

/**
 * `interrupted`: no change comes until further notice, but none is lost. `resumed`: they come again, beginning with
 * those of the interruption. `gap`: they come again, but some were missed, because the server had given up the slot.
 */
export type StreamState = 'interrupted' | 'resumed' | 'gap'

const JANITOR_MS = 60_000
const RETRY_MS = 250
/** The embedded database is back within two to five seconds. */
const MAX_RETRY_MS = 2000
/** A missing setting is not mended in a second. */
const UNAVAILABLE_RETRY_MS = 10_000

/**
 * Reads committed changes from a replication slot of its own. The slot outlives a lost connection, so nothing that
 * is committed while the process lives is missed; it is dropped when nobody listens any more.
 */
export class WalStream {
  readonly #options: WalStreamOptions
  readonly #queue: WalQueue
  readonly #dropOrphans: () => Promise<void>
  #running: Promise<void> | null = null
  #stopping = false
  #closing: Promise<void> | null = null
  #isLive = false
  #live = waiting()
  #unavailable: Error | null = null
  #slot: string | null = null
  #client: pg.Client | null = null
  /** What listeners are told when the stream is back; null while there is nothing to tell. */
  #untold: 'resumed' | 'gap' | null = null
  #hasBeenLive = false
  #retryMs = RETRY_MS
  #wake = () => {}

  constructor(options: WalStreamOptions) {
    const { pool, log, deliver, audience, onGivenUp } = options
    this.#options = options
    this.#queue = createWalQueue({
      ...{ log, deliver, audience, onGivenUp },
      isTemporary: (error) => outageOf(error) !== null,
    })
    this.#dropOrphans = createSlotJanitor(pool, log)
  }

  start(): void {
    // Wanted again while it is being stopped: what is under way is finished first.
    if (this.#closing) void this.#closing.then(() => this.start())
    else this.#running ??= this.#run()
  }

  /** Resolves when every change that is committed from now on will be read; rejects with what is in the way. */
  async live(): Promise<void> {
    await this.#closing
    this.start()
    if (this.#isLive) return
    if (this.#unavailable instanceof StreamUnavailableError) throw this.#unavailable
    await this.#live.promise
  }

  stop(): Promise<void> {
    this.#closing ??= this.#stopRunning().finally(() => {
      this.#closing = null
      this.#stopping = false
    })
    return this.#closing
  }

  async #run() {
    while (!this.#stopping) {
      try {
        await this.#session()
      } catch (error) {
        if (!this.#stopping) await this.#interrupted(error instanceof Error ? error : new Error(String(error)))
      }
    }
  }

  /** One connection, from its start to its loss. */
  async #session() {
    const { ownerUrl, pool, log, wants } = this.#options
    await checkServer(pool)
    await this.#dropOrphans()
    if (this.#stopping) return
    const client = replicationClient(ownerUrl)
    this.#client = client
    client.on('error', () => {}) // what is under way on it fails with the reason
    const janitor = setInterval(() => void this.#dropOrphans().catch(() => {}), JANITOR_MS)
    try {
      await client.connect()
      await this.#queue.settled()
      if (!this.#slot) {
        this.#slot = await createSlot(client, { ownerUrl, log })
        this.#queue.startOver()
      }
      await readSlot({ client, slot: this.#slot, queue: this.#queue, wants, onLive: () => this.#becomeLive() })
    } finally {
      this.#isLive = false
      this.#client = null
      clearInterval(janitor)
      client.connection.stream.destroy()
    }
  }

  #becomeLive() {
    this.#isLive = true
    this.#hasBeenLive = true
    this.#unavailable = null
    this.#retryMs = RETRY_MS
    this.#live.resolve()
    this.#live = waiting()
    if (this.#untold) this.#options.onState(this.#untold)
    this.#untold = null
  }

  async #interrupted(reason: Error) {
    const { log, ownerUrl, onState } = this.#options
    log.warn({ err: reason }, 'the stream of database changes is interrupted; trying again')
    if (this.#hasBeenLive && !this.#untold) {
      this.#untold = 'resumed'
      onState('interrupted')
    }
    if (isLostSlot(reason) && this.#slot) {
      await dropSlot(this.#slot, { ownerUrl, log })
      this.#slot = null
      if (this.#hasBeenLive) this.#untold = 'gap'
    }
    this.#unavailable = reason
    this.#live.reject(reason)
    this.#live = waiting()
    await this.#pause(reason instanceof StreamUnavailableError ? UNAVAILABLE_RETRY_MS : this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS)
  }

  #pause(ms: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #stopRunning() {
    const { log, ownerUrl } = this.#options
    this.#stopping = true
    this.#wake()
    this.#client?.connection.stream.destroy()
    await this.#running
    await this.#queue.settled()
    this.#running = null
    this.#unavailable = null
    this.#untold = null
    this.#hasBeenLive = false
    this.#live.reject(new Error('the stream of database changes was stopped'))
    this.#live = waiting()
    if (this.#slot) await dropSlot(this.#slot, { ownerUrl, log })
    this.#slot = null
  }
}

/** Nobody may be waiting when it is rejected. */
function waiting() {
  const result = Promise.withResolvers<void>()
  result.promise.catch(() => {})
  return result
}

/**
 * The slot does not exist any more (42704), or the server has given up what it held back for it (55000), because too
 * much had gathered.
 */
function isLostSlot(error: Error): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === '42704' || (error.code === '55000' && error.message.includes('replication slot'))
}
