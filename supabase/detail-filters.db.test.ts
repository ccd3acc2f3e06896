import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'

const COLOURS = ['Dusty Rose', 'Black/Gold', 'Navy blue', 'Zzyzx', null] as const
const FAMILIES = [['Pink'], ['Black', 'Gold'], ['Blue'], [], []]
const SIZES = ['S', 'M', '50 ml', null] as const

interface Asked {
  categories?: string[]
  merchants?: string[]
  brands?: string[]
  colour_names?: string[]
  size_names?: string[]
  in_stock?: boolean
  fallen?: boolean
}

describe('colours, sizes, stock and price drops', () => {
  let db: ShopUnderTest
  let visitor: ShopUnderTest['visitor']
  /** Forty items of one offer each, and one item at two merchants in two colours. */
  const rows = Array.from({ length: 40 }, (_, n) => ({
    name: `Thing ${n}`,
    category: n % 2 ? 'Makeup' : 'Fashion',
    merchant: n % 3 ? 'Calla' : 'Luma',
    colour: n % COLOURS.length,
    size: SIZES[n % SIZES.length],
    soldOut: n % 7 === 0,
  }))

  beforeAll(async () => {
    db = await testShop()
    const insert = (
      name: string,
      category: string,
      merchant: string,
      colour: string | null,
      size: string | null | undefined,
      stock: string,
    ) =>
      db.pools.owner.query(
        `insert into public.products (product_name, brand, category, merchant_name, colour, size, price, availability, affiliate_link)
         values ($1, 'Loam', $2, $3, $4, $5, 20, $6, 'https://a.example/')`,
        [name, category, merchant, colour, size, stock],
      )
    for (const row of rows)
      await insert(
        row.name,
        row.category,
        row.merchant,
        COLOURS[row.colour] ?? null,
        row.size,
        row.soldOut ? 'out_of_stock' : 'in_stock',
      )
    await insert('Shared', 'Gifts', 'Calla', 'Sage', null, 'in_stock')
    await insert('Shared', 'Gifts', 'Luma', 'Ivory', null, 'in_stock')
    visitor = db.visitor
  })
  afterAll(() => db.drop())

  const call = async (name: string, asked: Asked, columns: string) => {
    const entries = Object.entries(asked)
    const list = entries.map(([key], index) => `${key} => $${index + 1}`).join(', ')
    return (
      await visitor.query(
        `select ${columns} from public.${name}(${list})`,
        entries.map(([, value]) => value),
      )
    ).rows
  }
  const facets = async (asked: Asked): Promise<(facet: string) => Record<string, number>> => {
    const found = await call('detail_facets', asked, 'facet, value, products::int')
    return (facet: string) =>
      Object.fromEntries(found.filter((row) => row.facet === facet).map(({ value, products }) => [value, products]))
  }
  const names = async (asked: Asked): Promise<string[]> =>
    (await call('narrow_products', { ...asked, page_size: 100 } as Asked, 'product_name')).map(
      (row) => row.product_name,
    )
  const of = (family: string) => rows.filter(({ colour }) => FAMILIES[colour]?.includes(family))

  test('are counted by items: a colour by its family, several where the merchant names several', async () => {
    const all = await facets({})
    expect(all('colour')).toEqual({ Pink: 8, Black: 8, Gold: 8, Blue: 8, Green: 1, White: 1 })
    expect(all('size')).toEqual({ S: 10, M: 10, '50 ml': 10 })
    expect(all('stock')).toEqual({ '': 41 - rows.filter(({ soldOut }) => soldOut).length })
    expect(all('total')).toEqual({ '': 41 })
    expect(all('category')).toEqual({})
  })

  test('narrow the list to what their counts say, in any combination', async () => {
    for (const asked of [
      { colour_names: ['Pink'] },
      { colour_names: ['Pink', 'Gold'] },
      { size_names: ['M'], in_stock: true },
      { colour_names: ['Black'], categories: ['Makeup'] },
      { colour_names: ['Blue'], merchants: ['Luma'], size_names: ['S', '50 ml'] },
      { in_stock: true, merchants: ['Calla', 'Luma'] },
    ] satisfies Asked[]) {
      const found = await names(asked)
      expect(found).toEqual([...new Set(found)])
      expect((await facets(asked))('total')).toEqual({ '': found.length })
    }
    expect((await names({ colour_names: ['Pink'] })).toSorted()).toEqual(
      of('Pink')
        .map(({ name }) => name)
        .toSorted(),
    )
  })

  test('a facet is counted under the filters of the others, so that choosing a value leaves its number', async () => {
    const asked = { colour_names: ['Pink'], categories: ['Makeup'] }
    const counts = await facets(asked)
    for (const [category, products] of Object.entries(counts('category')))
      expect(await names({ ...asked, categories: [category] })).toHaveLength(products)
    for (const [merchant, products] of Object.entries(counts('merchant')))
      expect(await names({ ...asked, merchants: [merchant] })).toHaveLength(products)
    for (const [colour, products] of Object.entries(counts('colour')))
      expect(await names({ ...asked, colour_names: [colour] })).toHaveLength(products)
    expect(Object.keys(counts('category'))).toEqual(expect.arrayContaining(['Makeup', 'Fashion']))
    expect(counts('colour')).toMatchObject({ Blue: 4 })
  })

  test('an item is found by the colours of all of its offers, once', async () => {
    expect(await names({ colour_names: ['Green', 'White'] })).toEqual(['Shared'])
  })

  test('a price drop counts where the merchant lets it be shown', async () => {
    const drop = `insert into public.price_drops (product_id, category, merchant_name, was_price, price, currency, dropped_at)
      select id, category, merchant_name, 40, price, currency, now() from public.products where product_name = 'Thing 1'`
    await db.pools.owner.query(drop)
    expect(await names({ fallen: true })).toEqual([])
    await db.pools.owner.query(
      `insert into public.merchants (name, slug, may_show_history) values ('Calla', 'calla', true)`,
    )
    expect(await names({ fallen: true })).toEqual(['Thing 1'])
    expect((await facets({}))('fallen')).toEqual({ '': 1 })
  })

  test('a list of too many items says so, and reads none of them', async () => {
    await db.pools.owner.query('update private.listing_counts set products = products + 20000')
    expect((await facets({ colour_names: ['Pink'] }))('too many')).not.toEqual({})
    expect(await names({ colour_names: ['Pink'] })).toEqual([])
  })
})
