import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addStaff, asCaller } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { feedText, importFeed, rowsNamed } from './testing/feed-fixture.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
})
afterAll(() => db.drop())
beforeEach(async () => {
  await query('truncate public.products, public.feeds, public.feed_runs cascade')
  await importFeed(db.pools.owner, feedText(rowsNamed(5)))
})

const query = async (sql: string, values: unknown[] = []) => (await db.pools.owner.query(sql, values)).rows
const edit = (sql: string, values: unknown[] = []) =>
  asCaller(db, 'editor', async (client) => (await client.query(sql, values)).rows)
const again = async () => (await importFeed(db.pools.owner, feedText(rowsNamed(5)))).counts
const product = async (id: string) =>
  (
    await query(
      'select product_name as name, brand, price, delisted_at is null as listed from public.products where external_id = $1',
      [id],
    )
  )[0]

describe('what staff changed by hand', () => {
  test('is left by imports until it is released; a price follows the feed', async () => {
    const before = await product('P1')
    await edit(`update public.products set product_name = 'Mine', brand = 'Ours', price = 99 where external_id = 'P1'`)
    expect(await edit('select column_name from public.hand_edits order by 1')).toEqual([
      { column_name: 'brand' },
      { column_name: 'product_name' },
    ])
    await again()
    expect(await product('P1')).toEqual({ ...before, name: 'Mine', brand: 'Ours' })
    await edit(`delete from public.hand_edits where column_name = 'brand'`)
    await again()
    expect(await product('P1')).toEqual({ ...before, name: 'Mine' })
  })

  test('is released when the change is undone, and holds again when that is undone', async () => {
    const before = await product('P1')
    await edit(`update public.products set product_name = 'Mine' where external_id = 'P1'`)
    const undo = () =>
      edit('select public.undo_change_set((select change_set from public.audit_log order by id desc limit 1))')
    await undo()
    expect(await query('select from public.hand_edits')).toEqual([])
    expect(await product('P1')).toEqual(before)
    await undo()
    await again()
    expect(await product('P1')).toEqual({ ...before, name: 'Mine' })
  })

  test('stays hidden through imports, and is listed again when it is shown', async () => {
    await edit(`update public.products set delisted_at = now() where external_id = 'P1'`)
    expect(await again()).toMatchObject({ rejected: 1, rejectedByReason: { 'hidden by an editor': 1 }, delisted: 0 })
    expect(await product('P1')).toMatchObject({ listed: false })
    await edit(`update public.products set delisted_at = null where external_id = 'P1'`)
    expect(await again()).toMatchObject({ rejected: 0, unchanged: 5 })
    expect(await product('P1')).toMatchObject({ listed: true })
  })

  test('of products without a feed needs no record', async () => {
    await edit(
      `insert into public.products (product_name, merchant_name, affiliate_link) values ('A', 'B', 'https://b.example/')`,
    )
    await edit(`update public.products set product_name = 'C' where merchant_name = 'B'`)
    expect(await query('select from public.hand_edits')).toEqual([])
  })
})

test('a new post is not public by default', async () => {
  const [post] = await edit(`insert into public.blog_posts (slug, title) values ('new', 'New') returning is_active`)
  expect(post).toEqual({ is_active: false })
})
