import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await db.pools.owner.query('truncate public.products, public.daily_events cascade')
  await db.pools.owner.query(
    `insert into public.products (id, product_name, category, merchant_name, affiliate_link, price, availability)
      overriding system value values
      (1, 'Balm', 'Makeup', 'Loam', 'https://shop.example/1', 10, 'in_stock'),
      (2, 'Coat', 'Fashion', 'Loam', 'https://shop.example/2', 10, 'in_stock'),
      (3, 'Gone', 'Makeup', 'Loam', 'https://shop.example/3', 10, 'out_of_stock'),
      (4, 'Old love', 'Makeup', 'Loam', 'https://shop.example/4', 10, 'in_stock'),
      (5, 'Robot’s choice', 'Makeup', 'Loam', 'https://shop.example/5', 10, 'in_stock'),
      (6, 'Looked at', 'Makeup', 'Loam', 'https://shop.example/6', 10, 'in_stock')`,
  )
})
afterAll(() => db.drop())

async function asVisitor(text: string): Promise<Record<string, unknown>[]> {
  const visitor = await db.pools.asRole('anon').connect()
  try {
    await visitor.query('set role anon')
    return (await visitor.query(text)).rows
  } finally {
    visitor.release(true)
  }
}
const names = async (options = '') =>
  (await asVisitor(`select product_name from public.bestselling_products(${options})`)).map((row) => row.product_name)

test('without figures there are no bestsellers', async () => {
  expect(await names()).toEqual([])
})

test('bestsellers are what people went to the shops for in the last thirty days [S2.6.4]', async () => {
  await db.pools.owner.query(
    `insert into public.daily_events (day, key, name, product_id, count, bot_count) values
      ((now() at time zone 'utc')::date, 'a', 'outbound_click', 1, 2, 0),
      ((now() at time zone 'utc')::date - 29, 'b', 'outbound_click', 1, 3, 0),
      ((now() at time zone 'utc')::date, 'c', 'outbound_click', 2, 4, 0),
      ((now() at time zone 'utc')::date, 'd', 'outbound_click', 3, 90, 0),
      ((now() at time zone 'utc')::date - 30, 'e', 'outbound_click', 4, 90, 0),
      ((now() at time zone 'utc')::date, 'f', 'outbound_click', 5, 0, 90),
      ((now() at time zone 'utc')::date, 'g', 'page_view', 6, 90, 0),
      ((now() at time zone 'utc')::date, 'h', 'outbound_click', null, 90, 0)`,
  )
  expect(await names()).toEqual(['Balm', 'Coat'])
  expect(await names(`category_param => 'Fashion'`)).toEqual(['Coat'])
  expect(await names('page_size => 1')).toEqual(['Balm'])
})

test('the figures themselves stay the editors’', async () => {
  await expect(asVisitor('select * from public.daily_events')).rejects.toThrow(/permission denied/)
})
