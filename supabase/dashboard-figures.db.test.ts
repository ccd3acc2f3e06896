import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStaff, asCaller, type Caller } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
  await db.pools.owner.query(`
    insert into public.products (id, product_name, merchant_name, affiliate_link)
      values (1, 'Scarf', 'Loam', 'https://shop.example/1'), (2, 'Hat', 'Loam', 'https://shop.example/2');
    insert into public.daily_events (day, key, name, product_id, count, bot_count)
      select (now() at time zone 'utc')::date - ago, 'k' || ago || product, name, product, people, machines
      from (values
        (0, 1, 'outbound_click', 500, 500), -- today's, which the events below are counted for
        (1, 1, 'outbound_click', 3, 1), (6, 2, 'outbound_click', 5, 0), (7, 1, 'outbound_click', 7, 2),
        (27, 1, 'outbound_click', 11, 0), (28, 1, 'outbound_click', 900, 900), (2, 2, 'page_view', 900, 900)
      ) as given (ago, product, name, people, machines);
    insert into public.events (name, product_id, is_bot) values
      ('outbound_click', 1, false), ('outbound_click', 1, true), ('page_view', 1, false)`)
})
afterAll(() => db.drop())

const ask = (caller: Caller, sql: string) => asCaller(db, caller, async (client) => (await client.query(sql)).rows)

test('clicks of 7 and 28 days are told with machines apart, today’s from the events', async () => {
  expect(await ask('editor', 'select * from public.dashboard_figures()')).toEqual([
    { clicks_7: '9', machines_7: '2', clicks_28: '27', machines_28: '4', stale_prices: '0' },
  ])
})

test('the most clicked products are told by their people, and to staff alone', async () => {
  expect(await ask('editor', 'select * from public.clicked_products(28, 10)')).toEqual([
    { product_id: '1', product_name: 'Scarf', people: '22', machines: '4' },
    { product_id: '2', product_name: 'Hat', people: '5', machines: '0' },
  ])
  expect(await ask('editor', 'select people from public.clicked_products(7, 1)')).toEqual([{ people: '5' }])
  for (const name of ['clicked_products', 'dashboard_figures']) {
    await expect(ask('viewer', `select * from public.${name}()`)).rejects.toThrow('Only staff may see these figures')
  }
})
