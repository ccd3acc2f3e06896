import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import type { safeFetch } from '../../../supabase/functions/_shared/safe-fetch.ts'
import { KEPT_ITEMS, shareOfHour } from './amazon/budget.ts'
import { callsLeft, meteredFetch } from './metered-fetch.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
})
afterAll(() => db.drop())

const budget = { network: 'amazon', name: 'Amazon', host: 'creatorsapi.amazon', mostADay: 4, apartMs: 1000 } as const
const OPTIONS = { timeoutMs: 1000, maxBytes: 1000 }

test('calls of all who ask together keep a second apart, and the day’s are never exceeded', async () => {
  const waits: number[] = []
  const asked: string[] = []
  const fetch: typeof safeFetch = async (address) => {
    asked.push(address)
    return { status: 200, headers: {}, url: address, body: (async function* () {})() }
  }
  const wait = async (ms: number) => void waits.push(ms)
  const ask = (address: string) =>
    meteredFetch({ pool: db.pools.owner, budget, signal: new AbortController().signal, fetch, wait })(address, OPTIONS)
  const items = 'https://creatorsapi.amazon/catalog/v1/getItems'
  const [{ begun }] = (await db.pools.owner.query('select clock_timestamp()::text as begun')).rows
  const ends = await Promise.allSettled(Array.from({ length: 7 }, () => ask(items)))
  await ask('https://api.amazon.com/auth/o2/token')
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'calls_used_up' } })
  expect(asked).toHaveLength(5)
  expect(await callsLeft(db.pools.owner, budget)).toBe(0)
  expect(Math.max(...waits)).toBeLessThanOrEqual(3001)
  // The fourth was given a moment three seconds after the first; the next would be a second later.
  const [{ apart }] = (
    await db.pools.owner.query(
      `select next_at >= $1::timestamptz + interval '4 seconds' as apart from private.network_calls`,
      [begun],
    )
  ).rows
  expect(apart).toBe(true)
})

test('the day’s calls last for its hours, and a day’s items for a day', () => {
  expect([shareOfHour(8600, 0), shareOfHour(0, 5), shareOfHour(1, 23), shareOfHour(100, 22)]).toEqual([359, 0, 1, 50])
  expect(KEPT_ITEMS / 10 / (7800 / 24)).toBeLessThanOrEqual(23)
})
