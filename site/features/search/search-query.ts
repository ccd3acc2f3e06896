import { productTables } from '#site/features/offer/product-tables.ts'
import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'
import { resultsPerPage } from './result-pages.ts'
import { defaultSearchText, type SearchParams } from './search-params.ts'
import type { ShopSearch } from './shop-search.ts'

type ShopSearchParams = { q?: string } & Partial<Omit<SearchParams, 'query'>>

/** One page of the search over products, Amazon products and articles, eight to a page. */
export function shopSearchQuery({
  q = defaultSearchText,
  page = 1,
  kind,
  category,
  merchant,
  brand,
  color,
  size,
  inStock,
  fallen,
  from,
  below,
  sort,
  exact,
}: ShopSearchParams): ShopQuery<ShopSearch> {
  /** The first result's number, counted from 1 as shopping searches do (specification, 9). */
  const start = (page - 1) * resultsPerPage + 1
  const filters = { category, merchant, brand, color, size, inStock, fallen, from, below }
  return {
    key: `search ${JSON.stringify({ q, start, kind, ...filters, sort, exact })}`,
    tables: [...productTables, 'amazon_products', 'blog_posts', 'pages'],
    // What reads it is brought in when it is asked: on the server at once, in a browser when a visitor tries again.
    read: async (client) => {
      const { readSearch } = await import('./read-search.ts')
      return readSearch(client, { q, start, kind, ...filters, sort, exact })
    },
  }
}

/** The categories that have a product, sorted. */
export const categoriesQuery = (): ShopQuery<string[]> => ({
  key: 'categories',
  tables: ['products'],
  read: async (client) => unwrap(await client.rpc('product_categories')) ?? [],
})
