import { expect, test, vi } from 'vitest'
import { type Client, ReadError, type ShopQuery } from './query.ts'
import { readWithRetries, retryDelayMs } from './read-again.ts'

const unused = () => {
  throw new Error('these queries use no client')
}
const client: Client = { from: unused, rpc: unused, call: unused }

/** Reads a query that fails so many times; says how often it was read, after which waits, and how it ended. */
async function readFailing(times: number, error: Error) {
  const waits: number[] = []
  const read = vi.fn(async () => {
    if (read.mock.calls.length <= times) throw error
    return 'rows'
  })
  const query: ShopQuery<string> = { key: 'failing', tables: [], read }
  const end = await readWithRetries(query, client, async (ms) => void waits.push(ms)).catch(
    (failure: unknown) => failure,
  )
  return { end, waits, reads: read.mock.calls.length }
}

test('a failed read is tried three times more, after one, two and four seconds [S9.1]', async () => {
  const away = new Error('away')
  expect(await readFailing(3, away)).toEqual({ end: 'rows', waits: [1000, 2000, 4000], reads: 4 })
  expect(await readFailing(4, away)).toEqual({ end: away, waits: [1000, 2000, 4000], reads: 4 })
})

test('a failure that will last is not tried again', async () => {
  const lasting = new ReadError('not configured', { lasting: true })
  expect(await readFailing(1, lasting)).toEqual({ end: lasting, waits: [], reads: 1 })
})

test('no wait is longer than thirty seconds [S9.1]', () => {
  expect([0, 1, 2, 3, 4, 5, 10].map(retryDelayMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})
