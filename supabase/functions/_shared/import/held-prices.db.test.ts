import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { feedText, importFeed, rowsNamed } from './testing/feed-fixture.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
})
afterAll(() => db.drop())
beforeEach(() => query('truncate public.products, public.merchants, public.feeds, public.feed_runs cascade'))

const query = async (sql: string) => (await db.pools.owner.query(sql)).rows
/** Twenty rows, of which the first so many have another price. */
const feed = (moved: number, price: string) =>
  feedText(rowsNamed(20).map((row, index) => (index < moved ? { ...row, price } : row)))
const prices = async () =>
  (await query('select distinct price::float as price from public.products order by 1')).map(({ price }) => price)

describe('prices that move by half', () => {
  test.each([
    ['a tenth of them up by half', 2, '15.00', 'succeeded'],
    ['more than a tenth up by half', 3, '15.00', 'held'],
    ['more than a tenth down by half', 3, '5.00', 'held'],
    ['all up by a little less than half', 20, '14.99', 'succeeded'],
    ['all down by a little less than half', 20, '5.01', 'succeeded'],
    ['all to the hundredfold', 20, '1000.00', 'held'],
  ])('%s', async (_, moved, price, status) => {
    await importFeed(db.pools.owner, feed(0, ''))
    const result = await importFeed(db.pools.owner, feed(moved, price))
    expect(result.status).toBe(status)
    expect(await prices()).toEqual(
      status === 'held' ? [10] : [...new Set([moved < 20 ? 10 : Number(price), Number(price)])].sort((a, b) => a - b),
    )
  })

  test('hold a run with the difference of each kind and samples, and are published when somebody says so', async () => {
    await importFeed(db.pools.owner, feed(0, ''))
    const held = await importFeed(db.pools.owner, feed(3, '1000.00'))
    expect(held.message).toBe(
      'Published nothing: 3 of 20 known prices moved by half or more. Look at the samples. If they are right, publish it anyway.',
    )
    const [run] = await query('select difference from public.feed_runs order by id desc limit 1')
    expect(run?.difference).toMatchObject({ new: 0, changed: 3, unchanged: 17, delisted: 0 })
    expect(run?.difference.samples.changed).toContainEqual(
      expect.objectContaining({ before: '10.00 USD', after: '1000.00 USD' }),
    )
    expect((await importFeed(db.pools.owner, feed(3, '1000.00'), { dryRun: true })).message).toContain('3 of 20')
    expect((await importFeed(db.pools.owner, feed(3, '1000.00'), { force: true })).status).toBe('succeeded')
    expect(await prices()).toEqual([10, 1000])
  })

  test('new rows and other currencies are no moved prices', async () => {
    await importFeed(db.pools.owner, feed(0, ''))
    const more = rowsNamed(40).map((row, index) => (index < 20 ? row : { ...row, price: '900.00' }))
    expect((await importFeed(db.pools.owner, feedText(more))).status).toBe('succeeded')
  })
})

describe('refused rows', () => {
  test('are all listed, those of the newest run of a source alone', async () => {
    const bad = (count: number) =>
      feedText(rowsNamed(count + 1).map((row, index) => (index < count ? { ...row, price: 'soon' } : row)))
    await importFeed(db.pools.owner, bad(30))
    const { counts } = await importFeed(db.pools.owner, bad(40))
    expect(counts.rejected).toBe(40)
    const rows = await query('select line_number, reason, row_text from public.refused_rows order by id')
    expect(rows).toHaveLength(40)
    expect(rows[0]).toEqual({
      line_number: '2',
      reason: 'price is not an amount',
      row_text: expect.stringContaining('soon'),
    })
  })

  test('are fifty thousand at most, and the last line says how many more there were', async () => {
    const bad = Array.from({ length: 50_010 }, (_, index) => ({ id: `P${index}`, price: index > 0 ? 'soon' : '1.00' }))
    await importFeed(db.pools.owner, feedText(bad))
    const [count] = await query('select count(*)::int as n from public.refused_rows')
    expect(count?.n).toBe(50_001)
    expect(await query('select reason from public.refused_rows where line_number = 0')).toEqual([
      { reason: 'Only the first 50000 refused rows are listed; 9 more were refused.' },
    ])
  })
})
