import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ANONYMOUS } from '../../kernel/caller.ts'
import { silentLog } from '../../log.ts'
import { createRegistry } from './registry.ts'
import { createSubscribing } from './subscribing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('who waits for a long transaction is told so, once, and that changes flow when it has ended', async () => {
  const begun = Promise.withResolvers<void>()
  const pool = new pg.Pool()
  const subscribing = createSubscribing({
    ...{ pool, log: silentLog, registry: createRegistry() },
    live: () => begun.promise,
  })
  const said: [string, string][] = []
  const subscriber = {
    ...{ topic: 'realtime:any', vsn: '1.0.0' as const, isLegacy: false },
    send() {},
    system: (status: string, message: string) => said.push([status, message]),
  }
  const subscribed = subscribing.subscribe(subscriber, { caller: ANONYMOUS, wanted: [], waitMs: null })
  await vi.advanceTimersByTimeAsync(4000)
  expect(said).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(said).toEqual([['error', expect.stringContaining('until a long transaction of the database has ended')]])
  begun.resolve()
  await subscribed
  expect(said.slice(1)).toEqual([['ok', 'Subscribed to PostgreSQL']])
  subscribing.close()
  await pool.end()
})
