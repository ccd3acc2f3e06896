import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { createLimits, type Rule } from './take-limit.ts'

describe('limits that are taken', () => {
  let db: TestDatabase
  let nowMs = Date.now()
  const process = () => createLimits({ db: db.pools.owner, now: () => new Date(nowMs) })
  const bucket: Rule = { amount: 5, seconds: 100 }
  const strict: Rule = { amount: 5, seconds: 100, strict: true }
  beforeAll(async () => {
    db = await testDatabase('platform')
  })
  afterAll(() => db.drop())

  async function granted(key: string, rule: Rule, times: number): Promise<number> {
    const limits = [process(), process()]
    const waits = await Promise.all(
      Array.from({ length: times }, (_, at) => (limits[at % 2] ?? process()).take(key, rule)),
    )
    return waits.filter((wait) => wait === 0).length
  }

  test.each([
    ['a bucket', bucket],
    ['a strict limit', strict],
  ])('%s grants no more than its amount to two processes at one moment', async (name, rule) => {
    expect(await granted(name, rule, 40)).toBe(5)
    expect(await process().peek(name, rule)).toBeGreaterThan(0)
  })

  test('a bucket refills evenly, a strict limit grants nothing before its time is over', async () => {
    await granted('refilled', bucket, 5)
    await granted('whole', strict, 5)
    nowMs += 60_000
    expect(await granted('refilled', bucket, 5)).toBe(3)
    expect(await granted('whole', strict, 5)).toBe(0)
    expect(await process().take('whole', strict)).toBe(40)
    nowMs += 41_000
    expect(await granted('whole', strict, 9)).toBe(5)
  })

  test.each([
    ['bucket', bucket],
    ['strict limit', strict],
  ])('what is given back to a %s is granted again, and never more', async (name, rule) => {
    const key = `${name} given back`
    await granted(key, rule, 5)
    await process().giveBack(key, rule)
    expect(await granted(key, rule, 5)).toBe(1)
    for (let times = 0; times < 9; times++) await process().giveBack(key, rule)
    expect(await granted(key, rule, 9)).toBe(5)
  })

  test.each([
    ['bucket', bucket],
    ['strict limit', strict],
  ])('a process whose clock is behind neither empties nor fills a %s', async (name, rule) => {
    const key = `${name} behind`
    await granted(key, rule, 3)
    const behind = createLimits({ db: db.pools.owner, now: () => new Date(nowMs - 50_000) })
    expect(await behind.take(key, rule)).toBe(0)
    expect(await granted(key, rule, 9)).toBe(1)
  })
})
