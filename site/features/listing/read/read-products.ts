import { withFreshPrices } from '#site/features/offer/fresh-prices.ts'
import { type Offer, type ProductRow, productColumns } from '#site/features/offer/offer.ts'
import { type Shop, unwrap } from '#site/ssr/data/query.ts'
import { filterArguments, readFacets } from '../facet-queries.ts'
import { type Cursor, type Listing, lastOffsetPage, pageSize, type Sort } from '../listing.ts'
import type { ListingPage, ProductFilter } from '../listing-page.ts'

export async function readProducts(
  shop: Shop,
  { category, merchant, source, limit, start = 0 }: ProductFilter & { limit: number; start?: number },
): Promise<Offer[]> {
  const query = shop
    .rpc('list_products', {
      ...(category && { categories: [category] }),
      ...(merchant && { merchants: [merchant] }),
      ...(source && { source_param: source }),
      page_size: limit,
      page_start: start,
    })
    .select(productColumns)
  return withFreshPrices(shop, unwrap(await query) ?? [])
}

export async function readListing(shop: Shop, listing: Listing): Promise<ListingPage> {
  const [rows, { total, facets }] = await Promise.all([
    listingRows(shop, listing),
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
}

const cursor = (row: ProductRow, sort: Sort): Cursor => ({
  value: String(sort === 'newest' ? row.created_at : row.price),
  id: row.id,
})

async function listingRows(shop: Shop, listing: Listing): Promise<ProductRow[]> {
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
  return unwrap(await query) ?? []
}
