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
  sold_out: boolean
  leads: boolean
}

/** What a card says and where it leads: columns of one row. */
const CARD = `id::int, item_id::text as item, price::float8, availability = 'out_of_stock' as sold_out, leads`

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
      const { rows } = await db.visitor.query<Row>(`select ${columns} from public.${name}(${pages})`)
      found.push(...rows)
      if (rows.length < 100) return found
    }
  }

  /** The cheapest that can be bought of each item's offers, else the cheapest. */
  function bestOf(matching: readonly Shown[]): Map<string, Shown> {
    const best = new Map<string, Shown>()
    const key = ({ sold_out, price, id }: Shown) => [Number(sold_out), price ?? Number.MAX_VALUE, id]
    for (const offer of matching) {
      const other = best.get(offer.item)
      const at = other ? key(offer).findIndex((value, index) => value !== key(other)[index]) : 0
      if (!other || (key(offer)[at] ?? 0) < (key(other)[at] ?? 0)) best.set(offer.item, offer)
    }
    return best
  }

  const ranges = [...priceEdges.keys(), priceEdges.length].flatMap((from) =>
    [...priceEdges.keys()].slice(from).map((below) => [from, below + 1] as const),
  )

  test.each(
    ranges,
  )('in steps %i to below %i of price are the cheapest of each item in that range', async (from, below) => {
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
    const lowest = bestOf(offers)
    const searched = await all(
      'search_shop',
      [`query_text => 'serum'`, `kind_param => 'product'`, 'price_from => 30'],
      'id::int, price::float8, leads',
    )
    expect(searched.length).toBeGreaterThan(5)
    for (const { id, price, leads } of [...searched, ...(await all('list_products', ['from_step => 2']))]) {
      const own = offers.find((offer) => offer.id === id)
      expect(price).toBe(own?.price)
      expect(leads).toBe(lowest.get(own?.item ?? '')?.id === id)
    }
  })

  test('of price drops are what the product page puts first, or cost no more', async () => {
    const drops = await all('price_drops', [])
    expect(drops.length).toBeGreaterThan(80)
    expect(new Set(drops.map(({ item }) => item)).size).toBe(drops.length)
    const total = (offer: ItemOffer) => (offer.price ?? Number.MAX_VALUE) + (offer.deliveryCost ?? 0)
    for (const { id } of drops) {
      const { rows } = await db.visitor.query<ItemOffer>(
        `select id::int, merchant_name as merchant, price::float8, currency, availability, affiliate_link as link,
           delivery_cost::float8 as "deliveryCost"
         from public.product_offers($1)`,
        [id],
      )
      const [first] = rankOffers(rows, 'USD')
      const own = rows.find((offer) => offer.id === id)
      if (!first || !own) throw new Error(`product ${id} is not on its own page`)
      if (first.id !== id) expect(total(own), `${own.merchant} and ${first.merchant}`).toBeLessThanOrEqual(total(first))
    }
  })
})
