import type { Database } from '#domain/database.types.ts'
import { type Shop, type ShopQuery, unwrap } from '#site/ssr/data/query.ts'
import { type FacetValue, facetSize } from './facets.ts'
import type { Filters } from './listing.ts'
import { edgeNumber, priceEdges } from './price-range.ts'

/** The values a list can be narrowed by, each with what choosing it would leave: its own filter is not counted in. */
export interface Facets {
  categories: FacetValue[]
  merchants: FacetValue[]
  brands: FacetValue[]
  /** Products of each step of price, the cheapest first. */
  prices: number[]
}

type FilterArguments = Pick<
  Database['public']['Functions']['list_products']['Args'],
  'categories' | 'merchants' | 'brands' | 'from_step' | 'below_step'
>

/** Filters as the database's functions take them; one that is not set is left out. */
export const filterArguments = ({ categories, merchants, brands, min, max }: Filters): FilterArguments => ({
  ...(categories.length > 0 && { categories: [...categories] }),
  ...(merchants.length > 0 && { merchants: [...merchants] }),
  ...(brands.length > 0 && { brands: [...brands] }),
  ...(min !== null && { from_step: edgeNumber(min) }),
  ...(max !== null && { below_step: edgeNumber(max) }),
})

export async function readFacets(
  shop: Shop,
  filters: Filters,
  pricedOnly: boolean,
): Promise<{ total: number; facets: Facets }> {
  const rows =
    unwrap(
      await shop.rpc('listing_facets', {
        ...filterArguments(filters),
        priced_only: pricedOnly,
        facet_size: facetSize + 1,
      }),
    ) ?? []
  const of = (facet: string) =>
    rows.flatMap((row) => (row.facet === facet ? { value: row.value, products: row.products } : []))
  const steps = new Map(of('price').map(({ value, products }) => [Number(value), products]))
  return {
    total: of('total')[0]?.products ?? 0,
    facets: {
      categories: of('category'),
      merchants: of('merchant'),
      brands: of('brand'),
      prices: Array.from({ length: priceEdges.length + 1 }, (_, step) => steps.get(step) ?? 0),
    },
  }
}

export const facetsQuery = (filters: Filters): ShopQuery<Facets> => ({
  key: `facets ${JSON.stringify(filters)}`,
  tables: ['products'],
  read: async (shop) => (await readFacets(shop, filters, false)).facets,
})
