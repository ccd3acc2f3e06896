import { productTables } from '#site/features/offer/product-tables.ts'
import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'
import type { TextPart } from './results/marked-text.ts'
import { defaultSearchText, resultsPerPage, type SearchKind, type SearchParams } from './search-params.ts'

/** A result, in the shape that shopping searches have (specification, 3), and what our cards show beside it. */
export interface SearchItem {
  kind: SearchKind
  /** Of the product or the find; an article is known by its link. */
  id: number | null
  title: string
  /** Where a click leads: the shop's own page of it for products and finds, ours for articles. */
  link: string
  snippet: string
  pagemap: {
    /** Empty when no price is known, or the known one is too old to be shown. */
    offer: { price: string; pricecurrency: string }[]
    cse_image: { src: string }[]
    cse_thumbnail: { src: string }[]
  }
  titleParts: TextPart[]
  snippetParts: TextPart[]
  /** Our own page about it; finds have none. */
  path: string | null
  category: string
  /** Empty for articles. */
  merchant: string
  source: string | null
  price: number | null
  priceWithheld: boolean
  currency: string
  image: string | null
  soldOut: boolean
  asOf: string | null
  addedAt: string
  readTime: string | null
  isLowest?: boolean
  choices?: string | null
}

export interface ShopSearch {
  items: SearchItem[]
  /** A text, as in the shape above; counted no further than a thousand. */
  searchInformation: { totalResults: string }
  /** Of the kind asked for; 1,001 means more than a thousand. */
  total: number
  counts: Record<SearchKind, number>
  /** What was searched for instead of what was typed, when its spelling was corrected. */
  corrected: string | null
  /** Nothing has every word: these have some of them. */
  someWords: boolean
  /** Prices that the query named in words, and the query without them. */
  named: { from: number | null; below: number | null; rest: string } | null
  categories: Facet[]
  merchants: Facet[]
}

export interface Facet {
  value: string
  count: number
}

type ShopSearchParams = { q?: string } & Partial<Omit<SearchParams, 'query'>>

/** One page of the search over products, the large retailer's finds and articles, eight to a page. */
export function shopSearchQuery({
  q = defaultSearchText,
  page = 1,
  kind,
  category,
  merchant,
  from,
  below,
  sort,
  exact,
}: ShopSearchParams): ShopQuery<ShopSearch> {
  /** The first result's number, counted from 1 as shopping searches do (specification, 9). */
  const start = (page - 1) * resultsPerPage + 1
  return {
    key: `search ${JSON.stringify({ q, start, kind, category, merchant, from, below, sort, exact })}`,
    tables: [...productTables, 'amazon_products', 'blog_posts', 'pages'],
    // What reads it is brought in when it is asked: on the server at once, in a browser when a visitor tries again.
    read: async (shop, signal) => {
      const { readSearch } = await import('./read-search.ts')
      return readSearch(shop, { q, start, kind, category, merchant, from, below, sort, exact }, signal)
    },
  }
}

/** The categories that have a product, sorted. */
export const categoriesQuery = (): ShopQuery<string[]> => ({
  key: 'categories',
  tables: ['products'],
  read: async (shop) => unwrap(await shop.rpc('product_categories')) ?? [],
})
