import { withFreshPrices } from '#site/features/offer/fresh-prices.ts'
import { type Offer, type ProductRow, productColumns } from '#site/features/offer/offer.ts'
import { type Client, unwrap } from '#site/ssr/data/query.ts'
import { detailArguments, filterArguments, readFacets } from '../facet-queries.ts'
import { type Cursor, hasDetails, type Listing, lastOffsetPage, pageSize, type Sort } from '../listing.ts'
import type { ListingPage, ProductFilter } from '../listing-page.ts'

export async function readProducts(
  client: Client,
  { category, merchant, source, limit, start = 0 }: ProductFilter & { limit: number; start?: number },
): Promise<Offer[]> {
  const query = client
    .rpc('list_products', {
      ...(category && { categories: [category] }),
      ...(merchant && { merchants: [merchant] }),
      ...(source && { source_param: source }),
      page_size: limit,
      page_start: start,
    })
    .select(productColumns)
  return withFreshPrices(client, unwrap(await query) ?? [])
}

interface ReadOptions {
  /** Colors, sizes, stock and price drops are filters of the list as well. */
  withDetails: boolean
}

export async function readListing(
  client: Client,
  listing: Listing,
  { withDetails }: ReadOptions,
): Promise<ListingPage> {
  const narrowed = withDetails && hasDetails(listing)
  const [rows, { total, facets }] = await Promise.all([
    narrowed ? narrowedRows(client, listing) : listingRows(client, listing),
    readFacets(client, listing, { pricedOnly: listing.sort !== 'newest', withDetails }),
  ])
  const backwards = listing.before !== null
  const found = backwards ? rows.slice(0, pageSize).reverse() : rows.slice(0, pageSize)
  // A narrowed list is paged by numbers alone, and as far as those go.
  const more = backwards || (rows.length > pageSize && !(narrowed && listing.page >= lastOffsetPage))
  const first = found[0]
  const last = found.at(-1)
  return {
    offers: await withFreshPrices(client, found),
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

async function narrowedRows(client: Client, listing: Listing): Promise<ProductRow[]> {
  const { sort, page } = listing
  const query = client
    .rpc('narrow_products', {
      ...filterArguments(listing),
      ...detailArguments(listing),
      sort,
      page_size: pageSize + 1,
      page_start: (Math.min(page, lastOffsetPage) - 1) * pageSize,
    })
    .select(productColumns)
  return unwrap(await query) ?? []
}

async function listingRows(client: Client, listing: Listing): Promise<ProductRow[]> {
  const { sort, page, after, before } = listing
  const from = after ?? before
  const query = client
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
