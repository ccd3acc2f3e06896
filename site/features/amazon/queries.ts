import type { Offer } from '#site/features/offer/offer.ts'
import { type Client, type ShopQuery, unwrap } from '#site/ssr/data/query.ts'

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
  read: async (client) => amazonOffers(client, unwrap(await amazonRows(client, filter).limit(limit)) ?? []),
})

/** Rows of one page, and whether another follows. */
export const amazonPerPage = 10

export interface AmazonPage {
  offers: Offer[]
  hasNext: boolean
  /** Every category that has a find, sorted. */
  categories: string[]
  /** Some have a rating, so that their order says something. */
  rated: boolean
}

/** One page of Amazon products, with what they can be narrowed by. */
export const amazonPageQuery = ({
  page,
  ...filter
}: AmazonProductFilter & { page: number }): ShopQuery<AmazonPage> => ({
  key: `retailer-page ${JSON.stringify({ ...filter, page })}`,
  tables: ['amazon_products', 'networks', 'merchants'],
  failure: 'Failed to fetch products',
  read: async (client) => {
    const start = (page - 1) * amazonPerPage
    const [rows, categories] = await Promise.all([
      amazonRows(client, filter).range(start, start + amazonPerPage),
      // An editor's list of Amazon products is hundreds of rows, not millions.
      client.from('amazon_products').select('category, rating').order('category').limit(1000),
    ])
    const found = unwrap(rows) ?? []
    return {
      offers: await amazonOffers(client, found.slice(0, amazonPerPage)),
      hasNext: found.length > amazonPerPage,
      rated: (unwrap(categories) ?? []).some(({ rating }) => rating !== null),
      categories: [...new Set((unwrap(categories) ?? []).map((row) => row.category))],
    }
  },
})

function amazonRows(client: Client, { category, title }: Omit<AmazonProductFilter, 'limit'>) {
  let query = client.from('amazon_products').select(amazonColumns)
  if (category) query = query.eq('category', category)
  if (title) query = query.ilike('product_title', `%${title.replaceAll(/[\\%_]/g, '\\$&')}%`)
  return query.order('rating', { ascending: false, nullsFirst: false }).order('id')
}

export const amazonColumns =
  'id, product_title, category, price, currency, price_observed_at, image_url, product_url, created_at'

interface AmazonRow {
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
export async function amazonOffers(client: Client, rows: readonly AmazonRow[]): Promise<Offer[]> {
  const [{ amazonPriceMs }, { priceRules }] = await Promise.all([
    import('#domain/price-age.ts'),
    import('#site/ssr/data/price-rules.ts'),
  ])
  const rules = await priceRules(client)
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
