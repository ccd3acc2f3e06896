import type { ServiceContext } from '../../kernel/service.ts'
import { type StoredMessage, storedMessage } from '../messages.ts'
import { createDelivery } from './deliver.ts'
import { createNotices } from './notices.ts'
import type { Relation } from './pgoutput.ts'
import { createRegistry, type Subscriber } from './registry.ts'
import { createSubscribing, type SubscribeRequest } from './subscribing.ts'
import { createTables } from './tables.ts'
import { createVisibility } from './visibility.ts'
import type { WalChange } from './wal-queue.ts'
import { WalStream } from './wal-stream.ts'

/** The slot is given up when no channel has been joined for this long: it holds back WAL and decoding costs. */
const IDLE_STOP_MS = 600_000
const IDLE_CHECK_MS = 30_000

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
  /** Resolves when there is room for the next. */
  onStoredMessage(message: StoredMessage): Promise<void>
}

/** Table changes and the database's own broadcasts, from one stream. */
export function createChanges({ context, inUse, onStoredMessage }: ChangesOptions): Changes {
  const { pools, log } = context
  const registry = createRegistry()
  const notices = createNotices(registry)
  const visibility = createVisibility(pools, log)
  const tableOf = createTables(pools)
  const deliver = createDelivery({
    ...{ pool: pools.owner, log, registry, visibility, tableOf },
    tellsUnreadable: context.config.platform.realtime.tell_unreadable_changes,
    onFailed: notices.missed,
  })
  let closed = false
  let idleSince = performance.now()

  const stream = new WalStream({
    ...{ ownerUrl: context.ownerUrl, pool: pools.owner, log },
    wants: (relation) => isMessages(relation) || registry.isWanted(relation),
    audience: ({ relation }) => registry.count(relation),
    async deliver(batch) {
      await deliver(batch.filter((change) => !isMessages(change.relation)))
      // Last, because a delivery that fails is repeated, and these cannot fail.
      for (const change of batch) {
        const message = isMessages(change.relation) ? readMessage(change) : null
        if (message) await onStoredMessage(message)
      }
    },
    onState: notices.state,
    onGivenUp: notices.givenUp,
  })
  const subscribing = createSubscribing({ pool: pools.owner, log, registry, live: () => stream.live() })

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
    subscribe: subscribing.subscribe,
    unsubscribe: subscribing.unsubscribe,
    async close() {
      closed = true
      clearInterval(idleCheck)
      subscribing.close()
      await stream.stop()
      await visibility.close()
    },
  }
}

function isMessages({ schema, name }: Relation): boolean {
  return schema === 'realtime' && name === 'messages'
}

/** A row that realtime.send() and its like wrote; null for those that have been sent already. */
function readMessage(change: WalChange): StoredMessage | null {
  const value = (name: string) => change.new?.[change.relation.columns.findIndex((column) => column.name === name)]
  if (value('extension') !== 'broadcast' || typeof value('broadcasted_at') === 'string') return null
  const binary = value('binary_payload')
  const row = {
    id: value('id') ?? '',
    topic: value('topic') ?? '',
    event: value('event') ?? null,
    private: value('private') === 't',
    payload: value('payload') ?? null,
    binary_payload: typeof binary === 'string' ? Buffer.from(binary.slice(2), 'hex') : null,
  }
  return storedMessage(row, { id: row.id })
}
