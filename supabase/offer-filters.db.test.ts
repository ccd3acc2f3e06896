import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'
import { countInSteps } from '../site/features/listing/price-range.ts'

const MERCHANTS = ['Calla', 'Luma', 'Quiet'] as const
const COLOURS = { 'Dusty Rose': 'Pink', Ivory: 'White', Navy: 'Blue' } as const
const SIZES = ['30 ml', '100 ml'] as const
const AVAILABILITY = ['in_stock', 'unknown', 'out_of_stock', 'preorder'] as const
/** As private.price_edges has them. */
const EDGES = [10, 25, 50, 75, 100, 150, 200, 300, 500]

interface OfferRow {
  id: string
  item: string
  merchant: string
  brand: string
  category: string
  color: string
  /** What the merchant calls the color: offers of another are of another thing. */
  shade: string
  size: string
  price: number
  availability: string
  fell: boolean
  proven: boolean
}

interface Asked {
  categories?: string[]
  merchants?: string[]
  brands?: string[]
  from_step?: number
  below_step?: number
  colour_names?: string[]
  size_names?: string[]
  in_stock?: boolean
  fallen?: boolean
}

/** Each of one offer's columns by what is asked; an item is in a list when one offer of it passes them all. */
const passes = (offer: OfferRow, asked: Asked): boolean =>
  (asked.categories ?? [offer.category]).includes(offer.category) &&
  (asked.merchants ?? [offer.merchant]).includes(offer.merchant) &&
  (asked.brands ?? [offer.brand]).includes(offer.brand) &&
  (asked.from_step === undefined || offer.price >= (EDGES[asked.from_step - 1] ?? 0)) &&
  (asked.below_step === undefined || offer.price < (EDGES[asked.below_step - 1] ?? 0)) &&
  (asked.colour_names ?? [offer.color]).includes(offer.color) &&
  (asked.size_names ?? [offer.size]).includes(offer.size) &&
  (!asked.in_stock || offer.availability === 'in_stock') &&
  (!asked.fallen || offer.proven)

/** It can be bought, and none of its item in the same color and size can be had more surely, or as surely for less. */
const isDeal = (offer: OfferRow, offers: readonly OfferRow[]) =>
  offer.fell &&
  offer.availability !== 'out_of_stock' &&
  !offers.some(
    (other) =>
      other.item === offer.item &&
      other.shade === offer.shade &&
      other.size === offer.size &&
      (surenessOf(other) < surenessOf(offer) || (surenessOf(other) === surenessOf(offer) && other.price < offer.price)),
  )
const SURENESS = ['in_stock', 'unknown', 'preorder', 'out_of_stock']
const surenessOf = ({ availability }: Pick<OfferRow, 'availability'>) => SURENESS.indexOf(availability)

const itemsOf = (offers: readonly OfferRow[]) => new Set(offers.map(({ item }) => item))

