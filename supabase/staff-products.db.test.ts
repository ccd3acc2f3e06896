import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

const EDITOR = '00000000-0000-4000-8000-000000000002'

let db: TestDatabase
let editor: pg.PoolClient
beforeAll(async () => {
  db = await testDatabase('shop')
  const { owner } = db.pools
  await owner.query('insert into auth.users (id) values ($1)', [EDITOR])
  await owner.query(`insert into public.user_roles (user_id, role) values ($1, 'editor')`, [EDITOR])
  // As an import leaves them: all at one time, and some prices alike.
  await owner.query(
    `insert into public.products (product_name, category, merchant_name, source, brand, price, affiliate_link)
     select 'Stoneware Bowl ' || n, 'Home & Decor', 'Kiln & Clay', 'awin', 'Loam', nullif(n % 20, 0), 'https://a.example/'
     from generate_series(1, 300) as n`,
  )
  await owner.query(
    `insert into public.products (product_name, category, merchant_name, price, affiliate_link, gtin, delisted_at) values
       ('Velvet Lipstick', 'Makeup', 'Northlight', 18, 'https://a.example/', '4006381333931', null),
       ('100% Silk Scarf', 'Fashion', 'Northlight', 60, 'https://a.example/', null, now()),
       ('Silk Robe', 'Fashion', 'Northlight', 90, 'https://a.example/', null, now())`,
  )
  editor = await db.pools.asRole('authenticated').connect()
  await editor.query('set role authenticated')
  await editor.query(`select set_config('request.jwt.claims', $1, false)`, [
    JSON.stringify({ sub: EDITOR, role: 'authenticated' }),
  ])
})
afterAll(async () => {
  editor.release(true)
  await db.drop()
})

interface Row {
  id: string
  product_name: string
  created: string
  price: string | null
  delisted: string | null
}

async function page(filters: object, sort = 'newest', size = 200, after: [string, string] | null = null) {
  const { rows } = await editor.query<Row>(
    `select id, product_name, created_at::text as created, price, delisted_at::text as delisted
     from public.staff_products($1, $2, $3, $4, $5)`,
    [filters, sort, size, after?.[0] ?? null, after?.[1] ?? null],
  )
  return rows
}

async function names(filters: object): Promise<string[]> {
  return (await page(filters)).map((row) => row.product_name)
}

async function count(filters: object, cap = 10_000): Promise<number> {
  const { rows } = await editor.query('select public.count_staff_products($1, $2) as counted', [filters, cap])
  return rows[0].counted
}

test.each([
  ['newest', 301, 'created'],
  ['oldest', 301, 'created'],
  ['price-asc', 286, 'price'],
  ['price-desc', 286, 'price'],
] as const)('pages in the order %s hold every row once, though many are alike', async (sort, expected, column) => {
  const seen: Row[] = []
  for (;;) {
    const last = seen.at(-1)
    const rows = await page({}, sort, 47, last ? [last[column] ?? '', last.id] : null)
    seen.push(...rows)
    if (rows.length < 47) break
  }
  expect(seen).toHaveLength(expected)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(expected)
  const sign = sort.endsWith('asc') || sort === 'oldest' ? 1 : -1
  const prices = seen.map((row) => sign * Number(column === 'price' ? row.price : Date.parse(row.created)))
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
})

test('filters narrow the list and its count alike', async () => {
  for (const filters of [
    { merchant: 'Northlight' },
    { category: 'Makeup', source: 'hand' },
    { brand: 'Loam', price_from: '5', price_to: '6.5' },
    { availability: 'out_of_stock' },
    { status: 'hidden' },
    { search: 'lipstick' },
  ]) {
    expect([filters, await count(filters)]).toEqual([filters, (await page(filters)).length])
  }
  expect(await names({ category: 'Makeup' })).toEqual(['Velvet Lipstick'])
  expect(await count({ brand: 'Loam', price_from: '5', price_to: '6.5' })).toBe(30)
})

test('the search finds words, an id and a GTIN, and among hidden products letters', async () => {
  const [lipstick] = await page({ search: 'velvet lipstick' })
  expect(lipstick?.product_name).toBe('Velvet Lipstick')
  expect(await names({ search: lipstick?.id })).toEqual(['Velvet Lipstick'])
  expect(await names({ search: '4006381333931' })).toEqual(['Velvet Lipstick'])
  expect(await names({ search: 'silk' })).toEqual([])
  expect((await names({ search: 'silk', status: 'hidden' })).toSorted()).toEqual(['100% Silk Scarf', 'Silk Robe'])
  expect(await names({ search: '0% s', status: 'hidden' })).toEqual(['100% Silk Scarf'])
  expect(await names({ search: "'; drop table products; --" })).toEqual([])
})

test('a count stops at its cap', async () => {
  expect(await count({}, 50)).toBe(51)
  expect(await count({}, 301)).toBe(301)
})

test.each([
  [{ merchnt: 'Northlight' }],
  [{ status: 'every' }],
])('a misspelt filter (%j) is refused instead of finding everything', async (filters) => {
  await expect(page(filters)).rejects.toThrow(/^Products have no filter "(merchnt|every)"$/)
  await expect(count(filters)).rejects.toThrow('Products have no filter')
})

test('page 20,000 reads what the first does: the cursor is a bound of the index, not a condition on rows', async () => {
  const [cursor] = await page({}, 'newest', 1)
  const client = await db.pools.owner.connect()
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = off; set local enable_sort = off')
    const { rows } = await client.query(
      `explain select * from public.products
       where ${(await client.query(`select private.staff_product_conditions('{}') as text`)).rows[0].text}
         and (created_at, id) < ('${cursor?.created}'::timestamptz, '${cursor?.id}'::bigint)
       order by created_at desc, id desc limit 100`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index Scan Backward using products_newest/)
    expect(plan).toMatch(/Index Cond: \(ROW\(created_at, id\) < ROW\(/)
    expect(plan).not.toContain('Sort')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a search finds the variant that says the words, and all of an item where none says them alone', async () => {
  const { owner } = db.pools
  await owner.query(`
    insert into public.merchants (name, slug) values ('Ember Atelier', 'ember-atelier');
    insert into public.programmes (id, network_id, external_id, merchant_id, name)
      select 71, 'awin', '71', id, name from public.merchants where name = 'Ember Atelier';
    insert into public.feeds (id, programme_id, external_id) values (71, 71, 'a');
  `)
  await owner.query(
    `insert into public.products
       (feed_id, external_id, product_name, brand, category, merchant_name, price, affiliate_link, colour, size, variant_group)
     select 71, 'EMB-' || colour, 'Ember Ring ' || colour, 'Ember', 'Jewelry', merchant, 40, 'https://a.example/', colour, size, 'ring'
     from (values ('Gold', '6', 'Ember Atelier'), ('Silver', '7', 'Northlight'), ('Copper', '8', 'Ember Atelier'))
       as variant (colour, size, merchant)`,
  )
  expect(await names({ search: 'ember ring' })).toHaveLength(3)
  expect(await names({ search: 'ember ring silver' })).toEqual(['Ember Ring Silver'])
  expect(await count({ search: 'ember ring silver' })).toBe(1)
  expect(await names({ search: 'gold copper ring' }), 'said by two of them together').toHaveLength(3)
  expect(await names({ search: 'EMB-Gold' }), 'as its feed calls it').toEqual(['Ember Ring Gold'])
})
