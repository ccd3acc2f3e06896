import type { Caller } from '../../kernel/caller.ts'
import type { Vsn } from '../serializer.ts'
import type { Relation } from './pgoutput.ts'
import type { Condition, SubscriptionParams } from './subscription-params.ts'

/** A channel that is told of changes. */
export interface Subscriber {
  /** As clients write it, with its prefix. */
  readonly topic: string
  readonly vsn: Vsn
  /** A client of supabase-js 1, which takes a change's kind for its event. */
  readonly isLegacy: boolean
  send(frame: Buffer): void
  system(status: 'ok' | 'error', message: string): void
}

export interface Subscription {
  id: number
  subscriber: Subscriber
  caller: Caller
  event: SubscriptionParams['event']
  conditions: Condition[]
  /** Equal filters have equal keys: each is decided once for a change. */
  conditionsKey: string
  select: ReadonlySet<string> | null
}

/** Who subscribed to which tables. */
export function createRegistry() {
  const byTarget = new Map<string, Set<Subscription>>()
  const bySubscriber = new Map<Subscriber, { target: string; subscription: Subscription }[]>()

  function remove(subscriber: Subscriber) {
    for (const { target, subscription } of bySubscriber.get(subscriber) ?? []) {
      const subscriptions = byTarget.get(target)
      subscriptions?.delete(subscription)
      if (subscriptions?.size === 0) byTarget.delete(target)
    }
    bySubscriber.delete(subscriber)
  }

  return {
    /** Takes the place of what the subscriber had before. */
    set(subscriber: Subscriber, caller: Caller, wanted: { id: number; params: SubscriptionParams }[]) {
      remove(subscriber)
      const entries = wanted.map(({ id, params }) => ({
        target: targetKey(params.schema, params.table),
        subscription: {
          ...{ id, subscriber, caller, event: params.event, conditions: params.conditions },
          conditionsKey: JSON.stringify(params.conditions),
          select: params.select && new Set(params.select),
        },
      }))
      bySubscriber.set(subscriber, entries)
      for (const { target, subscription } of entries) {
        const subscriptions = byTarget.get(target)
        if (subscriptions) subscriptions.add(subscription)
        else byTarget.set(target, new Set([subscription]))
      }
    },
    remove,
    isWanted: (relation: Relation) => targetKeys(relation).some((target) => byTarget.has(target)),
    of: (relation: Relation): Subscription[] =>
      targetKeys(relation).flatMap((target) => [...(byTarget.get(target) ?? [])]),
    /** How many there are. */
    count: (relation: Relation): number =>
      targetKeys(relation).reduce((sum, target) => sum + (byTarget.get(target)?.size ?? 0), 0),
    subscribers: () => bySubscriber.keys(),
  }
}

export type Registry = ReturnType<typeof createRegistry>

function targetKey(schema: string, table: string): string {
  return JSON.stringify([schema, table])
}

function targetKeys({ schema, name }: Relation): string[] {
  return [targetKey(schema, name), targetKey(schema, '*'), targetKey('*', name), targetKey('*', '*')]
}
