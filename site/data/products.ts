import { type Cursor, type Listing, lastOffsetPage, pageSize, type Sort } from '../lib/listing.ts'
import { type Offer, type ProductRow, productColumns } from '../lib/offer.ts'
import { type Facets, filterArguments, readFacets } from './facets.ts'
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
  /** Matching products, exactly. */
  total: number
  facets: Facets
  next: { page: number; after: Cursor | null } | null
  previous: { page: number; before: Cursor | null } | null
}

/** One page of a filtered, sorted list, by number near its start, by cursor further in; with what narrows it further. */
export const listingQuery = (listing: Listing): ShopQuery<ListingPage> => ({
  key: `listing ${JSON.stringify(listing)}`,
  tables: productTables,
  read: async (shop, signal) => {
    const [rows, { total, facets }] = await Promise.all([
      listingRows(shop, listing, signal),
      readFacets(shop, listing, listing.sort !== 'newest'),
    ])
    const backwards = listing.before !== null
    const found = backwards ? rows.slice(0, pageSize).reverse() : rows.slice(0, pageSize)
    const more = backwards || rows.length > pageSize
    const first = found[0]
    const last = found.at(-1)
    return {
      offers: await withFreshPrices(shop, found),
      total,
      facets,
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

const cursor = (row: ProductRow, sort: Sort): Cursor => ({
  value: String(sort === 'newest' ? row.created_at : row.price),
  id: row.id,
})

async function listingRows(shop: Shop, listing: Listing, signal?: AbortSignal): Promise<ProductRow[]> {
  const { sort, page, after, before } = listing
  const from = after ?? before
  const query = shop
    .rpc('list_products', {
      ...filterArguments(listing),
      sort,
      page_size: pageSize + 1,
      ...(from
        ? { cursor_value: from.value, cursor_id: from.id, backwards: before !== null }
        : { page_start: (page - 1) * pageSize }),
    })
    .select(productColumns)
  return unwrap(await abortable(query, signal)) ?? []
}

const abortable = <Query extends { abortSignal: (signal: AbortSignal) => Query }>(
  query: Query,
  signal?: AbortSignal,
): Query => (signal ? query.abortSignal(signal) : query)
