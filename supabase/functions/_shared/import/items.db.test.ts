import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { importFeed } from './testing/feed-fixture.ts'

interface Row {
  id: string
  name: string
  price?: string
  merchant?: string
  brand?: string
  ean?: string
  colour?: string
  size?: string
  group?: string
  stock?: '0' | '1'
}

const HEADER =
  'aw_deep_link,product_name,merchant_product_id,search_price,currency,merchant_name,merchant_id,data_feed_id,merchant_category,brand_name,ean,colour,Fashion:size,parent_product_id,in_stock'

const feed = (rows: readonly Row[]) =>
  `${HEADER}\n${rows
    .map(
      ({
        id,
        name,
        price = '10.00',
        merchant = 'Loam',
        brand = 'Velloa',
        ean = '',
        colour = '',
        size = '',
        group = '',
        stock = '1',
      }) =>
        [
          'https://www.awin1.com/pclick.php?p=1',
          `"${name}"`,
          id,
          price,
          'USD',
          merchant,
          merchant,
          merchant.length,
          'Jewelry',
          brand,
          ean,
          colour,
          size,
          group,
          stock,
        ].join(','),
    )
    .join('\n')}\n`

describe('the items of imported offers', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await testDatabase('shop')
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    await db.pools.owner.query(
      'truncate public.products, public.feeds, private.product_documents, private.product_texts, private.item_aliases cascade',
    )
  })
  const pool = (): pg.Pool => db.pools.owner
  const run = (rows: readonly Row[], force = true) => importFeed(pool(), feed(rows), { force })

  /** Ids of each item's listed offers in the feed, the leading one first, with what the item comes in. */
  async function items() {
    const { rows } = await pool().query<{ item: string[]; shops: number; colours: number; sizes: number }>(
      `select array_agg(external_id::text order by leads desc, external_id) as item,
         max(shops) as shops, max(colours) as colours, max(sizes) as sizes
       from public.products
       where delisted_at is null
       group by item_id
       having count(*) filter (where leads) = 1
       order by min(external_id)`,
    )
    return rows.map(({ item, shops, colours, sizes }) => `${item.join(' ')} (${shops}, ${colours}, ${sizes})`)
  }
  async function found(words: string) {
    const { rows } = await pool().query('select external_id from public.search_products($1)', [words])
    return rows.map((row) => row.external_id)
  }

  test('are its colours and sizes, by the words that the shop writes behind the name', async () => {
    await run([
      { id: 'a', name: 'Velloa Slim Ring - Gold, M', colour: 'Gold', size: 'M', price: '12' },
      { id: 'b', name: 'Slim Ring – Rose Gold, L', colour: 'Rose Gold', size: 'L', price: '11' },
      { id: 'c', name: 'SLIM RING M Gold', colour: 'gold', size: 'm', merchant: 'Fig', price: '13' },
      { id: 'd', name: 'Slim Ring Set', price: '9' },
      { id: 'e', name: 'Slim Ring - Gold, M', colour: 'Gold', size: 'M', brand: 'Loam' },
    ])
    expect(await items()).toEqual(['b a c (2, 2, 2)', 'd (1, 0, 0)', 'e (1, 1, 1)'])
    expect(await found('rose ring')).toEqual(['b'])
    expect((await found('slim ring')).toSorted()).toEqual(['b', 'd', 'e'])
  })

  test('are joined by a GTIN and by the shop’s own group, through as many offers as it takes', async () => {
    await run([
      { id: 'a', name: 'Ripple Hoops', ean: '4006381333931', group: 'G' },
      { id: 'b', name: 'Ripple Hoops Mini', group: 'G' },
      { id: 'c', name: 'Creoles by Velloa', ean: '4006381333931', merchant: 'Fig' },
      { id: 'd', name: 'Creoles by Velloa', merchant: 'Wren', price: '8' },
    ])
    expect(await items()).toEqual(['d a b c (3, 0, 0)'])
  })

  test('stay apart where one number or group stands for everything', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => ({
      id: `p${n + 10}`,
      name: `Thing number ${n}`,
      ean: '4006381333931',
    }))
    await run(rows)
    expect(await items()).toHaveLength(30)
  })

  test('are the same whether offers come together or one after the other, and by hand', async () => {
    const [first, second, third] = [
      { id: 'a', name: 'Ripple Hoops', ean: '4006381333931' },
      { id: 'b', name: 'Creoles', ean: '4006381333931', merchant: 'Fig', price: '9' },
      { id: 'c', name: 'Creoles', merchant: 'Wrens', price: '8' },
    ] as const
    for (const row of [first, second, third]) await run([row])
    expect(await items()).toEqual(['c a b (3, 0, 0)'])
    await pool().query(
      `insert into public.products (product_name, brand, merchant_name, price, availability, affiliate_link)
       values ('Ripple hoops', 'VELLOA', 'Hand', 7, 'in_stock', 'https://a.example/')`,
    )
    const { rows } = await pool().query('select merchant_name, shops from public.products where leads')
    expect(rows).toEqual([{ merchant_name: 'Hand', shops: 4 }])
  })

  test('are led by what can be bought, then by what is cheapest, as prices and stocks change', async () => {
    const offers = (a: Partial<Row>, b: Partial<Row>) => [
      { id: 'a', name: 'Ripple Hoops', price: '10', ...a },
      { id: 'b', name: 'Ripple Hoops', price: '12', merchant: 'Fig', ...b },
    ]
    await run(offers({}, {}))
    expect(await items()).toEqual(['a b (2, 0, 0)'])
    await run(offers({}, { price: '9' }))
    expect(await items()).toEqual(['b a (2, 0, 0)'])
    await run(offers({}, { price: '9', stock: '0' }))
    expect(await items()).toEqual(['a b (2, 0, 0)'])
    expect(await found('hoops')).toEqual(['a'])
  })

  test('lose offers that are delisted, and get them back', async () => {
    const [a, b] = [
      { id: 'a', name: 'Ripple Hoops', price: '10' },
      { id: 'b', name: 'Ripple Hoops', price: '12', group: 'G' },
    ]
    await run([a, b])
    await run([b])
    expect(await items()).toEqual(['b (1, 0, 0)'])
    expect(await found('hoops')).toEqual(['b'])
    await run([a, b])
    expect(await items()).toEqual(['a b (1, 0, 0)'])
    expect(await found('hoops')).toEqual(['a'])
  })

  test('part when an offer turns out to be something else', async () => {
    await run([
      { id: 'a', name: 'Ripple Hoops' },
      { id: 'b', name: 'Ripple Hoops', merchant: 'Fig' },
    ])
    expect(await items()).toEqual(['a b (2, 0, 0)'])
    await run([
      { id: 'a', name: 'Ripple Hoops' },
      { id: 'b', name: 'Cat-Eye Glasses', merchant: 'Fig' },
    ])
    expect(await items()).toEqual(['a (1, 0, 0)', 'b (1, 0, 0)'])
    expect(await found('glasses')).toEqual(['b'])
  })

  test('are counted by the lists as counting anew counts them', async () => {
    await run([
      { id: 'a', name: 'Ripple Hoops', price: '10' },
      { id: 'b', name: 'Ripple Hoops', price: '12', merchant: 'Fig' },
      { id: 'c', name: 'Cat-Eye Glasses', price: '30', merchant: 'Fig' },
    ])
    const counts = async () =>
      (
        await pool().query(
          `select merchant_name, sum(products)::int as items from private.listing_counts group by 1 order by 1`,
        )
      ).rows
    expect(await counts()).toEqual([
      { merchant_name: '', items: 2 },
      { merchant_name: 'Fig', items: 2 },
      { merchant_name: 'Loam', items: 1 },
    ])
  })
})
