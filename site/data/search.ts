import type { Database } from '../database.types.ts'
import { markedText, type TextPart, unmarked } from '../lib/marked-text.ts'
import { isPriceFresh, type PriceRules } from '../lib/price-age.ts'
import { productPath } from '../lib/product-path.ts'
import {
  defaultSearchText,
  resultCap,
  resultsPerPage,
  type SearchKind,
  type SearchParams,
} from '../lib/search-params.ts'
import { priceRules } from './price-rules.ts'
import { productTables } from './products.ts'
import { amazonPriceMs } from './retailer-products.ts'
import { type ShopQuery, unwrap } from './shop.ts'

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
  exact,
}: ShopSearchParams): ShopQuery<ShopSearch> {
  /** The first result's number, counted from 1 as shopping searches do (specification, 9). */
  const start = (page - 1) * resultsPerPage + 1
  return {
    key: `search ${JSON.stringify({ q, start, kind, category, merchant, exact })}`,
    tables: [...productTables, 'amazon_products', 'blog_posts', 'pages'],
    read: async (shop, signal) => {
      const call = shop.rpc('search_shop', {
        query_text: q,
        kind_param: kind ?? undefined,
        category_param: category ?? undefined,
        merchant_param: merchant ?? undefined,
        page_size: resultsPerPage,
        page_start: start - 1,
        as_typed: exact ?? false,
      })
      const [answer, rules] = await Promise.all([signal ? call.abortSignal(signal) : call, priceRules(shop)])
      return pageOf(unwrap(answer) ?? [], { ...rules, kind: kind ?? null })
    },
  }
}

/** The categories that have a product, sorted. */
export const categoriesQuery = (): ShopQuery<string[]> => ({
  key: 'categories',
  tables: ['products'],
  read: async (shop) => unwrap(await shop.rpc('product_categories')) ?? [],
})

type Row = Database['public']['Functions']['search_shop']['Returns'][number]

function pageOf(found: Row[], { kind, ...rules }: PriceRules & { kind: SearchKind | null }): ShopSearch {
  const [first] = found
  const counts = { product: first?.products ?? 0, find: first?.finds ?? 0, article: first?.articles ?? 0 }
  const total = Math.min(kind ? counts[kind] : counts.product + counts.find + counts.article, resultCap + 1)
  const now = Date.now()
  return {
    items: found.flatMap((row) => toItem(row, rules, now) ?? []),
    searchInformation: { totalResults: String(Math.min(total, resultCap)) },
    total,
    counts,
    corrected: first?.corrected ? first.meant : null,
    someWords: first?.matched === 'some' && total > 0,
    categories: facets(first?.categories, first?.category_counts),
    merchants: facets(first?.merchants, first?.merchant_counts),
  }
}

/** Null for the one row of a page without results, which only brings the figures. */
function toItem(row: Row, rules: PriceRules, now: number): SearchItem | null {
  const kind = row.kind
  if (kind !== 'product' && kind !== 'find' && kind !== 'article') return null
  const titleParts = markedText(row.title_marked)
  const snippetParts = markedText(row.snippet_marked)
  const asOf = row.price_as_of
  const limits = kind === 'find' ? withAmazonLimit(rules) : rules
  const fresh = isPriceFresh({ source: row.source, merchant: row.merchant_name, asOf }, limits, now)
  const price = kind !== 'article' && fresh ? row.price : null
  const images = row.image_url ? [{ src: row.image_url }] : []
  return {
    kind,
    id: row.id,
    title: row.title,
    link: row.link,
    snippet: unmarked(snippetParts),
    pagemap: {
      offer: price === null ? [] : [{ price: String(price), pricecurrency: row.currency }],
      cse_image: images,
      cse_thumbnail: images,
    },
    titleParts,
    snippetParts,
    path:
      kind === 'article' ? row.link : kind === 'product' ? productPath({ id: row.id, product_name: row.title }) : null,
    category: row.category,
    merchant: row.merchant_name ?? '',
    source: row.source,
    price,
    priceWithheld: kind !== 'article' && !fresh,
    currency: row.currency,
    image: row.image_url,
    soldOut: row.availability === 'out_of_stock',
    asOf: fresh ? asOf : null,
    addedAt: row.created_at,
    readTime: row.read_time,
  }
}

const withAmazonLimit = (rules: PriceRules): PriceRules => ({
  merchants: {},
  networks: { amazon: Math.min(rules.networks.amazon ?? amazonPriceMs, amazonPriceMs) },
})

const facets = (values: string[] = [], counts: number[] = []): Facet[] =>
  values.map((value, index) => ({ value, count: counts[index] ?? 0 }))
