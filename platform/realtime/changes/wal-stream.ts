import pg from 'pg'
import type { Log } from '../../log.ts'
import { quoteIdentifier } from '../../postgres/identifier.ts'
import { type ChangeKind, decodeWalMessage, type Relation, type TuplePair } from './pgoutput.ts'
import { createReplicationQuery, type ReplicationQuery } from './replication-query.ts'
import { CHANGES_PUBLICATION, checkServer, MESSAGES_PUBLICATION, StreamUnavailableError } from './server-check.ts'
import { createSlotJanitor, forgetSlotName, takeSlotName } from './slots.ts'

/** One committed change of a row. */
export interface WalChange extends TuplePair {
  kind: ChangeKind
  relation: Relation
  commitTimeMs: number
  /** The transaction's number, of which the log has the lower 32 bits. */
  xid: number
}

export interface WalStreamOptions {
  ownerUrl: string
  pool: pg.Pool
  log: Log
  /** Whether anybody listens to this relation; the others' rows are not even read. */
  wants(relation: Relation): boolean
  /** Works off a few changes, in commit order. The next come when it has resolved. */
  deliver(changes: WalChange[]): Promise<void>
  /** Changes have been missed: the server dropped the slot while we were away. */
  onGap(): void
}

/** Changes handed on at once: enough to share the questions to the database, few enough to stay prompt. */
const BATCH = 200
/** Reading stops here until the queue has shrunk; what is not read waits on the server's disk. */
const MAX_QUEUE = 2000
const RESUME_QUEUE = 200
const CONFIRM_MS = 2000
const JANITOR_MS = 60_000
const RETRY_MS = 500
const MAX_RETRY_MS = 5000
/** A missing setting is not mended in a second. */
const UNAVAILABLE_RETRY_MS = 10_000

type Item = { change: WalChange; finalLsn: bigint; index: number } | { done: bigint; endLsn: bigint }
interface Waiter {
  resolve(): void
  reject(error: Error): void
}

/**
 * Reads committed changes from a replication slot of its own. The slot outlives a lost connection, so nothing that
 * is committed while the process lives is missed; it is dropped when nobody listens any more.
 */
