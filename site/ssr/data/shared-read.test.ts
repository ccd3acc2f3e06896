import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Client, Table } from './query.ts'
import { sharedRead } from './shared-read.ts'

describe('what many pages show alike', () => {
  const changed = new Map<Table, number>()
  let moment: number | null
  let client: Client
  const read = vi.fn(async (_client: Client, question: string) => `${question} ${read.mock.calls.length}`)
  const shared = sharedRead(['products', 'merchants'], read)

  beforeEach(() => {
    vi.useFakeTimers()
    read.mockClear()
    changed.clear()
    moment = 1
    client = {
      from: vi.fn(),
      rpc: vi.fn(),
      call: vi.fn(),
      changes: {
        now: () => moment,
        unchanged: (tables, since) => tables.every((table) => (changed.get(table) ?? 0) <= since),
      },
    }
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const change = (table: Table) => {
    moment = (moment ?? 0) + 1
    changed.set(table, moment)
  }

  test('is read once, also while it is being read, and once for each question', async () => {
    expect(await Promise.all([shared(client, 'a'), shared(client, 'a'), shared(client, 'b')])).toEqual([
      'a 1',
      'a 1',
      'b 2',
    ])
    expect(await shared(client, 'a')).toBe('a 1')
  })

  test('is read again once one of its tables has changed, and not for another table', async () => {
    await shared(client, 'a')
    change('blog_posts')
    expect(await shared(client, 'a')).toBe('a 1')
    change('merchants')
    expect(await shared(client, 'a')).toBe('a 2')
    expect(await shared(client, 'a')).toBe('a 2')
  })

  test('is read again when a change came while it was being read', async () => {
    const first = shared(client, 'a')
    change('products')
    expect([await first, await shared(client, 'a')]).toEqual(['a 1', 'a 2'])
  })

  test('is read each time while changes cannot be heard, and again afterwards', async () => {
    await shared(client, 'a')
    moment = null
    expect(await shared(client, 'a')).toBe('a 2')
    expect(await shared(client, 'a')).toBe('a 3')
  })

  test('is read again after a minute: drops and prices become old without a write', async () => {
    await shared(client, 'a')
    vi.advanceTimersByTime(60_000)
    expect(await shared(client, 'a')).toBe('a 2')
  })

  test('is asked for again after a failure', async () => {
    read.mockRejectedValueOnce(new Error('away'))
    await expect(shared(client, 'a')).rejects.toThrow('away')
    expect(await shared(client, 'a')).toBe('a 2')
  })

  test('is forgotten when two hundred other questions came after it', async () => {
    await shared(client, 'a')
    await shared(client, 'b')
    for (let other = 0; other < 199; other += 1) await shared(client, `other ${other}`)
    expect(await shared(client, 'b')).toBe('b 2')
    expect(await shared(client, 'a')).toBe('a 202')
  })
})
