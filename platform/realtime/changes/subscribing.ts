import pg from 'pg'
import type { Caller } from '../../kernel/caller.ts'
import type { Log } from '../../log.ts'
import { changesNotAvailable, changesTooSlow, SubscriptionError } from '../errors.ts'
import type { Registry, Subscriber } from './registry.ts'
import { StreamUnavailableError } from './server-check.ts'
import { readSubscription } from './subscription-params.ts'
import { validateSubscription } from './validate.ts'

export interface SubscribeRequest {
  caller: Caller
  wanted: { id: number; params: Record<string, unknown> }[]
  /** Null: answer by system messages. Else: resolve when changes flow, reject with a JoinError by then. */
  waitMs: number | null
}

export interface SubscribingOptions {
  pool: pg.Pool
  log: Log
  registry: Registry
  /** Resolves when every change that is committed from now on will be read. */
  live(): Promise<void>
}

/** What hosted says when changes flow, at first and again after an interruption. */
export const SUBSCRIBED = 'Subscribed to PostgreSQL'

/** A stream begins when every transaction that runs has ended: an import's takes minutes. */
const LATE = 'Changes cannot be read until a long transaction of the database has ended. Read the tables until then.'
const LATE_MS = 5000
const RETRY_MS = 5000
const RETRY_IN_TIME_MS = 200

/** Subscribes channels to changes, and tries again for as long as the database does not let it. */
export function createSubscribing({ pool, log, registry, live }: SubscribingOptions) {
  /** The latest request of each subscriber: an older one that is still waiting gives up. */
  const current = new Map<Subscriber, SubscribeRequest>()
  const sleeping = new Set<() => void>()
  let closed = false

  /** One attempt; returns what it has to wait for, or null when changes flow. */
  async function attempt(subscriber: Subscriber, request: SubscribeRequest): Promise<string | null> {
    const wanted = request.wanted.map(({ id, params }) => ({ id, params: readSubscription(params) }))
    try {
      if (closed) throw new Error('realtime is stopping')
      await live()
      for (const { params } of wanted) await validateSubscription(pool, request.caller, params)
      if (current.get(subscriber) !== request) return null
      registry.set(subscriber, request.caller, wanted)
      // The stream may have lost its slot meanwhile, of which only those who are registered are told.
      await live()
      return null
    } catch (error) {
      if (error instanceof SubscriptionError || error instanceof StreamUnavailableError) throw error
      log.warn({ err: error }, 'a subscription to changes has to wait for the database')
      return error instanceof pg.DatabaseError ? error.message : 'The database cannot be reached, trying again'
    }
  }

  async function subscribe(subscriber: Subscriber, request: SubscribeRequest): Promise<void> {
    const isCurrent = () => !closed && current.get(subscriber) === request
    current.set(subscriber, request)
    while (isCurrent()) {
      try {
        const late = setTimeout(() => {
          if (isCurrent()) subscriber.system('error', LATE)
        }, LATE_MS)
        const obstacle = await attempt(subscriber, request).finally(() => clearTimeout(late))
        if (!isCurrent()) return
        if (obstacle === null) return subscriber.system('ok', SUBSCRIBED)
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

  return {
    subscribe: (subscriber: Subscriber, request: SubscribeRequest): Promise<void> =>
      request.waitMs === null ? subscribe(subscriber, request) : subscribeInTime(subscriber, request, request.waitMs),
    unsubscribe(subscriber: Subscriber) {
      current.delete(subscriber)
      registry.remove(subscriber)
    },
    close() {
      closed = true
      for (const wakeUp of [...sleeping]) wakeUp()
    },
  }
}