export function createWalStream(options: WalStreamOptions) {
  const { ownerUrl, pool, log } = options
  const dropOrphans = createSlotJanitor(pool, log)
  let running: Promise<void> | null = null
  let stopping = false
  let closing: Promise<void> | null = null
  let isLive = false
  let unavailable: Error | null = null
  let slot: string | null = null
  let client: pg.Client | null = null
  let wake = () => {}
  const waiters = new Set<Waiter>()

  const queue: Item[] = []
  let busy = false
  let working: Promise<void> = Promise.resolve()
  let paused = false
  /** Where the last finished transaction ended: everything up to here may be forgotten by the server. */
  let confirmed = 0n
  let lastFinal = 0n
  /** How far the transaction in work is, in case the connection is lost in the middle of it. */
  let partial = { finalLsn: 0n, index: -1 }

  async function run() {
    let retryMs = RETRY_MS
    while (!stopping) {
      try {
        await session(() => {
          retryMs = RETRY_MS
        })
      } catch (error) {
        if (stopping) break
        const reason = error instanceof Error ? error : new Error(String(error))
        if (isMissingSlot(reason) && slot) {
          forgetSlotName(slot)
          slot = null
          options.onGap()
        }
        const hopeless = reason instanceof StreamUnavailableError
        unavailable = reason
        for (const waiter of waiters) waiter.reject(reason)
        waiters.clear()
        log.warn({ err: reason }, 'the stream of database changes is interrupted; trying again')
        await pause(hopeless ? UNAVAILABLE_RETRY_MS : retryMs)
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
      }
    }
  }

  /** One connection, from its start to its loss. */
  async function session(onLive: () => void) {
    await working
    queue.length = 0 // not worked off, so not confirmed: the server sends it again
    await checkServer(pool)
    await dropOrphans()
    if (stopping) return
    client = replicationClient(ownerUrl)
    const lost = Promise.withResolvers<never>()
    lost.promise.catch(() => {})
    client.on('error', lost.reject)
    client.on('end', () => lost.reject(new Error('the replication connection was closed')))
    const timers: NodeJS.Timeout[] = []
    try {
      await client.connect()
      if (!slot) {
        const name = takeSlotName()
        // Replication commands are only known in upper case.
        await client.query(`CREATE_REPLICATION_SLOT ${quoteIdentifier(name)} LOGICAL pgoutput NOEXPORT_SNAPSHOT`)
        slot = name
        confirmed = 0n
      }
      const relations = new Map<number, Relation>()
      const transaction = { open: false, finalLsn: 0n, index: -1, commitTimeMs: 0, xid: 0 }
      const query = createReplicationQuery(startText(slot), {
        onStart() {
          isLive = true
          unavailable = null
          onLive()
          for (const waiter of waiters) waiter.resolve()
          waiters.clear()
        },
        onData(data) {
          try {
            receive(data, { relations, transaction, query })
          } catch (error) {
            lost.reject(error) // a message we cannot read: start over from what is confirmed
          }
        },
        onKeepalive({ endLsn, replyNow }) {
          // Nothing is under way, so what the server has passed over did not concern us.
          if (!transaction.open && queue.length === 0 && !busy && endLsn > confirmed) confirmed = endLsn
          if (replyNow) query.confirm(confirmed)
        },
        onError: lost.reject,
      })
      client.query(query)
      timers.push(setInterval(() => query.confirm(confirmed), CONFIRM_MS))
      timers.push(setInterval(() => void dropOrphans().catch(() => {}), JANITOR_MS))
      await lost.promise
    } finally {
      isLive = false
      paused = false
      for (const timer of timers) clearInterval(timer)
      const ending = client
      client = null
      ending.connection.stream.destroy()
    }
  }

  function receive(data: Buffer, session: Session) {
    const { relations, transaction, query } = session
    const message = decodeWalMessage(data)
    switch (message.type) {
      case 'begin':
        transaction.open = true
        transaction.finalLsn = message.finalLsn
        transaction.commitTimeMs = message.commitTimeMs
        transaction.xid = message.xid
        transaction.index = -1
        return
      case 'relation':
        relations.set(message.relation.oid, message.relation)
        return
      case 'change': {
        transaction.index += 1
        const { finalLsn, index, commitTimeMs, xid } = transaction
        const relation = relations.get(message.oid)
        const seen = finalLsn <= lastFinal || (finalLsn === partial.finalLsn && index <= partial.index)
        if (!relation || seen || !options.wants(relation)) return
        const change = { kind: message.kind, relation, commitTimeMs, xid, ...message.read(relation) }
        enqueue({ change, finalLsn, index }, query)
        return
      }
      case 'commit':
        transaction.open = false
        enqueue({ done: transaction.finalLsn, endLsn: message.endLsn }, query)
    }
  }

  function enqueue(item: Item, query: ReplicationQuery) {
    queue.push(item)
    if (queue.length > MAX_QUEUE && !paused) {
      paused = true
      query.pause()
    }
    if (!busy) working = work(query)
  }

  async function work(query: ReplicationQuery) {
    busy = true
    while (queue.length > 0) {
      await workOff(queue.splice(0, BATCH))
      if (paused && queue.length < RESUME_QUEUE) {
        paused = false
        query.resume()
      }
    }
    // In the same step as the last look at the queue: what comes later must find nobody at work.
    busy = false
  }

  async function workOff(items: Item[]) {
    const changes = items.flatMap((item) => ('change' in item ? [item.change] : []))
    if (changes.length > 0) {
      await options.deliver(changes).catch((error: unknown) => {
        log.error({ err: error, changes: changes.length }, 'database changes could not be delivered')
      })
    }
    for (const item of items) {
      if ('change' in item) partial = { finalLsn: item.finalLsn, index: item.index }
      else {
        lastFinal = item.done
        confirmed = item.endLsn
      }
    }
  }

  function pause(ms: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function start() {
    // Wanted again while it is being stopped: what is under way is finished first.
    if (closing) void closing.then(start)
    else running ??= run()
  }

  return {
    start,
    /** Resolves when every change that is committed from now on will be read; rejects with what is in the way. */
    async live(): Promise<void> {
      await closing
      start()
      if (isLive) return
      if (unavailable instanceof StreamUnavailableError) throw unavailable
      await new Promise<void>((resolve, reject) => waiters.add({ resolve, reject }))
    },
    stop(): Promise<void> {
      closing ??= stopRunning().finally(() => {
        closing = null
        stopping = false
      })
      return closing
    },
  }

  async function stopRunning() {
    stopping = true
    wake()
    client?.connection.stream.destroy()
    await running
    await working
    running = null
    unavailable = null
    for (const waiter of waiters) waiter.reject(new Error('the stream of database changes was stopped'))
    waiters.clear()
    if (slot) await dropSlot(slot)
    slot = null
  }

  async function dropSlot(name: string) {
    const dropper = replicationClient(ownerUrl)
    dropper.on('error', () => {})
    try {
      await dropper.connect()
      // The server may take a moment to notice that the reader has gone.
      await dropper.query(`DROP_REPLICATION_SLOT ${quoteIdentifier(name)} WAIT`)
    } catch (error) {
      log.warn({ err: error, slot: name }, 'a replication slot could not be dropped; the next start drops it')
    } finally {
      forgetSlotName(name)
      await dropper.end().catch(() => {})
    }
  }
}

interface Session {
  relations: Map<number, Relation>
  transaction: { open: boolean; finalLsn: bigint; index: number; commitTimeMs: number; xid: number }
  query: ReplicationQuery
}

/** Values come as text in these settings, whatever the database's own are. */
function replicationClient(ownerUrl: string): pg.Client {
  const url = new URL(ownerUrl)
  url.searchParams.set('replication', 'database')
  return new pg.Client({
    connectionString: url.href,
    application_name: 'realtime changes',
    keepAlive: true,
    options: '-c datestyle=ISO -c timezone=UTC -c intervalstyle=postgres -c extra_float_digits=1 -c bytea_output=hex',
  })
}

function startText(slot: string): string {
  const publications = `${CHANGES_PUBLICATION},${MESSAGES_PUBLICATION}`
  return `START_REPLICATION SLOT ${quoteIdentifier(slot)} LOGICAL 0/0 (proto_version '1', publication_names '${publications}')`
}

/** 42704: undefined object. */
function isMissingSlot(error: Error): boolean {
  return error instanceof pg.DatabaseError && error.code === '42704'
}
