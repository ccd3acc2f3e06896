import type { Registry, Subscriber } from './registry.ts'
import { SUBSCRIBED } from './subscribing.ts'
import type { WalChange } from './wal-queue.ts'
import type { StreamState } from './wal-stream.ts'

const INTERRUPTED = 'The stream of database changes is interrupted. What is changed meanwhile follows.'
const MISSED = 'Changes may have been missed. Read the tables again.'
/** A failing policy fails for every row: its subscriber is told now and then, not for each. */
const MISSED_AGAIN_MS = 10_000

/** Tells subscribers, in system messages, what becomes of their changes: none may be missed in silence. */
export function createNotices(registry: Registry) {
  const toldAt = new WeakMap<Subscriber, number>()

  function missed(subscribers: Iterable<Subscriber>) {
    const now = performance.now()
    for (const subscriber of subscribers) {
      if (now - (toldAt.get(subscriber) ?? Number.NEGATIVE_INFINITY) < MISSED_AGAIN_MS) continue
      toldAt.set(subscriber, now)
      subscriber.system('error', MISSED)
    }
  }

  return {
    missed,
    state(state: StreamState) {
      for (const subscriber of registry.subscribers()) {
        if (state === 'interrupted') {
          subscriber.system('error', INTERRUPTED)
          continue
        }
        // Said when the stream is back: what the client reads on hearing it, and what follows, leave no gap.
        if (state === 'gap') subscriber.system('error', MISSED)
        subscriber.system('ok', SUBSCRIBED)
      }
    },
    givenUp(changes: WalChange[]) {
      for (const { relation } of changes) missed(registry.of(relation).map(({ subscriber }) => subscriber))
    },
  }
}
