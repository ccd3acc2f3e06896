import { expect, test } from 'vitest'
import { ReadError } from './query.ts'
import { queryDefaults, retryDelay } from './query-cache.ts'

test('what nothing shows any more is kept for five minutes [S9.1]', () => {
  expect(queryDefaults.gcTime).toBe(5 * 60 * 1000)
})

test('a failed read is tried three times more, and one that will last is not [S9.1]', () => {
  const failures = [0, 1, 2, 3]
  expect(failures.map((count) => queryDefaults.retry(count, new Error('away')))).toEqual([true, true, true, false])
  const lasting = new ReadError('not configured', { lasting: true })
  expect(failures.map((count) => queryDefaults.retry(count, lasting))).toEqual([false, false, false, false])
})

test('each wait is twice the one before, up to thirty seconds [S9.1]', () => {
  expect([0, 1, 2, 3, 4, 5, 10].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})
