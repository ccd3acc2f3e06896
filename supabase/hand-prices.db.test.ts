import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addStaff, asCaller, type Caller } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { feedText, importFeed, rowsNamed } from './functions/_shared/import/testing/feed-fixture.ts'

describe('a price that staff write', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await testDatabase('shop')
    await addStaff(db)
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    await sql('truncate public.products, public.feeds, public.feed_runs cascade')
    await readFeed()
    // What was read stood for a day: two readings of one moment are one.
    await sql(`update public.products set price_changed_at = now() - interval '1 day'`)
  })

  const sql = async (text: string) => (await db.pools.owner.query(text)).rows
  const as = (caller: Caller, text: string) => asCaller(db, caller, async (client) => (await client.query(text)).rows)
  const readFeed = () => importFeed(db.pools.owner, feedText(rowsNamed(1)))
  const write = (price: number, caller: Caller = 'editor') =>
    as(caller, `update public.products set price = ${price} where external_id = 'P1'`)
  const undo = () =>
    as('editor', 'select public.undo_change_set((select change_set from public.audit_log order by id desc limit 1))')
  const told = async () => {
    const [known] = await as(
      'anon',
      `select price::float8, public.price_by_hand(products) as "byHand" from public.products where external_id = 'P1'`,
    )
    const past = await sql('select price::float8 from public.price_history order by observed_from')
    const drops = await sql('select was_price::float8 as was from public.price_drops')
    return { ...known, past: past.map(({ price }) => price), drops: drops.map(({ was }) => was) }
  }

  test('is shown as theirs, proves no drop, and the next reading follows the last reading', async () => {
    const { price: read } = await told()
    await write(1)
    expect(await told()).toEqual({ price: 1, byHand: true, past: [read], drops: [] })
    expect(await as('editor', 'select edited_by is not null as known from public.hand_prices')).toEqual([
      { known: true },
    ])
    await write(2)
    expect(await told()).toEqual({ price: 2, byHand: true, past: [read], drops: [] })
    await readFeed()
    expect(await told()).toEqual({ price: read, byHand: false, past: [read], drops: [] })
  })

  test('is a reading from when a feed says the same', async () => {
    const { price: read } = await told()
    await sql(`update public.products set price = 5 where external_id = 'P1'`)
    await write(read)
    expect(await told()).toMatchObject({ price: read, byHand: true })
    await readFeed()
    expect(await told()).toMatchObject({ price: read, byHand: false })
  })

  test('is none where the key of an interface or a job of the shop writes it', async () => {
    const { price: read } = await told()
    await write(read - 1, 'service')
    expect(await told()).toEqual({ price: read - 1, byHand: false, past: [read], drops: [read] })
    await sql(`update public.products set price = ${read - 2}`)
    expect(await told()).toMatchObject({ byHand: false, past: [read, read - 1] })
  })

  test('is a reading again once it is undone, and theirs once that is undone', async () => {
    const { price: read } = await told()
    await write(1)
    await undo()
    expect(await told()).toMatchObject({ price: read, byHand: false, drops: [] })
    await undo()
    expect(await told()).toMatchObject({ price: 1, byHand: true, drops: [] })
  })

  test('stays theirs, and a reading a reading, through the trash', async () => {
    const restore = () => as('admin', 'select public.restore_from_trash(array(select id from public.trash))')
    const remove = () => as('editor', `delete from public.products where external_id = 'P1'`)
    await remove()
    await restore()
    expect(await told()).toMatchObject({ byHand: false })
    await write(1)
    await remove()
    await restore()
    expect(await told()).toMatchObject({ price: 1, byHand: true })
  })

  test('of a product that they add is theirs too', async () => {
    await as(
      'editor',
      `insert into public.products (product_name, merchant_name, affiliate_link, price)
       values ('A', 'B', 'https://b.example/', 3), ('C', 'B', 'https://b.example/', null)`,
    )
    expect(
      await as(
        'anon',
        `select product_name, public.price_by_hand(p) as by from public.products p where merchant_name = 'B' order by 1`,
      ),
    ).toEqual([
      { product_name: 'A', by: true },
      { product_name: 'C', by: false },
    ])
  })
})
