import type { Database } from '#domain/database.types.ts'
import { amazonPriceMs, isPriceFresh, type PriceRules } from '#domain/price-age.ts'
import { productPath } from '#domain/product-path.ts'
import { productTables } from '#site/features/offer/product-tables.ts'
import { choicesOf } from '#site/features/offer/to-offer.ts'
import { priceRules } from '#site/ssr/data/price-rules.ts'
import { type Client, unwrap } from '#site/ssr/data/query.ts'
import { sharedRead } from '#site/ssr/data/shared-read.ts'
import { largestImage } from '#site/ui/largest-image.ts'
import { resultsPerPage } from './result-pages.ts'
import { markedText, unmarked } from './results/marked-text.ts'
import { resultCap, type SearchKind, type SearchParams } from './search-params.ts'
import type { Facet, SearchFacets, SearchItem, ShopSearch } from './shop-search.ts'

type Asked = { q: string; start: number } & Partial<Omit<SearchParams, 'query' | 'page'>>

/** Asks the shop for one page of results, from number `start` on. */
export async function readSearch(
  client: Client,
  { q, start, kind, sort, exact, ...filters }: Asked,
): Promise<ShopSearch> {
  const narrowed = { query_text: q, as_typed: exact ?? false, ...filterArguments(filters) }
  const call = client.rpc('search_shop', {
    ...narrowed,
    kind_param: kind ?? undefined,
    page_size: resultsPerPage,
    page_start: start - 1,
    ...(sort && { sort_param: sort }),
  })
  // Articles cannot be narrowed.
  const counts = kind === 'article' ? null : searchFacets(client, narrowed)
  const [answer, rules, counted] = await Promise.all([call, priceRules(client), counts])
  return pageOf(unwrap(answer) ?? [], { ...rules, kind: kind ?? null, counted: counted ?? [] })
}

type FacetArguments = Database['public']['Functions']['search_facets']['Args']

// The same on every page of a search and in every order.
const searchFacets = sharedRead(productTables, async (client, wanted: FacetArguments) =>
  unwrap(await client.rpc('search_facets', wanted)),
)

const filterArguments = ({
  category,
  merchant,
  brand,
  color,
  size,
  inStock,
  fallen,
  from,
  below,
}: Partial<SearchParams>) => ({
  ...(category && { category_param: category }),
  ...(merchant && { merchant_param: merchant }),
  ...(brand && { brand_param: brand }),
  ...(color && { colour_param: color }),
  ...(size && { size_param: size }),
  ...(inStock && { only_in_stock: true }),
  ...(fallen && { only_fallen: true }),
  ...(typeof from === 'number' && { price_from: from }),
  ...(typeof below === 'number' && { price_below: below }),
})

type Row = Database['public']['Functions']['search_shop']['Returns'][number]

type FacetRow = Database['public']['Functions']['search_facets']['Returns'][number]

type Page = PriceRules & { kind: SearchKind | null; counted: FacetRow[] }

function pageOf(found: Row[], { kind, counted, ...rules }: Page): ShopSearch {
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
    facets: facetsOf(counted, first),
  }
}

/** Of very many products only the categories and merchants of the best are known, and not how many have them. */
function facetsOf(counted: FacetRow[], first: Row | undefined): SearchFacets {
  const of = (facet: string): Facet[] =>
    counted.flatMap((row) => (row.facet === facet ? { value: row.value, count: row.products } : []))
  const uncounted = (values: string[] = []): Facet[] => values.map((value) => ({ value, count: null }))
  const tooMany = of('too many').length > 0
  return {
    categories: tooMany ? uncounted(first?.categories) : of('category'),
    merchants: tooMany ? uncounted(first?.merchants) : of('merchant'),
    ...{ brands: of('brand'), colors: of('colour'), sizes: of('size') },
    inStock: of('stock')[0]?.count ?? 0,
    fallen: of('fallen')[0]?.count ?? 0,
    tooMany,
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
    ...(kind === 'product' && { isLowest: row.is_lowest && (row.shops > 1 || row.sizes > 1), choices: choicesOf(row) }),
  }
}

const withAmazonLimit = (rules: PriceRules): PriceRules => ({
  merchants: {},
  networks: { amazon: Math.min(rules.networks.amazon ?? amazonPriceMs, amazonPriceMs) },
})
