import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import type { FeedBatch } from '../networks/network.ts'
import { importFeed, rowNamed, sourceOf } from './testing/feed-fixture.ts'

describe('an import of which the shop takes a part', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await testDatabase('shop')
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    await db.pools.owner.query(
      'truncate public.products, public.feeds, public.feed_runs, public.feed_selections, private.merchant_pages cascade',
    )
  })
  const query = async (sql: string) => (await db.pools.owner.query(sql)).rows

  const batch = (names: readonly string[], feed: string, changed = {}): Partial<FeedBatch> => ({
    rows: names.map((name) => ({ ...rowNamed(name, feed), name: `Vase ${name}`, ...changed })),
    completed: [{ programmeId: '7', feedId: feed, version: 'first' }],
  })
  const imported = (batches: readonly Partial<FeedBatch>[], options = {}) =>
    importFeed(db.pools.owner, '-', { source: sourceOf(batches), ...options })
  const shown = async () =>
    (await query('select external_id as id from public.products where delisted_at is null order by 1')).map(
      ({ id }) => id,
    )
  const ten = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J']

  test('refuses rows in another currency with the reason, and takes them where a list is allowed to', async () => {
    const rows = [batch(['A', 'B'], '1'), batch(['C', 'D', 'E'], '2', { currency: 'EUR' })]
    const { counts } = await imported(rows)
    expect(counts).toMatchObject({ read: 5, new: 2, rejected: 3 })
    expect(counts.rejectedByReason).toEqual({ 'in another currency than the shop': 3 })
    await query(
      `insert into public.feed_selections (network_id, programme_id, feed_id, currencies) values ('awin', '7', '2', '{EUR}')`,
    )
    expect((await imported(rows)).counts).toMatchObject({ new: 3, unchanged: 2, rejected: 0 })
  })

  test('counts what it leaves out, takes it off the shop, and is not held for it', async () => {
    await imported([batch(ten, '1')])
    await query(
      `insert into public.feed_selections (network_id, programme_id, without_words) values ('awin', '7', '{a,b,c,d}')`,
    )
    expect(await query('select version from public.feeds')).toEqual([{ version: '' }])
    const { status, counts } = await imported([batch(ten, '1')])
    expect({ status, counts }).toMatchObject({
      status: 'succeeded',
      counts: { read: 10, rejected: 4, unchanged: 6, delisted: 4, rejectedByReason: { 'left out by words': 4 } },
    })
    expect(await shown()).toEqual(['E', 'F', 'G', 'H', 'I', 'J'])
    expect(await query('select accepted_rows::integer as rows from public.feeds')).toEqual([{ rows: 10 }])
    // What the network left away is told apart from what the shop does.
    expect((await imported([batch(ten.slice(0, 7), '1')])).status).toBe('held')
  })

  test('takes at most as many as the cap says, those in the shop first', async () => {
    await imported([batch(['X', 'Y'], '1')])
    await query(`insert into public.feed_selections (network_id, programme_id, max_rows) values ('awin', '7', 4)`)
    const rows = [batch(['A', 'B', 'C', 'X'], '1'), batch(['D', 'Y'], '2')]
    const { counts } = await imported(rows)
    expect(counts).toMatchObject({ read: 6, rejectedByReason: { 'left out: more than the selection takes': 2 } })
    expect(await shown()).toHaveLength(4)
    expect(await shown()).toEqual(expect.arrayContaining(['X']))
    expect((await imported(rows)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 4, delisted: 0 })
  })

  test('empties a list that is switched off, also when its network tells nothing of it', async () => {
    await imported([batch(['A', 'B'], '1'), batch(['C'], '2')])
    await query(
      `insert into public.feed_selections (network_id, programme_id, feed_id, is_on) values ('awin', '7', '1', false)`,
    )
    const { status, counts } = await imported([{ unchanged: 2 }])
    expect({ status, counts }).toMatchObject({ status: 'succeeded', counts: { read: 0, delisted: 2 } })
    expect(await shown()).toEqual(['C'])
    expect((await imported([{ unchanged: 2 }])).message).toContain('Nothing new')
    await query('delete from public.feed_selections')
    await imported([batch(['A', 'B'], '1')])
    expect(await shown()).toEqual(['A', 'B', 'C'])
  })

  test('publishes when everything is left out', async () => {
    await imported([batch(ten, '1')])
    await query(`insert into public.feed_selections (network_id, categories) values ('awin', '{Hair}')`)
    expect((await imported([batch(ten, '1')])).counts).toMatchObject({ rejected: 10, delisted: 10 })
  })
})