describe('a list that is narrowed by several things', () => {
  let db: ShopUnderTest
  let visitor: ShopUnderTest['visitor']
  const offers: OfferRow[] = []

  beforeAll(async () => {
    db = await testShop()
    const sql = (text: string, values: unknown[] = []) => db.pools.owner.query(text, values)
    await sql(
      `insert into public.merchants (name, slug, may_show_history)
      select name, lower(name), name <> 'Quiet' from unnest($1::text[]) as name`,
      [MERCHANTS],
    )
    // A sequence without a pattern that the columns share, and the same in every run.
    let state = 7
    const pick = <Value>(values: readonly Value[]): Value => {
      state = (state * 48271) % 2147483647
      const value = values[state % values.length]
      if (value === undefined) throw new Error('nothing to choose from')
      return value
    }
    for (let n = 0; n < 160; n++) {
      const item = `Thing ${n % 40}`
      const shade = pick(Object.keys(COLOURS))
      const color = Object.entries(COLOURS).find(([name]) => name === shade)?.[1] ?? ''
      const offer = {
        ...{ item, color, shade, proven: false, merchant: pick(MERCHANTS), brand: n % 40 < 25 ? 'Loam' : 'Noor' },
        ...{ category: n % 2 ? 'Makeup' : 'Fashion', size: pick(SIZES), price: pick([8, 20, 30, 60, 110]) },
        ...{ availability: pick(AVAILABILITY), fell: pick([true, false, false]) },
      }
      const { rows } = await sql(
        `insert into public.products
           (product_name, brand, category, merchant_name, colour, size, price, availability, affiliate_link)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'https://a.example/') returning id::text`,
        [item, offer.brand, offer.category, offer.merchant, shade, offer.size, offer.price, offer.availability],
      )
      offers.push({ id: rows[0].id, ...offer })
    }
    await sql(
      `insert into public.price_drops (product_id, category, merchant_name, was_price, price, currency, dropped_at)
      select id, category, merchant_name, price * 2, price, currency, now() - interval '1 day'
      from public.products where id = any ($1)`,
      [offers.filter(({ fell }) => fell).map(({ id }) => id)],
    )
    await sql('select private.refresh_items(array(select item_id from public.products))')
    // Its merchant lets it be told, too.
    for (const offer of offers) offer.proven = isDeal(offer, offers) && offer.merchant !== 'Quiet'
    expect(offers.filter(({ proven }) => proven).length).toBeGreaterThan(10)
    visitor = db.visitor
  })
  afterAll(() => db.drop())

  const call = async (name: string, asked: object, columns: string) => {
    const entries = Object.entries(asked)
    const list = entries.map(([key], index) => `${key} => $${index + 1}`).join(', ')
    const values = entries.map(([, value]) => value)
    return (await visitor.query(`select ${columns} from public.${name}(${list})`, values)).rows
  }
  const narrowed = (asked: Asked, sort = 'newest'): Promise<{ id: string; name: string; price: number }[]> =>
    call(
      'narrow_products',
      { ...asked, sort, page_size: 100 },
      'id::text, product_name as name, price::float8, shops, colours, sizes, is_lowest',
    )
  const facets = async (asked: Asked) => {
    const rows: { facet: string; value: string; products: number }[] = await call(
      'detail_facets',
      asked,
      'facet, value, products::int',
    )
    return (facet: string) =>
      Object.fromEntries(rows.filter((row) => row.facet === facet).map(({ value, products }) => [value, products]))
  }

  const questions: Asked[] = [
    { size_names: ['100 ml'], below_step: 2 },
    { size_names: ['100 ml'], from_step: 3 },
    { colour_names: ['Pink'], fallen: true },
    { colour_names: ['Pink', 'Blue'], size_names: ['30 ml'], in_stock: true },
    { colour_names: ['White'], merchants: ['Calla'], below_step: 3 },
    { brands: ['Noor'], size_names: ['30 ml'], fallen: true },
    { merchants: ['Calla', 'Luma'], in_stock: true },
    { categories: ['Makeup'], colour_names: ['Blue'], from_step: 2, below_step: 4 },
    { fallen: true },
    { in_stock: true },
    { in_stock: true, fallen: true },
  ]

  test.each(questions)('has the items of which one offer passes it all, and shows such an offer: %j', async (asked) => {
    const found = await narrowed(asked)
    const matching = offers.filter((offer) => passes(offer, asked))
    expect(new Set(found.map(({ name }) => name))).toEqual(itemsOf(matching))
    expect(found).toHaveLength(itemsOf(matching).size)
    expect((await facets(asked))('total')).toEqual({ '': found.length })
    for (const card of found) {
      const own = matching.filter(({ item }) => item === card.name)
      const shown = own.find(({ id }) => id === card.id)
      expect(shown, `${card.name} is shown by an offer that matches`).toBeDefined()
      const surest = Math.min(...own.map(surenessOf))
      expect(card.price).toBe(
        Math.min(...own.filter((offer) => surenessOf(offer) === surest).map(({ price }) => price)),
      )
      const buyable = own.filter(({ availability }) => availability !== 'out_of_stock')
      // What the card says of its choices is said of the matching ones.
      expect(card).toMatchObject({
        shops: new Set(own.map(({ merchant }) => merchant)).size,
        colours: new Set(own.map(({ color }) => color)).size,
        sizes: new Set(own.map(({ size }) => size)).size,
        is_lowest: card.price === Math.min(...(buyable.length > 0 ? buyable : own).map(({ price }) => price)),
      })
    }
  })

  test.each(questions)('says of each value what choosing it leaves: %j', async (asked) => {
    const counts = await facets(asked)
    const without = (key: keyof Asked) => ({ ...asked, [key]: undefined })
    const itemsPassing = (wanted: Asked) => itemsOf(offers.filter((offer) => passes(offer, wanted))).size
    const expected = (key: 'categories' | 'merchants' | 'brands' | 'colour_names' | 'size_names', of: string[]) =>
      Object.fromEntries(
        of.map((value) => [value, itemsPassing({ ...without(key), [key]: [value] })] as const).filter(([, n]) => n > 0),
      )
    const known = (facet: string) => Object.fromEntries(Object.entries(counts(facet)).filter(([, n]) => n > 0))
    expect(known('colour')).toEqual(expected('colour_names', Object.values(COLOURS)))
    expect(known('size')).toEqual(expected('size_names', [...SIZES]))
    expect(counts('stock')).toEqual({ '': itemsPassing({ ...asked, in_stock: true }) })
    expect(counts('fallen')).toEqual({ '': itemsPassing({ ...asked, fallen: true }) })
    const chosen = asked.colour_names || asked.size_names || asked.in_stock || asked.fallen
    if (!chosen) return
    expect(known('category')).toEqual(expected('categories', ['Makeup', 'Fashion']))
    expect(known('merchant')).toEqual(expected('merchants', [...MERCHANTS]))
    expect(known('brand')).toEqual(expected('brands', ['Loam', 'Noor']))
    // An item of two steps is one item of a range of both.
    const prices = Object.entries(counts('price')).map(([value, products]) => ({ value, products }))
    for (const [from, below] of [
      [0, 2],
      [2, 3],
      [3, 5],
      [0, 10],
    ] as const) {
      const inRange = countInSteps([from, below], prices)
      const range = { from_step: from || undefined, below_step: below < 10 ? below : undefined }
      expect(inRange).toBe(itemsPassing({ ...asked, ...range }))
    }
  })

  test('is ordered by the prices that are shown', async () => {
    const prices = (await narrowed({ colour_names: ['Pink'], in_stock: true }, 'price-desc')).map(({ price }) => price)
    expect(prices).toEqual(prices.toSorted((a, b) => b - a))
    expect(new Set(prices).size).toBeGreaterThan(2)
  })

  test('has as many price drops as the deals, in all and of each merchant', async () => {
    const count = async (text: string) => (await visitor.query(text)).rows[0].n
    const fallen = (await narrowed({ fallen: true })).length
    expect(fallen).toBe(itemsOf(offers.filter(({ proven }) => proven)).size)
    expect(await count('select public.count_price_drops() as n')).toBe(fallen)
    expect(await count('select count(*)::int as n from public.price_drops(page_size => 100)')).toBe(fallen)
    for (const merchant of MERCHANTS) {
      const ofMerchant = (await narrowed({ fallen: true, merchants: [merchant] })).length
      expect(await count(`select public.count_price_drops(merchant_param => '${merchant}') as n`)).toBe(ofMerchant)
    }
    const badges = `select count(distinct item_id)::int as n from public.products where public.was_price(products) is not null`
    expect(await count(badges)).toBe(fallen)
  })

  test('has the drops of a merchant as soon as it lets them be told', async () => {
    const dropsOf = async () => [
      (await visitor.query('select public.count_price_drops() as n')).rows[0].n,
      (await narrowed({ fallen: true })).length,
    ]
    const all = itemsOf(offers.filter((offer) => isDeal(offer, offers))).size
    await db.pools.owner.query(`update public.merchants set may_show_history = true where name = 'Quiet'`)
    expect(await dropsOf()).toEqual([all, all])
    await db.pools.owner.query(`update public.merchants set may_show_history = false where name = 'Quiet'`)
    const told = itemsOf(offers.filter(({ proven }) => proven)).size
    expect(await dropsOf()).toEqual([told, told])
  })

  test('a chosen value that the catalogue knows and nothing matches is told from one that it does not know', async () => {
    const asked = { colour_names: ['Gold', '<script>'], size_names: ['30 ml', '99 ml'], brands: ['Loam', 'Nobody'] }
    const counts = await facets(asked)
    expect(counts('colour')).toHaveProperty('Gold', 0)
    expect(Object.keys(counts('colour'))).not.toContain('<script>')
    expect(counts('size')).toHaveProperty('30 ml', 0)
    expect(Object.keys(counts('size'))).not.toContain('99 ml')
    expect(counts('brand')).toHaveProperty('Loam', 0)
    expect(Object.keys(counts('brand'))).not.toContain('Nobody')
  })
})
