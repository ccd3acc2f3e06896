import { type Offer, productColumns } from '../lib/offer.ts'
import { resultsPerPage, type SearchParams } from '../lib/search-params.ts'
import { type ArticleSummary, summaryColumns } from './articles.ts'
import { withFreshPrices } from './fresh-prices.ts'
import { productTables } from './products.ts'
import { type ShopQuery, unwrap } from './shop.ts'

export interface SearchResults {
  offers: Offer[]
  /** Matching products, counted no further than the catalogue's cap. */
  total: number
  articles: ArticleSummary[]
}

/** Products by full text with typing errors forgiven, and articles whose title or excerpt has the words. */
export const searchQuery = ({ query, page }: SearchParams): ShopQuery<SearchResults> => ({
  key: `search ${JSON.stringify({ query, page })}`,
  tables: [...productTables, 'blog_posts'],
  read: async (shop) => {
    const [found, counted, articles] = await Promise.all([
      shop
        .rpc('search_products', {
          query_text: query,
          page_size: resultsPerPage,
          page_start: (page - 1) * resultsPerPage,
        })
        .select(productColumns),
      shop.rpc('count_search_products', { query_text: query }),
      shop
        .from('blog_posts')
        .select(summaryColumns)
        .eq('is_active', true)
        .or(mentions(query))
        .order('created_at', { ascending: false })
        .limit(4),
    ])
    return {
      offers: await withFreshPrices(shop, unwrap(found) ?? []),
      total: unwrap(counted) ?? 0,
      articles: unwrap(articles) ?? [],
    }
  },
})

/** Characters with a meaning in the filter's grammar become gaps between words. */
function mentions(query: string): string {
  const pattern = `*${query.replace(/[\s"\\%_*,.()]+/g, '*')}*`
  return `title.ilike."${pattern}",excerpt.ilike."${pattern}"`
}
