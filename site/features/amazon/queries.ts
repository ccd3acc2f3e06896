import type { Offer } from '#site/features/offer/offer.ts'
import { type Shop, type ShopQuery, unwrap } from '#site/ssr/data/query.ts'

export interface AmazonProductFilter {
  category?: string
  /** Case-insensitive, anywhere in the title. */
  title?: string
  limit?: number
}

/** Retailer products by rating, 10 unless the caller says otherwise (specification, 7.1). */
export const retailerProductsQuery = ({ limit = 10, ...filter }: AmazonProductFilter): ShopQuery<Offer[]> => ({
  key: `retailer-products ${JSON.stringify({ ...filter, limit })}`,
  tables: ['amazon_products', 'networks', 'merchants'],
  failure: 'Failed to fetch products',
  read: async (shop) => findOffers(shop, unwrap(await findRows(shop, filter).limit(limit)) ?? []),
})

/** Rows of one page, and whether another follows. */
export const findsPerPage = 10

export interface FindPage {
  offers: Offer[]
  hasNext: boolean
  /** Every category that has a find, sorted. */
  categories: string[]
  /** Some have a rating, so that their order says something. */
  rated: boolean
}

/** One page of the retailer's finds, with what they can be narrowed by. */
export const findPageQuery = ({ page, ...filter }: AmazonProductFilter & { page: number }): ShopQuery<FindPage> => ({
  key: `retailer-page ${JSON.stringify({ ...filter, page })}`,
  tables: ['amazon_products', 'networks', 'merchants'],
  failure: 'Failed to fetch products',
  read: async (shop) => {
    const start = (page - 1) * findsPerPage
    const [rows, categories] = await Promise.all([
      findRows(shop, filter).range(start, start + findsPerPage),
      // An editor's list of finds is hundreds of rows, not millions.
      shop.from('amazon_products').select('category, rating').order('category').limit(1000),
    ])
    const found = unwrap(rows) ?? []
    return {
      offers: await findOffers(shop, found.slice(0, findsPerPage)),
      hasNext: found.length > findsPerPage,
      rated: (unwrap(categories) ?? []).some(({ rating }) => rating !== null),
      categories: [...new Set((unwrap(categories) ?? []).map((row) => row.category))],
    }
  },
})

function findRows(shop: Shop, { category, title }: Omit<AmazonProductFilter, 'limit'>) {
  let query = shop.from('amazon_products').select(findColumns)
  if (category) query = query.eq('category', category)
  if (title) query = query.ilike('product_title', `%${title.replaceAll(/[\\%_]/g, '\\$&')}%`)
  return query.order('rating', { ascending: false, nullsFirst: false }).order('id')
}

export const findColumns =
  'id, product_title, category, price, currency, price_observed_at, image_url, product_url, created_at'

interface FindRow {
  id: number
  product_title: string
  category: string
  price: number | null
  currency: string
  price_observed_at: string | null
  image_url: string | null
  product_url: string
  created_at: string
}

/** Rows as cards show them, without prices that are a day old. */
export async function findOffers(shop: Shop, rows: readonly FindRow[]): Promise<Offer[]> {
  const [{ amazonPriceMs }, { priceRules }] = await Promise.all([
    import('#domain/price-age.ts'),
    import('#site/ssr/data/price-rules.ts'),
  ])
  const rules = await priceRules(shop)
  const limitMs = Math.min(rules.networks.amazon ?? amazonPriceMs, amazonPriceMs)
  return rows.map((row) => {
    const fresh = row.price_observed_at !== null && Date.now() - Date.parse(row.price_observed_at) <= limitMs
    return {
      id: row.id,
      name: row.product_title,
      merchant: 'Amazon',
      source: 'amazon',
      price: fresh ? row.price : null,
      priceWithheld: !fresh,
      currency: row.currency,
      image: row.image_url,
      link: row.product_url,
      soldOut: false,
      asOf: fresh ? row.price_observed_at : null,
    }
  })
}
