import pg from 'pg'
import type { ServiceContext } from '../../service.ts'
import { changesNotAvailable, changesTooSlow, SubscriptionError } from '../errors.ts'
import { type StoredMessage, storedMessage } from '../messages.ts'
import type { Caller } from '../read-token.ts'
import { createDelivery } from './deliver.ts'
import { createRegistry, type Subscriber } from './registry.ts'
import { StreamUnavailableError } from './server-check.ts'
import { readSubscription } from './subscription-params.ts'
import { createTables } from './tables.ts'
import { validateSubscription } from './validate.ts'
import { createVisibility } from './visibility.ts'
import { createWalStream, type WalChange } from './wal-stream.ts'

/** The slot is given up when no channel has been joined for this long: it holds back WAL and decoding costs. */
const IDLE_STOP_MS = 600_000
const IDLE_CHECK_MS = 30_000
const RETRY_MS = 5000
const RETRY_IN_TIME_MS = 200

export interface SubscribeRequest {
  caller: Caller
  wanted: { id: number; params: Record<string, unknown> }[]
  /** Null: answer by system messages. Else: resolve when changes flow, reject with a JoinError by then. */
  waitMs: number | null
}

export interface Changes {
  /** Channels are joined: what the database sends must be read from now on. */
  wanted(): void
  /** Resolves when the database's messages flow. */
  live(): Promise<void>
  subscribe(subscriber: Subscriber, request: SubscribeRequest): Promise<void>
  unsubscribe(subscriber: Subscriber): void
  close(): Promise<void>
}

export interface ChangesOptions {
  context: ServiceContext
  /** Whether any channel is joined. */
  inUse(): boolean
  onStoredMessage(message: StoredMessage): void
}

/** Table changes and the database's own broadcasts, from one stream. */
export function createChanges({ context, inUse, onStoredMessage }: ChangesOptions): Changes {
  const { pools, log } = context
  const registry = createRegistry()
  const visibility = createVisibility(pools, log)
  const tableOf = createTables(pools.owner)
  const deliver = createDelivery({ pool: pools.owner, log, registry, visibility, tableOf })
  /** The latest request of each subscriber: an older one that is still waiting gives up. */
  const current = new Map<Subscriber, SubscribeRequest>()
  const sleeping = new Set<() => void>()
  let closed = false
  let idleSince = performance.now()

  const stream = createWalStream({
    ...{ ownerUrl: context.ownerUrl, pool: pools.owner, log },
    wants: (relation) => isMessages(relation) || registry.isWanted(relation),
    async deliver(batch) {
      for (const change of batch) if (isMessages(change.relation)) hear(change)
      await deliver(batch.filter((change) => !isMessages(change.relation)))
    },
    onGap() {
      for (const subscriber of registry.subscribers()) {
        subscriber.system(
          'error',
          'Changes may have been missed: the database dropped its slot. Read the tables again.',
        )
      }
    },
  })

  function hear(change: WalChange) {
    const value = (name: string) => change.new?.[change.relation.columns.findIndex((column) => column.name === name)]
    if (value('extension') !== 'broadcast' || typeof value('broadcasted_at') === 'string') return
    const binary = value('binary_payload')
    const row = {
      id: value('id') ?? '',
      topic: value('topic') ?? '',
      event: value('event') ?? null,
      private: value('private') === 't',
      payload: value('payload') ?? null,
      binary_payload: typeof binary === 'string' ? Buffer.from(binary.slice(2), 'hex') : null,
    }
    onStoredMessage(storedMessage(row, { id: row.id }))
  }

  /** One attempt; returns what it has to wait for, or null when changes flow. */
  async function attempt(subscriber: Subscriber, request: SubscribeRequest): Promise<string | null> {
    const wanted = request.wanted.map(({ id, params }) => ({ id, params: readSubscription(params) }))
    try {
      if (closed) throw new Error('realtime is stopping')
      await stream.live()
      for (const { params } of wanted) await validateSubscription(pools.owner, request.caller, params)
    } catch (error) {
      if (error instanceof SubscriptionError || error instanceof StreamUnavailableError) throw error
      log.warn({ err: error }, 'a subscription to changes has to wait for the database')
      return error instanceof pg.DatabaseError ? error.message : 'The database cannot be reached, trying again'
    }
    if (current.get(subscriber) === request) registry.set(subscriber, request.caller, wanted)
    return null
  }

  async function subscribe(subscriber: Subscriber, request: SubscribeRequest): Promise<void> {
    const isCurrent = () => !closed && current.get(subscriber) === request
    current.set(subscriber, request)
    while (isCurrent()) {
      try {
        const obstacle = await attempt(subscriber, request)
        if (!isCurrent()) return
        if (obstacle === null) return subscriber.system('ok', 'Subscribed to PostgreSQL')
        subscriber.system('error', obstacle)
      } catch (error) {
        if (!isCurrent()) return
        subscriber.system('error', error instanceof Error ? error.message : String(error))
        // Asked for something that cannot be: asking again would not help.
        if (error instanceof SubscriptionError) return
      }
      await sleep(RETRY_MS)
    }
  }

  async function subscribeInTime(subscriber: Subscriber, request: SubscribeRequest, waitMs: number): Promise<void> {
    current.set(subscriber, request)
    const late = Promise.withResolvers<'late'>()
    const timer = setTimeout(() => late.resolve('late'), waitMs)
    try {
      for (;;) {
        const obstacle = await Promise.race([attempt(subscriber, request), late.promise])
        if (obstacle === null) return
        if (obstacle === 'late' || (await Promise.race([sleep(RETRY_IN_TIME_MS), late.promise])) === 'late') {
          throw changesTooSlow(waitMs)
        }
      }
    } catch (error) {
      if (error instanceof SubscriptionError || error instanceof StreamUnavailableError) {
        throw changesNotAvailable(error.message)
      }
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  function sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    sleeping.add(resolve)
    return promise.finally(() => {
      clearTimeout(timer)
      sleeping.delete(resolve)
    })
  }

  const idleCheck = setInterval(() => {
    if (inUse()) idleSince = performance.now()
    else if (performance.now() - idleSince > IDLE_STOP_MS) {
      stream.stop().catch((error: unknown) => log.warn({ err: error }, 'the stream of changes could not be stopped'))
    }
  }, IDLE_CHECK_MS)

  return {
    wanted() {
      if (closed) return // a join that was under way while the process stops
      idleSince = performance.now()
      stream.start()
    },
    live: () => (closed ? Promise.reject(new Error('realtime is stopping')) : stream.live()),
    subscribe: (subscriber, request) =>
      request.waitMs === null ? subscribe(subscriber, request) : subscribeInTime(subscriber, request, request.waitMs),
    unsubscribe(subscriber) {
      current.delete(subscriber)
      registry.remove(subscriber)
    },
    async close() {
      closed = true
      clearInterval(idleCheck)
      for (const wakeUp of [...sleeping]) wakeUp()
      await stream.stop()
      await visibility.close()
    },
  }
}

function isMessages({ schema, name }: { schema: string; name: string }): boolean {
  return schema === 'realtime' && name === 'messages'
}
