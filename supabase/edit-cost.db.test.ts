import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await db.pools.owner.query(
    `insert into public.products (product_name, category, merchant_name, price, affiliate_link, gtin, delisted_at) values
       ('Velvet Lipstick', 'Makeup', 'Northlight', 18, 'https://a.example/', '4006381333931', null),
       ('Velvet Lipstick', 'Makeup', 'Rue Verveine', 19, 'https://b.example/', '4006381333931', null),
       ('Velvet Lipstick', 'Makeup', 'Juniper Lane', 17, 'https://c.example/', '4006381333931', now())`,
  )
})
afterAll(() => db.drop())

test.each([
  ['edited', `brand = 'Vell'`],
  ['hidden', 'delisted_at = now()'],
  ['shown again', 'delisted_at = null'],
  ['given another price', 'price = 12'],
])('a product is %s without a look at all other products', async (_what, change) => {
  const client = await db.pools.owner.connect()
  try {
    await client.query('begin')
    // So few rows are otherwise read one after another, whatever indexes there are.
    await client.query('set local enable_seqscan = off')
    await client.query(`update public.products set ${change} where id = (select min(id) from public.products)`)
    const { rows } = await client.query(
      `select seq_scan::integer as whole from pg_stat_xact_user_tables where relid = 'public.products'::regclass`,
    )
    expect(rows).toEqual([{ whole: 0 }])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
