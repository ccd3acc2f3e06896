import type { Database } from '#domain/database.types.ts'
import { amazonPriceMs, isPriceFresh, type PriceRules } from '#domain/price-age.ts'
import { productPath } from '#domain/product-path.ts'
import { choicesOf } from '#site/features/offer/to-offer.ts'
import { priceRules } from '#site/ssr/data/price-rules.ts'
import { type Client, unwrap } from '#site/ssr/data/query.ts'
import { largestImage } from '#site/ui/largest-image.ts'
import { resultsPerPage } from './result-pages.ts'
import { markedText, unmarked } from './results/marked-text.ts'
import { resultCap, type SearchKind, type SearchParams } from './search-params.ts'
import type { Facet, SearchItem, ShopSearch } from './shop-search.ts'

type Asked = { q: string; start: number } & Partial<Omit<SearchParams, 'query' | 'page'>>

/** Asks the shop for one page of results, from number `start` on. */
export async function readSearch(
  client: Client,
  { q, start, kind, category, merchant, from, below, sort, exact }: Asked,
): Promise<ShopSearch> {
  const call = client.rpc('search_shop', {
    query_text: q,
    kind_param: kind ?? undefined,
    category_param: category ?? undefined,
    merchant_param: merchant ?? undefined,
    page_size: resultsPerPage,
    page_start: start - 1,
    as_typed: exact ?? false,
    ...(from !== null && { price_from: from }),
    ...(below !== null && { price_below: below }),
    ...(sort && { sort_param: sort }),
  })
  const [answer, rules] = await Promise.all([call, priceRules(client)])
  return pageOf(unwrap(answer) ?? [], { ...rules, kind: kind ?? null })
}

type Row = Database['public']['Functions']['search_shop']['Returns'][number]

type Page = PriceRules & { kind: SearchKind | null }

function pageOf(found: Row[], { kind, ...rules }: Page): ShopSearch {
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
    named: namedPrices(first),
    categories: facets(first?.categories, first?.category_counts),
    merchants: facets(first?.merchants, first?.merchant_counts),
  }
}

/** The prices that the query said in words. */
function namedPrices(first: Row | undefined): ShopSearch['named'] {
  if (!first || (first.named_from === null && first.named_below === null)) return null
  return { from: first.named_from, below: first.named_below, rest: first.meant }
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
  const images = row.image_url ? [{ src: largestImage(row.image_url) }] : []
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
    ...(kind === 'product' && { isLowest: row.leads && (row.shops > 1 || row.sizes > 1), choices: choicesOf(row) }),
  }
}

const withAmazonLimit = (rules: PriceRules): PriceRules => ({
  merchants: {},
  networks: { amazon: Math.min(rules.networks.amazon ?? amazonPriceMs, amazonPriceMs) },
})

const facets = (values: string[] = [], counts: number[] = []): Facet[] =>
  values.map((value, index) => ({ value, count: counts[index] ?? 0 }))
