import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'
import { countInSteps, priceEdges } from '../site/features/listing/price-range.ts'

const CATEGORIES = ['Makeup', 'Skincare', 'Home & Decor', 'Retired']
const MERCHANTS = ['Calla', 'Luma', 'L\'Atelier, "2"', 'Gone']
const BRANDS = ['Loam', 'Oré Lune', 'Velloa', '{null}']
const PRICES = [0, 9.99, 10, 24.99, 25, 50, 99, 150, 300, 499.99, 500, 9000]

interface Row {
  id: number
  category: string
  merchant_name: string
  brand: string | null
  price: number | null
  created_at: string
  delisted: boolean
  product_name: string
  sold_out: boolean
}

interface Wanted {
  categories: string[] | null
  merchants: string[] | null
  brands: string[] | null
  fromStep: number | null
  belowStep: number | null
}

describe('a filtered list', () => {
  let db: ShopUnderTest
  let visitor: ShopUnderTest['visitor']
  let rows: Row[]

  beforeAll(async () => {
    db = await testShop()
    await db.pools.owner.query(
      `insert into public.products (product_name, category, merchant_name, brand, price, affiliate_link, created_at, delisted_at, availability)
       select 'Product ' || n % 50, ($1::text[])[1 + n % 4], ($2::text[])[1 + (n / 3) % 4],
         case when n % 5 > 0 then ($3::text[])[1 + (n / 2) % 4] end,
         case when n % 7 > 0 then ($4::numeric[])[1 + n % 12] end,
         'https://a.example/', timestamptz '2026-01-01' + (n % 40) * interval '1 hour',
         case when n % 11 = 0 then now() end, case when n % 6 = 0 then 'out_of_stock' else 'in_stock' end
       from generate_series(1, 600) as n`,
      [CATEGORIES, MERCHANTS, BRANDS, PRICES],
    )
    visitor = db.visitor
    await readRows()
  })
  afterAll(() => db.drop())

  async function readRows() {
    const answer = await db.pools.owner.query<Row>(
      `select id::int, category, merchant_name, brand, price::float, created_at::text, delisted_at is not null as delisted,
         product_name, availability = 'out_of_stock' as sold_out
       from public.products`,
    )
    rows = answer.rows
  }

  async function facets(wanted: Wanted, pricedOnly: boolean) {
    const found = await visitor.query<{ facet: string; value: string; products: string }>(
      'select * from public.listing_facets($1, $2, $3, $4, $5, $6)',
      [...valuesOf(wanted), pricedOnly],
    )
    const counted = found.rows.map(({ facet, value, products }) => ({ facet, value, products: Number(products) }))
    const prices = counted.filter(({ facet }) => facet === 'price')
    return [
      ...counted.filter(({ facet }) => facet !== 'price').map(({ facet, value, products }) => [facet, value, products]),
      ...RANGES.map((range) => ['price', range.join('-'), countInSteps(range, prices)]),
    ].toSorted(byText)
  }

  async function listed(
    wanted: Wanted,
    options: { sort: string; size: number; start?: number; after?: Row; back?: boolean },
  ) {
    const { sort, size, start = 0, after, back = false } = options
    const value = after && (sort === 'newest' ? after.created_at : String(after.price))
    const found = await visitor.query<{ id: number }>(
      'select id::int from public.list_products($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
      [...valuesOf(wanted), sort, size, start, value, after?.id, back],
    )
    return found.rows.map(({ id }) => id)
  }

  test('counts every facet under the filters of the others, and the whole under all: as counting by hand does [S9.20]', async () => {
    await fc.assert(
      fc.asyncProperty(wanteds, fc.boolean(), async (wanted, pricedOnly) => {
        expect(await facets(wanted, pricedOnly)).toEqual(byHand(rows, wanted, pricedOnly))
      }),
      { numRuns: 150 },
    )
  })

  test('shows each item that matches once, in order, what is sold out last, from any page', async () => {
    await fc.assert(
      fc.asyncProperty(wanteds, sorts, fc.nat(60), async (wanted, sort, start) => {
        const expected = inOrder(rows, wanted, sort)
        // A page of 3 is walked to where one of 60 is gathered.
        for (const size of [3, 60]) {
          expect(await listed(wanted, { sort, size, start })).toEqual(ids(expected.slice(start, start + size)))
        }
      }),
      { numRuns: 150 },
    )
  })

  test('goes on after a cursor, and back before it, without a gap or a double', async () => {
    await fc.assert(
      fc.asyncProperty(wanteds, sorts, fc.nat(400), async (wanted, sort, position) => {
        const expected = inOrder(rows, wanted, sort)
        const after = expected[position]
        if (!after) return
        const beyond = await listed(wanted, { sort, size: 7, after })
        expect(beyond).toEqual(ids(expected.slice(position + 1, position + 8)))
        const back = await listed(wanted, { sort, size: 7, after, back: true })
        expect(back.toReversed()).toEqual(ids(expected.slice(Math.max(0, position - 7), position)))
      }),
      { numRuns: 150 },
    )
  })

  test('cuts long facets to the largest values, and keeps the chosen ones', async () => {
    const { rows: cut } = await visitor.query<{ value: string }>(
      `select value from public.listing_facets(brands => '{Nobody,"{null}"}', facet_size => 2) where facet = 'brand'`,
    )
    expect(cut).toHaveLength(2)
    expect(cut[0]?.value).toBe('{null}')
  })

  test('takes two hundred values of a filter, and refuses more at once', async () => {
    const ask = (values: number) =>
      visitor.query('select from public.listing_facets(merchants => $1)', [Array.from({ length: values }, () => 'x')])
    await ask(200)
    await expect(ask(201)).rejects.toThrow('A filter of this list takes 200 values at most')
  })

  test('keeps its counts while products come, change, leave the shop, return and go', async () => {
    const change = (sql: string) => db.pools.owner.query(sql)
    const everything: Wanted = { categories: null, merchants: null, brands: null, fromStep: null, belowStep: null }
    for (const sql of [
      `insert into public.products (product_name, category, merchant_name, price, affiliate_link) values ('N', 'New', 'M', 12, 'https://a.example/')`,
      `update public.products set price = price * 3, brand = 'Loam' where id % 3 = 0`,
      `update public.products set category = 'Makeup' where category = 'Skincare'`,
      `update public.products set delisted_at = now() where id % 4 = 0`,
      'update public.products set delisted_at = null where id % 8 = 0',
      'delete from public.products where id % 5 = 0',
      `update public.products set product_name = product_name || '!'`,
    ]) {
      await change(sql)
      await readRows()
      expect(await facets(everything, false), sql).toEqual(byHand(rows, everything, false))
    }
    const kept = await facets(everything, false)
    await change('select private.recount_listing()')
    expect(await facets(everything, false)).toEqual(kept)
    await change('truncate public.products cascade')
    expect(await facets(everything, false)).toEqual(byHand([], everything, false))
  })

  test('has the steps of price that the filter offers', async () => {
    const { rows: edges } = await db.pools.owner.query('select private.price_edges()::float[] as edges')
    expect(edges).toEqual([{ edges: priceEdges }])
  })
})

