import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'
import { feedText, importFeed, rowsNamed } from './functions/_shared/import/testing/feed-fixture.ts'

describe('a price drop', () => {
  let db: ShopUnderTest
  let visitor: ShopUnderTest['visitor']
  beforeAll(async () => {
    db = await testShop()
    visitor = db.visitor
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    await db.pools.owner.query('truncate public.products, public.merchants, public.feeds, public.feed_runs cascade')
    await db.pools.owner.query(`insert into public.merchants (name, slug, may_show_history) values
      ('Loam', 'loam', true), ('Silent', 'silent', false)`)
  })

  const sql = (text: string, values: unknown[] = []) => db.pools.owner.query(text, values)
  const drops = async (options = '') => {
    const { rows } = await visitor.query<{ name: string; was: string | null }>(
      `select p.product_name as name, public.was_price(p) as was from public.price_drops(${options}) as p`,
    )
    return rows.map(({ name, was }) => [name, Number(was)])
  }
  const was = async () =>
    (await visitor.query<{ was: string | null }>('select public.was_price(p) as was from public.products p')).rows[0]
      ?.was ?? null

  /** A product with a life: each price and for how many days it stood, the last until now. */
  async function product(name: string, prices: [price: number, days: number][], columns: Record<string, unknown> = {}) {
    const [first = [0, 0]] = prices
    const row: Record<string, unknown> = {
      product_name: name,
      merchant_name: 'Loam',
      category: 'Makeup',
      affiliate_link: 'https://shop.example/x',
      price: first[0],
      ...columns,
    }
    const names = Object.keys(row)
    const { rows } = await sql(
      `insert into public.products (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
      Object.values(row),
    )
    const id = rows[0].id
    for (const [index, [price]] of prices.entries()) {
      if (index === 0) continue
      const age = prices.slice(index - 1).reduce((sum, [, days]) => sum + days, 0)
      // As if the price before had begun that long ago.
      await sql(`update public.products set price_changed_at = now() - make_interval(days => $2) where id = $1`, [
        id,
        age,
      ])
      await sql('update public.products set price = $2 where id = $1', [id, price])
      const since = prices.slice(index).reduce((sum, [, days]) => sum + days, 0)
      for (const [table, column, key] of [
        ['price_history', 'observed_until', 'product_id'],
        ['products', 'price_changed_at', 'id'],
        ['price_drops', 'dropped_at', 'product_id'],
      ] as const) {
        const latest = table === 'price_history' ? 'and observed_until > now() - interval $$1 minute$$' : ''
        await sql(
          `update public.${table} set ${column} = now() - make_interval(days => $2) where ${key} = $1 ${latest}`,
          [id, since],
        )
      }
    }
    return id
  }

  test('is listed and counted from a time on, as the deals of a month are [S2.7.17]', async () => {
    await product('This week', [
      [20, 40],
      [15, 2],
    ])
    await product('Three weeks ago', [
      [20, 40],
      [10, 21],
    ])
    const since = `since_param => now() - interval '7 days'`
    expect(await drops(since)).toEqual([['This week', 20]])
    expect(await drops(`merchant_param => 'Loam', ${since}`)).toEqual([['This week', 20]])
    expect((await drops()).map(([name]) => name)).toEqual(['This week', 'Three weeks ago'])
    const { rows } = await visitor.query(`select public.count_price_drops(${since}) as count`)
    expect(rows).toEqual([{ count: 1 }])
  })

  test('is a price below everything of the thirty days before', async () => {
    await product('Fell', [
      [20, 40],
      [15, 2],
    ])
    expect(await drops()).toEqual([['Fell', 20]])
  })

  test('is none when the price was as low within those days', async () => {
    await product('Up and down', [
      [15, 40],
      [30, 10],
      [20, 1],
    ])
    expect(await drops()).toEqual([])
    expect(await was()).toBeNull()
  })

  test('compares with the lowest of them, not with the last', async () => {
    await product('Stairs', [
      [30, 40],
      [18, 10],
      [25, 10],
      [16, 1],
    ])
    expect(await drops()).toEqual([['Stairs', 18]])
  })

  test('is none after thirty days', async () => {
    await product('Old news', [
      [20, 40],
      [15, 31],
    ])
    expect(await drops()).toEqual([])
    expect(await was()).toBeNull()
  })

  test('is none in another currency', async () => {
    const id = await product('Moved', [[20, 40]])
    await sql(`update public.products set price = 15, currency = 'EUR' where id = $1`, [id])
    expect(await drops()).toEqual([])
  })

  test('ends when the price rises again', async () => {
    const id = await product('Short', [
      [20, 40],
      [15, 2],
    ])
    await sql('update public.products set price = 19 where id = $1', [id])
    expect(await drops()).toEqual([])
    expect((await sql('select from public.price_drops')).rowCount).toBe(0)
  })

  test('is not told for a shop that forbids past prices, nor kept for Amazon', async () => {
    await product(
      'Quiet',
      [
        [20, 40],
        [15, 2],
      ],
      { merchant_name: 'Silent' },
    )
    expect(await was()).toBeNull()
    await product(
      'Find',
      [
        [20, 40],
        [15, 2],
      ],
      { source: 'amazon' },
    )
    expect(await drops()).toEqual([])
    expect((await sql('select from public.price_drops')).rowCount).toBe(1)
    expect((await visitor.query('select from public.price_drops')).rowCount).toBe(0)
  })

  test('is not a deal when the product is sold out or gone', async () => {
    const fall: [number, number][] = [
      [20, 40],
      [15, 2],
    ]
    await product('Sold out', fall, { availability: 'out_of_stock' })
    const gone = await product('Gone', fall)
    await sql('update public.products set delisted_at = now() where id = $1', [gone])
    expect(await drops()).toEqual([])
  })

  describe('that leaves the offer dearer than another', () => {
    const fall: [number, number][] = [
      [20, 40],
      [15, 2],
    ]
    const other = (columns: Record<string, unknown>) =>
      product('Serum', [[14, 1]], { merchant_name: 'Calla', availability: 'in_stock', brand: 'Velloa', ...columns })
    const told = async () => {
      const { rows } = await visitor.query(
        `select public.count_price_drops() as counted, (select count(*)::int from public.price_drops()) as listed,
           (select count(*)::int from public.price_drop_choices()) as choices,
           (select products::int from public.detail_facets() where facet = 'fallen') as fallen,
           (select count(*)::int from public.narrow_products(fallen => true)) as narrowed,
           (select count(public.was_price(products))::int from public.products) as badges,
           (select count(*)::int from private.proven_drops) as proven`,
      )
      return rows[0]
    }
    const shown = { counted: 1, listed: 1, choices: 2, fallen: 1, narrowed: 1, badges: 1, proven: 1 }
    const hidden = { counted: 0, listed: 0, choices: 0, fallen: 0, narrowed: 0, badges: 0, proven: 0 }

    test('is told nowhere, until the other is sold out, dearer or gone', async () => {
      await product('Serum', fall, { availability: 'in_stock', brand: 'Velloa' })
      expect(await told()).toEqual(shown)
      const id = await other({})
      expect(await told()).toEqual(hidden)
      for (const change of [
        `availability = 'out_of_stock'`,
        'price = 16',
        'delivery_cost = 4',
        'delisted_at = now()',
      ]) {
        const [column = ''] = change.split(' ')
        await sql(`update public.products set ${change} where id = $1`, [id])
        expect(await told(), change).toEqual(shown)
        const before = { availability: 'in_stock', price: 14, delivery_cost: null, delisted_at: null }[column]
        await sql(`update public.products set ${column} = $2 where id = $1`, [id, before ?? null])
        expect(await told(), `not ${change}`).toEqual(hidden)
      }
    })

    test.each([
      ['costs as much', { price: 15 }],
      ['is not told to be in stock', { availability: 'unknown' }],
      ['is another size', { size: '15 ml' }],
      ['is priced in another currency', { currency: 'EUR' }],
      ['is dearer with delivery', { delivery_cost: 2 }],
    ])('is told while the other %s', async (_, columns) => {
      await product('Serum', fall, { availability: 'in_stock', brand: 'Velloa', size: '50 ml' })
      await other(columns)
      expect(await told()).toEqual(shown)
    })

    test('gives way to the item’s other drops', async () => {
      await product('Serum', fall, { availability: 'in_stock', brand: 'Velloa' })
      await product(
        'Serum',
        [
          [15, 40],
          [14, 2],
        ],
        { availability: 'in_stock', brand: 'Velloa', merchant_name: 'Loam Too' },
      )
      await sql(`insert into public.merchants (name, slug, may_show_history) values ('Loam Too', 'loam-too', true)`)
      expect(await drops()).toEqual([['Serum', 15]])
      expect(await drops(`merchant_param => 'Loam'`)).toEqual([])
    })
  })

  test('lists filter, sort and count', async () => {
    await product('Half', [
      [20, 40],
      [10, 9],
    ])
    await product('Tenth', [
      [20, 40],
      [18, 1],
    ])
    await product(
      'Bowl',
      [
        [20, 40],
        [12, 5],
      ],
      { category: 'Home & Decor', source: 'cj' },
    )
    expect(await drops()).toEqual([
      ['Tenth', 20],
      ['Bowl', 20],
      ['Half', 20],
    ])
    expect((await drops(`sort_param => 'biggest'`)).map(([name]) => name)).toEqual(['Half', 'Bowl', 'Tenth'])
    expect((await drops(`category_param => 'Makeup', page_size => 1, page_start => 1`)).map(([name]) => name)).toEqual([
      'Half',
    ])
    expect(await drops(`source_param => 'cj'`)).toEqual([['Bowl', 20]])
    expect(await drops(`merchant_param => 'Silent'`)).toEqual([])
    const counted = async (options: string) =>
      (await visitor.query(`select public.count_price_drops(${options}) as n`)).rows[0].n
    expect([await counted(''), await counted(`category_param => 'Makeup'`), await counted('cap => 1')]).toEqual([
      3, 2, 2,
    ])
  })

  test('lists are narrowed by what has a present drop that may be told', async () => {
    const fall: [number, number][] = [
      [20, 40],
      [15, 2],
    ]
    const choices = async () =>
      (await visitor.query<{ facet: string; value: string }>('select * from public.price_drop_choices()')).rows.map(
        ({ facet, value }) => `${facet} ${value}`,
      )
    await product('Silent', fall, { merchant_name: 'Silent', category: 'Hair' })
    expect(await choices()).toEqual([])
    await sql(`insert into public.merchants (name, slug, may_show_history) values ('Arbour', 'arbour', true)`)
    await product('Rouge', fall)
    await product('Throw', fall, { category: 'Home & Decor' })
    await product('Oil', fall, { merchant_name: 'Arbour' })
    await product(
      'Old news',
      [
        [20, 40],
        [15, 31],
      ],
      { category: 'Fragrance' },
    )
    expect(await choices()).toEqual(['category Home & Decor', 'category Makeup', 'merchant Arbour', 'merchant Loam'])
  })

  test('follows the product to another category and shop', async () => {
    const id = await product('Mover', [
      [20, 40],
      [15, 2],
    ])
    await sql(`update public.products set category = 'Skincare', merchant_name = 'Silent' where id = $1`, [id])
    expect((await sql('select category, merchant_name from public.price_drops')).rows).toEqual([
      { category: 'Skincare', merchant_name: 'Silent' },
    ])
  })

  test('is found and ended by imports as by hand', async () => {
    const feed = (price: string) => feedText(rowsNamed(4).map((row, i) => (i === 0 ? { ...row, price } : row)))
    await importFeed(db.pools.owner, feed('10.00'))
    await importFeed(db.pools.owner, feed('8.00'))
    expect(await drops()).toEqual([['Vase P1', 10]])
    await importFeed(db.pools.owner, feed('9.00'))
    expect(await drops()).toEqual([])
    await importFeed(db.pools.owner, feed('7.50'))
    expect(await drops()).toEqual([['Vase P1', 8]])
  })
})
