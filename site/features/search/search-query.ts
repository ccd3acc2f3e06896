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
  ...narrowed
}: ShopSearchParams): ShopQuery<ShopSearch> {
  /** The first result's number, counted from 1 as shopping searches do (specification, 9). */
  const asked = { q, start: (page - 1) * resultsPerPage + 1, ...narrowed }
  return {
    key: `search ${JSON.stringify(asked)}`,
    tables: [...productTables, 'amazon_products', 'blog_posts', 'pages'],
    // What reads it is brought in when it is asked: on the server at once, in a browser when a visitor tries again.
    read: async (client) => {
      const { readSearch } = await import('./read-search.ts')
      return readSearch(client, asked)
    },
  }
}

/** The categories that have a product, sorted. */
export const categoriesQuery = (): ShopQuery<string[]> => ({
  key: 'categories',
  tables: ['products'],
  read: async (client) => unwrap(await client.rpc('product_categories')) ?? [],
})