const chosen = (values: readonly string[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values, 'Nobody'), { minLength: 1, maxLength: 3 }))
const step = fc.option(fc.integer({ min: 1, max: priceEdges.length }))
const wanteds = fc.record({
  categories: chosen(CATEGORIES),
  merchants: chosen(MERCHANTS),
  brands: chosen(BRANDS),
  fromStep: step,
  belowStep: step,
})
const sorts = fc.constantFrom('newest', 'price-asc', 'price-desc')

const valuesOf = ({ categories, merchants, brands, fromStep, belowStep }: Wanted) => [
  categories,
  merchants,
  brands,
  fromStep,
  belowStep,
]

type Facet = 'category' | 'brand'

/** Whether a product passes the filters of its kind, but for that of one facet left out. */
function passes(row: Row, { categories, brands }: Wanted, except?: Facet): boolean {
  return (
    (except === 'category' || !categories || categories.includes(row.category)) &&
    (except === 'brand' || !brands || (row.brand !== null && brands.includes(row.brand)))
  )
}

type Range = Pick<Wanted, 'fromStep' | 'belowStep'>

/** Whether its price lies in a range, of which either end may be open. */
function costs({ price }: Row, { fromStep, belowStep }: Range, pricedOnly: boolean): boolean {
  const edge = (number: number) => priceEdges[number - 1] ?? Number.NaN
  if (price === null) return !pricedOnly && fromStep === null && belowStep === null
  return (fromStep === null || price >= edge(fromStep)) && (belowStep === null || price < edge(belowStep))
}

