import { type Cursor, countCap, type Listing, lastOffsetPage, pageSize, type Sort } from '../lib/listing.ts'
import { type Offer, type ProductRow, productColumns } from '../lib/offer.ts'
import { withFreshPrices } from './fresh-prices.ts'
import { type Shop, type ShopQuery, unwrap } from './shop.ts'

/** Prices depend on the rules of networks and shops, and on when a feed was last confirmed. */
export const productTables = ['products', 'networks', 'merchants', 'feeds'] as const

export interface ProductFilter {
  category?: string
  merchant?: string
  source?: string
  limit?: number
}

/** Newest products with equality filters; 50 unless the caller says otherwise (specification, 7.1). */
export const productsQuery = ({ category, merchant, source, limit = 50 }: ProductFilter): ShopQuery<Offer[]> => ({
  key: `products ${JSON.stringify({ category, merchant, source, limit })}`,
  tables: productTables,
  read: async (shop, signal) => {
    let query = shop.from('products').select(productColumns)
    if (category) query = query.eq('category', category)
    if (merchant) query = query.eq('merchant_name', merchant)
    if (source) query = query.eq('source', source)
    query = query.order('created_at', { ascending: false }).order('id', { ascending: false }).limit(limit)
    return withFreshPrices(shop, unwrap(await abortable(query, signal)) ?? [])
  },
})

export interface ListingPage {
  offers: Offer[]
  /** Matching products; `countCap + 1` means more than the cap. */
  total: number
  next: { page: number; after: Cursor | null } | null
  previous: { page: number; before: Cursor | null } | null
}

/** One page of a filtered, sorted list: by number near its start, by cursor further in. */
export const listingQuery = (listing: Listing): ShopQuery<ListingPage> => ({
  key: `listing ${JSON.stringify(listing)}`,
  tables: productTables,
  read: async (shop, signal) => {
    const [rows, counted] = await Promise.all([
      listingRows(shop, listing, signal),
      shop.rpc('count_products', {
        category_param: listing.category ?? undefined,
        merchant_param: listing.merchant ?? undefined,
        cap: countCap,
      }),
    ])
    const total = unwrap(counted) ?? 0
    const backwards = listing.before !== null
    const found = backwards ? rows.slice(0, pageSize).reverse() : rows.slice(0, pageSize)
    const more = backwards || rows.length > pageSize
    const first = found[0]
    const last = found.at(-1)
    return {
      offers: await withFreshPrices(shop, found),
      total,
      next:
        more && last
          ? { page: listing.page + 1, after: listing.page < lastOffsetPage ? null : cursor(last, listing.sort) }
          : null,
      previous:
        listing.page > 1
          ? {
              page: listing.page - 1,
              before: listing.page <= lastOffsetPage + 1 || !first ? null : cursor(first, listing.sort),
            }
          : null,
    }
  },
})

const columnOf: Record<Sort, 'created_at' | 'price'> = {
  newest: 'created_at',
  'price-asc': 'price',
  'price-desc': 'price',
}

const cursor = (row: ProductRow, sort: Sort): Cursor => ({ value: String(row[columnOf[sort]]), id: row.id })

async function listingRows(shop: Shop, listing: Listing, signal?: AbortSignal): Promise<ProductRow[]> {
  const { category, merchant, sort, page, after, before } = listing
  const column = columnOf[sort]
  const ascending = (sort === 'price-asc') !== (before !== null)
  let query = shop.from('products').select(productColumns)
  if (category) query = query.eq('category', category)
  if (merchant) query = query.eq('merchant_name', merchant)
  // Products without a price have no place in an order by price, and would keep the price index from serving it.
  if (column === 'price') query = query.not('price', 'is', null)
  query = query.order(column, { ascending }).order('id', { ascending })
  const from = after ?? before
  if (from) {
    const [bound, beyond] = ascending ? ['gte', 'gt'] : ['lte', 'lt']
    // The plain bound lets the index start at the cursor; the tree below it settles equal values by id.
    query = query
      .filter(column, bound, from.value)
      .or(`${column}.${beyond}."${from.value}",and(${column}.eq."${from.value}",id.${beyond}.${from.id})`)
      .limit(pageSize + 1)
  } else {
    const start = (page - 1) * pageSize
    query = query.range(start, start + pageSize)
  }
  return unwrap(await abortable(query, signal)) ?? []
}

export interface FilterOptions {
  categories: string[]
  merchants: string[]
}

export const filterOptionsQuery = (): ShopQuery<FilterOptions> => ({
  key: 'filter-options',
  tables: ['products'],
  read: async (shop) => {
    const [categories, merchants] = await Promise.all([shop.rpc('product_categories'), shop.rpc('product_merchants')])
    return { categories: unwrap(categories) ?? [], merchants: unwrap(merchants) ?? [] }
  },
})

const abortable = <Query extends { abortSignal: (signal: AbortSignal) => Query }>(
  query: Query,
  signal?: AbortSignal,
): Query => (signal ? query.abortSignal(signal) : query)
