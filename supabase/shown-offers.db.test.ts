import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'
import { seedDemoShop } from '../demo/seed/seed-demo-shop.ts'
import { priceEdges } from '../site/features/listing/price-range.ts'
import { rankOffers } from '../site/features/product/best-offer.ts'
import type { ItemOffer } from '../site/features/product/item-offers.ts'

interface Shown {
  id: number
  item: string
  price: number | null
  delivery: number | null
  availability: string
  sold_out: boolean
  is_lowest: boolean
}

interface Card {
  id: number
  price: number | null
  best: number | null
}

/** What a card says and where it leads: columns of one row. */
const CARD = `id::int, item_id::text as item, price::float8, delivery_cost::float8 as delivery, availability,
  availability = 'out_of_stock' as sold_out, is_lowest`

const STOCK = ['in_stock', 'unknown', 'preorder', 'backorder', 'out_of_stock']

describe('the offers that the demo shop shows', () => {
  let db: ShopUnderTest
  let offers: (Shown & { category: string; brand: string })[]
  beforeAll(async () => {
    db = await testShop()
    await seedDemoShop({ pool: db.pools.owner })
    offers = (
      await db.pools.owner.query(`select ${CARD}, category, brand from public.products where delisted_at is null`)
    ).rows
  })
  afterAll(() => db.drop())

  /** Every page of a list. */
  async function all<Row extends object = Shown>(name: string, options: string[], columns = CARD): Promise<Row[]> {
    const found: Row[] = []
    for (let start = 0; ; start += 100) {
      const pages = [...options, 'page_size => 100', `page_start => ${start}`].join(', ')
      const { rows } = await db.visitor.query<Row>(`select ${columns} from public.${name}(${pages}) as p`)
      found.push(...rows)
      if (rows.length < 100) return found
    }
  }

  /** The cheapest with delivery of each item's offers that can be had the most surely. */
  function bestOf(matching: readonly Shown[]): Map<string, Shown> {
    const best = new Map<string, Shown>()
    const key = ({ sold_out, availability, price, delivery, id }: Shown) => [
      ...[Number(sold_out), Number(price === null), STOCK.indexOf(availability)],
      ...[price === null ? 0 : Math.round((price + (delivery ?? 0)) * 100), id],
    ]
    for (const offer of matching) {
      const other = best.get(offer.item)
      const at = other ? key(offer).findIndex((value, index) => value !== key(other)[index]) : 0
      if (!other || (key(offer)[at] ?? 0) < (key(other)[at] ?? 0)) best.set(offer.item, offer)
    }
    return best
  }

  /** The offers of a product's page, the button's first. */
  async function pageOf(id: number): Promise<ItemOffer[]> {
    const { rows } = await db.visitor.query<ItemOffer>(
      `select id::int, merchant_name as merchant, price::float8, currency, availability, affiliate_link as link,
         delivery_cost::float8 as "deliveryCost"
       from public.product_offers($1)`,
      [id],
    )
    return rankOffers(rows, 'USD')
  }

  const ranges = [...priceEdges.keys(), priceEdges.length].flatMap((from) =>
    [...priceEdges.keys()].slice(from).map((below) => [from, below + 1] as const),
  )

  test.each(ranges)('in steps %i to below %i of price are the best of each item in that range', async (from, below) => {
    const options = [...(from > 0 ? [`from_step => ${from}`] : []), `below_step => ${below}`]
    const inRange = offers.filter(
      ({ price }) =>
        price !== null && price >= (priceEdges[from - 1] ?? 0) && price < (priceEdges[below - 1] ?? Number.MAX_VALUE),
    )
    const expected = bestOf(inRange)
    const found = await all('list_products', [...options, `sort => 'price-asc'`])
    expect(new Map(found.map((card) => [card.item, card.id]))).toEqual(
      new Map([...expected].map(([item, { id }]) => [item, id])),
    )
    expect(found).toHaveLength(expected.size)
    const total = `select products::int from public.listing_facets(${options.join(', ')}) where facet = 'total'`
    expect((await db.visitor.query(total)).rows).toEqual([{ products: expected.size }])
    // Sorted by what the cards say.
    const prices = found.filter((card) => !card.sold_out).map(({ price }) => price ?? 0)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  })

  test('a card says “from” only of the item’s lowest price', async () => {
    const lowestOf = (item: string | undefined) => {
      const own = offers.filter((offer) => offer.item === item && offer.price !== null)
      const buyable = own.filter(({ sold_out }) => !sold_out)
      return Math.min(...(buyable.length > 0 ? buyable : own).map(({ price }) => price ?? Number.MAX_VALUE))
    }
    const searched = await all(
      'search_shop',
      [`query_text => 'serum'`, `kind_param => 'product'`, 'price_from => 30'],
      'id::int, price::float8, is_lowest',
    )
    expect(searched.length).toBeGreaterThan(5)
    for (const { id, price, is_lowest } of [...searched, ...(await all('list_products', ['from_step => 2']))]) {
      const own = offers.find((offer) => offer.id === id)
      expect(price).toBe(own?.price)
      expect(is_lowest).toBe(price === lowestOf(own?.item))
    }
  })

  test('are those of the product page’s button, or say what it costs there', async () => {
    const elsewhere = 'p.id::int, p.price::float8, public.best_price(p)::float8 as best'
    const lists = [
      ...(await all<Card>('list_products', [], elsewhere)),
      ...(await all<Card>('list_products', ['from_step => 2', 'below_step => 4'], elsewhere)),
      ...(await all<Card>('list_products', [`merchants => array['Maison Calla']`], elsewhere)),
    ]
    const pages = new Map<number, ItemOffer | undefined>()
    for (const { id, price, best } of lists) {
      if (!pages.has(id)) pages.set(id, (await pageOf(id))[0])
      expect(best ?? price, `card ${id}`).toBe(pages.get(id)?.price)
    }
    expect(lists.some(({ price, best }) => best !== null && best !== price)).toBe(true)
  })

  test('of price drops are what the product page puts first', async () => {
    const drops = await all('price_drops', [])
    expect(drops.length).toBeGreaterThan(40)
    expect(new Set(drops.map(({ item }) => item)).size).toBe(drops.length)
    const total = (offer: ItemOffer) => (offer.price ?? Number.MAX_VALUE) + (offer.deliveryCost ?? 0)
    for (const { id } of drops) {
      const ranked = await pageOf(id)
      const own = ranked.find((offer) => offer.id === id)
      const [first] = ranked
      if (!first || !own) throw new Error(`product ${id} is not on its own page`)
      expect([own.availability, total(own)], `${own.merchant} and ${first.merchant}`).toEqual([
        first.availability,
        total(first),
      ])
    }
  })
})