/** One row of each item: of the offers that stand to choose, the one that can be bought, then the cheapest. */
function oneOfEach(rows: readonly Row[]): Row[] {
  const best = new Map<string, Row>()
  for (const row of rows) {
    const item = JSON.stringify([row.product_name, row.brand ?? { of: row.merchant_name }])
    const other = best.get(item)
    if (!other || isBetter(row, other)) best.set(item, row)
  }
  return [...best.values()]
}

/** An item is in a list when an offer of it, of these merchants, costs what is asked for, and is shown by the best of those. */
const shownBy = (rows: readonly Row[], merchants: string[] | null, range: Range, pricedOnly: boolean) =>
  oneOfEach(
    rows.filter(
      (row) => !row.delisted && (!merchants || merchants.includes(row.merchant_name)) && costs(row, range, pricedOnly),
    ),
  )

function isBetter(row: Row, other: Row): boolean {
  if (row.sold_out !== other.sold_out) return other.sold_out
  const [price, than] = [row.price ?? Number.POSITIVE_INFINITY, other.price ?? Number.POSITIVE_INFINITY]
  return price === than ? row.id < other.id : price < than
}

function byHand(rows: readonly Row[], wanted: Wanted, pricedOnly: boolean) {
  const listed = shownBy(rows, wanted.merchants, wanted, pricedOnly)
  const counts: [string, string, number][] = [['total', '', listed.filter((row) => passes(row, wanted)).length]]
  for (const facet of ['category', 'brand'] as const) {
    const found = new Map<string, number>()
    for (const row of listed) {
      const value = row[facet]
      if (value !== null && passes(row, wanted, facet)) found.set(value, (found.get(value) ?? 0) + 1)
    }
    for (const [value, items] of found) counts.push([facet, value, items])
  }
  for (const [from, below] of RANGES) {
    const range = { fromStep: from || null, belowStep: below > priceEdges.length ? null : below }
    const items = shownBy(rows, wanted.merchants, range, true).filter((row) => passes(row, wanted)).length
    counts.push(['price', `${from}-${below}`, items])
  }
  for (const merchant of new Set(rows.map((row) => row.merchant_name))) {
    const items = shownBy(rows, [merchant], wanted, pricedOnly).filter((row) => passes(row, wanted)).length
    if (items > 0) counts.push(['merchant', merchant, items])
  }
  // Chosen values that the catalogue has are told with none.
  const known = { category: CATEGORIES, merchant: MERCHANTS, brand: BRANDS } as const
  const chosenOf = { category: wanted.categories, merchant: wanted.merchants, brand: wanted.brands }
  for (const facet of ['category', 'merchant', 'brand'] as const) {
    const missing = (chosenOf[facet] ?? []).filter(
      (value) => !counts.some(([of, name]) => of === facet && name === value),
    )
    for (const value of missing) if (known[facet].some((name) => name === value)) counts.push([facet, value, 0])
  }
  return counts.toSorted(byText)
}

/** Every range that a filter of prices can have. */
const RANGES = Array.from({ length: priceEdges.length + 1 }, (_, from) =>
  Array.from({ length: priceEdges.length + 1 - from }, (_, steps) => [from, from + steps + 1] as const),
).flat()

function byText(a: readonly unknown[], b: readonly unknown[]): number {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)]
  return one < other ? -1 : Number(one > other)
}

function inOrder(rows: readonly Row[], wanted: Wanted, sort: string): Row[] {
  const matching = shownBy(rows, wanted.merchants, wanted, sort !== 'newest').filter((row) => passes(row, wanted))
  const key = (row: Row) => (sort === 'newest' ? Date.parse(row.created_at) : (row.price ?? 0))
  const ascending = matching.toSorted((a, b) => key(a) - key(b) || a.id - b.id)
  const ordered = sort === 'price-asc' ? ascending : ascending.reverse()
  return ordered.toSorted((a, b) => Number(a.sold_out) - Number(b.sold_out))
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)
