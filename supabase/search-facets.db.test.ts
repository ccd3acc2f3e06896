import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'
import { seedDemoShop } from '../demo/seed/seed-demo-shop.ts'

type Asked = Record<string, string | number | boolean>

describe('the results of a search', () => {
  let db: ShopUnderTest
  beforeAll(async () => {
    db = await testShop()
    await seedDemoShop({ pool: db.pools.owner })
  })
  afterAll(() => db.drop())

  async function call<Row extends object>(name: string, asked: Asked, columns: string): Promise<Row[]> {
    const entries = Object.entries(asked)
    const list = entries.map(([key], index) => `${key} => $${index + 1}`).join(', ')
    const values = entries.map(([, value]) => value)
    return (await db.visitor.query<Row>(`select ${columns} from public.${name}(${list})`, values)).rows
  }
  const facets = (asked: Asked) =>
    call<{ facet: string; value: string; products: number }>('search_facets', asked, 'facet, value, products::int')

  /** Every result of a search, page after page. */
  async function results(asked: Asked): Promise<{ id: number; price: number | null; soldOut: boolean }[]> {
    const found = []
    for (let start = 0; ; start += 100) {
      const page = await call<{ id: number; price: number | null; soldOut: boolean }>(
        'search_shop',
        { ...asked, kind_param: 'product', page_size: 100, page_start: start },
        `id::int, price::float8, availability = 'out_of_stock' as "soldOut"`,
      )
      const shown = page.filter(({ id }) => id !== null)
      found.push(...shown)
      if (shown.length < 100) return found
    }
  }

  const choices: Record<string, (value: string) => Asked> = {
    category: (value) => ({ category_param: value }),
    merchant: (value) => ({ merchant_param: value }),
    brand: (value) => ({ brand_param: value }),
    colour: (value) => ({ colour_param: value }),
    size: (value) => ({ size_param: value }),
    stock: () => ({ only_in_stock: true }),
    fallen: () => ({ only_fallen: true }),
    total: () => ({}),
  }

  test.each<Asked>([
    { query_text: 'serum' },
    { query_text: 'dress' },
    { query_text: 'gold earrings' },
    { query_text: 'candle under $40' },
    { query_text: 'serum', price_from: 30 },
    { query_text: 'fashion', colour_param: 'Beige' },
    { query_text: 'fashion', only_in_stock: true, size_param: 'M' },
  ])('of %j can be narrowed by what is counted, and by as many', async (asked) => {
    const counted = await facets(asked)
    expect(counted.length).toBeGreaterThan(5)
    for (const { facet, value, products } of counted) {
      const found = await results({ ...asked, ...choices[facet]?.(value) })
      expect(found, `${facet} ${value}`).toHaveLength(products)
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    }
  })

  test('are shown by one offer that meets every filter', async () => {
    const offers = await db.pools.owner.query<{ id: number; fits: boolean }>(
      `select id::int, colour ~* '(beige|oat|oatmeal|sand|ecru|nude|natural|stone|camel|tan|taupe|champagne|fawn|linen)' and availability = 'in_stock' and price >= 20 as fits from public.products`,
    )
    const fits = new Set(offers.rows.filter((offer) => offer.fits).map(({ id }) => id))
    const found = await results({ query_text: 'fashion', colour_param: 'Beige', only_in_stock: true, price_from: 20 })
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ id }) => !fits.has(id))).toEqual([])
  })

  test.each<Asked>([
    { query_text: 'serum' },
    { query_text: 'fashion', colour_param: 'Beige' },
    { query_text: 'candle', only_in_stock: true },
  ])('of %j stand in the order of the prices that are shown', async (asked) => {
    for (const [sort, direction] of [['price-asc', 1] as const, ['price-desc', -1] as const]) {
      const found = await results({ ...asked, sort_param: sort })
      const prices = found.filter(({ soldOut }) => !soldOut).map(({ price }) => price ?? Number.POSITIVE_INFINITY)
      expect(prices.length).toBeGreaterThan(2)
      expect(prices).toEqual(prices.toSorted((a, b) => direction * (a - b)))
    }
  })

  test('are not narrowed by details where there are more than a thousand', async () => {
    await db.pools.owner.query(
      `insert into public.products (product_name, category, merchant_name, price, colour, affiliate_link)
       select 'Stoneware Bowl ' || n, 'Home & Decor', 'Kiln & Clay', n, 'Black', 'https://a.example/'
       from generate_series(1, 1100) as n`,
    )
    expect((await facets({ query_text: 'stoneware bowl' })).map(({ facet }) => facet)).toEqual(['too many'])
    expect(await results({ query_text: 'stoneware bowl', colour_param: 'Black' })).toEqual([])
    const under = { query_text: 'stoneware bowl', price_below: 300 }
    expect(await results({ ...under, colour_param: 'Black' })).not.toEqual([])
  })
})
