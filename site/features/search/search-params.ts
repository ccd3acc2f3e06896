import { lastResultPage } from './result-pages.ts'

/** What is searched for where nobody has typed anything yet (specification, 9). */
export const defaultSearchText = 'beauty deals'
/** Longer than any sensible query; cut before anything reads it. */
export const longestQuery = 200
/** Counting stops here; beyond it the number is shown as '1,000+'. */
export const resultCap = 1000

export const searchKinds = ['product', 'find', 'article'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Orders of results beside 'how well it matches', as the database and the address call them. */
export const searchSorts = ['price-asc', 'price-desc', 'newest'] as const
export type SearchSort = (typeof searchSorts)[number]

/** Steps of the price filter: from and below, in the shop's currency. */
export const searchPrices = [
  [null, 25],
  [25, 50],
  [50, 100],
  [100, null],
] as const

export interface SearchParams {
  query: string
  page: number
  /** Null: everything. */
  kind: SearchKind | null
  category: string | null
  merchant: string | null
  brand: string | null
  /** A family of colors, as in lists. */
  color: string | null
  size: string | null
  inStock: boolean
  /** Its price is a proven drop. */
  fallen: boolean
  /** Prices from here on, and below this. */
  from: number | null
  below: number | null
  /** Null: how well it matches. */
  sort: SearchSort | null
  /** The visitor insists on their spelling. */
  exact: boolean
}

/** How the address calls the kinds. */
const kindNames: Record<SearchKind, string> = { product: 'products', find: 'finds', article: 'articles' }

/** Reads a search's address. What it does not know is ignored: a stale or mistyped link still finds something. */
export function parseSearch(search: URLSearchParams): SearchParams {
  const text = (name: string) => (search.get(name) ?? '').trim().slice(0, longestQuery)
  const page = Number(search.get('page') ?? 1)
  const price = (name: string) => (/^\d{1,6}$/.test(search.get(name) ?? '') ? Number(search.get(name)) : null)
  return {
    query: text('q'),
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, lastResultPage) : 1,
    kind: searchKinds.find((kind) => kindNames[kind] === search.get('type')) ?? null,
    category: text('category') || null,
    merchant: text('merchant') || null,
    brand: text('brand') || null,
    color: text('color') || null,
    size: text('size') || null,
    inStock: search.get('stock') === '1',
    fallen: search.get('fallen') === '1',
    from: price('from'),
    below: price('below'),
    sort: searchSorts.find((sort) => sort === search.get('sort')) ?? null,
    exact: search.get('exact') === '1',
  }
}

/** The one address of a search: parameters in a fixed order, defaults left out. Any change but of the page starts at page 1. */
export function searchHref(
  params: Partial<SearchParams> & { query: string },
  change: Partial<SearchParams> = {},
): string {
  const next = { ...params, page: 1, ...change }
  const search = new URLSearchParams({ q: next.query })
  if (next.kind) search.set('type', kindNames[next.kind])
  for (const name of ['category', 'merchant', 'brand', 'color', 'size'] as const) {
    const value = next[name]
    if (value) search.set(name, value)
  }
  if (next.inStock) search.set('stock', '1')
  if (next.fallen) search.set('fallen', '1')
  for (const name of ['from', 'below', 'sort'] as const) {
    const value = next[name]
    if (value !== null && value !== undefined) search.set(name, String(value))
  }
  if (next.exact) search.set('exact', '1')
  if (next.page > 1) search.set('page', String(next.page))
  return `/search?${search}`
}

/** What narrows a search to some of its products. */
export const noFilters = {
  ...{ category: null, merchant: null, brand: null, color: null, size: null },
  ...{ inStock: false, fallen: false, from: null, below: null },
} satisfies Partial<SearchParams>

export const isNarrowed = (params: SearchParams): boolean => searchHref(params) !== searchHref(params, noFilters)

/** '24', or '1,000+' where counting stopped. */
export const countText = (count: number): string =>
  count > resultCap ? `${resultCap.toLocaleString('en-US')}+` : count.toLocaleString('en-US')
