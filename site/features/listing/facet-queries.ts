import type { Database } from '#domain/database.types.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import { type Client, type ShopQuery, unwrap } from '#site/ssr/data/query.ts'
import { sharedRead } from '#site/ssr/data/shared-read.ts'
import { type FacetValue, facetSize } from './facets.ts'
import { type Filters, hasDetails } from './listing.ts'
import { countInSteps, edgeNumber, priceRanges, stepsOf } from './price-range.ts'

/** The values a list can be narrowed by, each with what choosing it would leave: its own filter is not counted in. */
export interface Facets {
  categories: FacetValue[]
  merchants: FacetValue[]
  brands: FacetValue[]
  /** Products in each of `priceRanges`. */
  prices: number[]
  /** Left out of lists that are not narrowed so far. */
  details?: Details
}

/** Null: so many items that they must be narrowed by something else first. */
export type Details = {
  colors: FacetValue[]
  sizes: FacetValue[]
  inStock: number
  fallen: number
} | null

type FilterArguments = Pick<
  Database['public']['Functions']['list_products']['Args'],
  'categories' | 'merchants' | 'brands' | 'from_step' | 'below_step'
>

type FacetArguments<Name extends 'listing_facets' | 'detail_facets'> = Database['public']['Functions'][Name]['Args']

/** Filters as the database's functions take them; one that is not set is left out. */
export const filterArguments = ({ categories, merchants, brands, min, max }: Filters): FilterArguments => ({
  ...(categories.length > 0 && { categories: [...categories] }),
  ...(merchants.length > 0 && { merchants: [...merchants] }),
  ...(brands.length > 0 && { brands: [...brands] }),
  ...(min !== null && { from_step: edgeNumber(min) }),
  ...(max !== null && { below_step: edgeNumber(max) }),
})

export const detailArguments = ({ colors, sizes, inStock, fallen }: Filters) => ({
  ...(colors.length > 0 && { colour_names: [...colors] }),
  ...(sizes.length > 0 && { size_names: [...sizes] }),
  ...(inStock && { in_stock: true }),
  ...(fallen && { fallen: true }),
})

// The same on every page of a list and in every order.
const listingFacets = sharedRead(productTables, async (client, wanted: FacetArguments<'listing_facets'>) =>
  unwrap(await client.rpc('listing_facets', wanted)),
)
const detailFacets = sharedRead(productTables, async (client, wanted: FacetArguments<'detail_facets'>) =>
  unwrap(await client.rpc('detail_facets', wanted)),
)

interface FacetsOptions {
  pricedOnly?: boolean
  /** Colors, sizes, stock and price drops are counted as well. */
  withDetails?: boolean
}

export async function readFacets(
  client: Client,
  filters: Filters,
  { pricedOnly = false, withDetails = false }: FacetsOptions = {},
): Promise<{ total: number; facets: Facets }> {
  const wanted = { ...filterArguments(filters), priced_only: pricedOnly, facet_size: facetSize + 1 }
  const [listed, detailed] = await Promise.all([
    // Where a detail is chosen, its function counts everything.
    withDetails && hasDetails(filters) ? null : listingFacets(client, wanted),
    withDetails ? detailFacets(client, { ...wanted, ...detailArguments(filters) }) : null,
  ])
  const details = detailed ?? []
  const rows = listed ?? details
  const valuesOf = (facet: string, from = rows) =>
    from.flatMap((row) => (row.facet === facet ? { value: row.value, products: row.products } : []))
  const of = (facet: string) => valuesOf(facet)
  const detail = (facet: string) => valuesOf(facet, details)
  return {
    total: of('total')[0]?.products ?? 0,
    facets: {
      categories: of('category'),
      merchants: of('merchant'),
      brands: of('brand'),
      prices: priceRanges.map(([min, max]) => countInSteps(stepsOf(min, max), of('price'))),
      ...(withDetails && {
        details:
          detail('too many').length > 0
            ? null
            : {
                colors: detail('colour'),
                sizes: detail('size'),
                inStock: detail('stock')[0]?.products ?? 0,
                fallen: detail('fallen')[0]?.products ?? 0,
              },
      }),
    },
  }
}

export const facetsQuery = (filters: Filters): ShopQuery<Facets> => ({
  key: `facets ${JSON.stringify(filters)}`,
  tables: ['products'],
  read: async (client) => (await readFacets(client, filters)).facets,
})
