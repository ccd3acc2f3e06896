import { setImmediate } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { ChangeKind, Relation, TuplePair } from './pgoutput.ts'
import { createWalProgress, type WalPosition } from './wal-progress.ts'

/** One committed change of a row. */
export interface WalChange extends TuplePair {
  kind: ChangeKind
  relation: Relation
  commitTimeMs: number
  /** The transaction's number, of which the log has the lower 32 bits. */
  xid: number
}

export interface WalQueueOptions {
  log: Log
  /** Delivers a few changes, in commit order. The next come when it has resolved. */
  deliver(changes: WalChange[]): Promise<void>
  /** How many subscribers a change is looked at for. */
  audience(change: WalChange): number
  /** Whether a failed delivery may succeed later, and is worth being tried again. */
  isTemporary(error: unknown): boolean
  /** These changes were given up: delivering them fails whenever it is tried. */
  onGivenUp(changes: WalChange[]): void
}

/** What stops reading from the server, and lets it go on. */
export interface WalSource {
  pause(): void
  resume(): void
  /** A delivery has failed and nothing more is delivered: the changes have to be read again. */
  fail(error: unknown): void
}

type Item = (WalPosition & { change: WalChange; bytes: number }) | { done: bigint; endLsn: bigint }

/** Changes handed on at once: enough to share the questions to the database, few enough to stay prompt. */
const BATCH = 200
/** Changes times subscribers: some ten milliseconds of work, after which everything else has its turn. */
const BATCH_DELIVERIES = 10_000
/** Reading stops here until the queue has shrunk; what is not read waits on the server's disk. */
const MAX_CHANGES = 2000
/** The same for rows of many kilobytes: a transaction that rewrites a large table must not fill the memory. */
const MAX_BYTES = 16 * 1024 * 1024
/** A batch that fails this often while the database comes and goes may be what takes it down. */
const MAX_ATTEMPTS = 5

/**
 * Committed changes between the server and the subscribers. Knows what has been delivered, so that what the server
 * sends again after a lost connection is delivered once, and what may be confirmed to it.
 */
export function createWalQueue({ log, deliver, audience, isTemporary, onGivenUp }: WalQueueOptions) {
  const items: Item[] = []
  let bytes = 0
  let source: WalSource | null = null
  let paused = false
  let working: Promise<void> | null = null
  const progress = createWalProgress()
  let attempts = 0

  function push(item: Item) {
    items.push(item)
    if ('change' in item) bytes += item.bytes
    if (!paused && (items.length > MAX_CHANGES || bytes > MAX_BYTES)) {
      paused = true
      source?.pause()
    }
    working ??= work().finally(() => {
      working = null
    })
  }

  async function work() {
    while (items.length > 0) {
      const batch = items.splice(0, batchSize(items, audience))
      for (const item of batch) if ('change' in item) bytes -= item.bytes
      if (!(await deliverBatch(batch))) return
      if (items.length > 0) await setImmediate()
      if (paused && items.length < MAX_CHANGES / 10 && bytes < MAX_BYTES / 10) {
        paused = false
        source?.resume()
      }
    }
  }

  /** False: the delivery failed, and the source has been told. */
  async function deliverBatch(batch: Item[]): Promise<boolean> {
    const changes = batch.flatMap((item) => ('change' in item ? [item.change] : []))
    try {
      if (changes.length > 0) await deliver(changes)
    } catch (error) {
      attempts += 1
      if (isTemporary(error) && attempts < MAX_ATTEMPTS) {
        // Nothing of it is marked as delivered, so the server is asked for it again.
        clear()
        source?.fail(error)
        source = null
        return false
      }
      log.error({ err: error, changes: changes.length }, 'database changes could not be delivered')
      onGivenUp(changes)
    }
    attempts = 0
    for (const item of batch) {
      if ('change' in item) progress.delivered(item)
      else progress.finished(item)
    }
    return true
  }

  function clear() {
    items.length = 0
    bytes = 0
    paused = false
  }

  return {
    /** What a connection brings that has failed already is brought again by the next. */
    push(item: Item) {
      if (source) push(item)
    },
    /** Up to where the server may forget. */
    get confirmed() {
      return progress.confirmed
    },
    /** The server has passed over everything up to here; what did not concern us is not sent. */
    passedOver(lsn: bigint) {
      if (items.length === 0 && !working) progress.confirm(lsn)
    },
    isDelivered: progress.isDelivered,
    /** A new connection, which sends again what is not confirmed. Waits for the delivery that is under way. */
    async attach(next: WalSource) {
      await working
      clear()
      source = next
    },
    /** What is under way still ends, but reaches no connection any more. */
    detach() {
      source = null
      clear()
    },
    settled: () => working ?? Promise.resolve(),
    /** A new slot begins after everything that the one before has sent, and the log may be another server's. */
    startOver: progress.startOver,
  }
}

/** How many of the first items are handed on together. */
function batchSize(items: readonly Item[], audience: WalQueueOptions['audience']): number {
  let size = 0
  let sum = 0
  let deliveries = 0
  for (const item of items) {
    if (size === BATCH || sum > MAX_BYTES / 4 || deliveries > BATCH_DELIVERIES) break
    if ('change' in item) {
      sum += item.bytes
      deliveries += audience(item.change)
    }
    size += 1
  }
  return size
}

export type WalQueue = ReturnType<typeof createWalQueue>
