export const sorts = ['newest', 'price-asc', 'price-desc'] as const
export type Sort = (typeof sorts)[number]

export const sortLabels: Record<Sort, string> = {
  newest: 'Newest',
  'price-asc': 'Price: low to high',
  'price-desc': 'Price: high to low',
}

/** Where a keyset page begins or ends: the last row seen, as its sort value and id. */
export interface Cursor {
  value: string
  id: number
}

/** What a list is filtered by: any of the values within one, all of them together. */
export interface Filters {
  categories: readonly string[]
  merchants: readonly string[]
  brands: readonly string[]
  /** Families of colors, any of which the item comes in. */
  colors: readonly string[]
  sizes: readonly string[]
  inStock: boolean
  /** Its price is below everything of the thirty days before. */
  fallen: boolean
  /** In dollars, one of the edges: from this price on. */
  min: number | null
  /** Below this price. */
  max: number | null
}

export interface Listing extends Filters {
  sort: Sort
  page: number
  after: Cursor | null
  before: Cursor | null
}

export const noFilters: Filters = {
  categories: [],
  merchants: [],
  brands: [],
  colors: [],
  sizes: [],
  inStock: false,
  fallen: false,
  min: null,
  max: null,
}

export const pageSize = 24
/** Skipping costs the database every row skipped: beyond this page lists are read from a cursor instead. */
export const lastOffsetPage = 40
/** Searches stop counting here; beyond it the number is shown as '1,000+'. */
export const countCap = 1000

/** The one address of a list: parameters in a fixed order, defaults left out. Whatever changes, it begins at page 1 again. */
export function listingHref(base: string, listing: Listing, change: Partial<Listing> = {}): string {
  const changed = Object.keys(change).length > 0
  const next = changed ? { ...listing, page: 1, after: null, before: null, ...change } : listing
  const search = new URLSearchParams()
  for (const value of next.categories) search.append('category', value)
  for (const value of next.merchants) search.append('merchant', value)
  for (const value of next.brands) search.append('brand', value)
  for (const value of next.colors) search.append('color', value)
  for (const value of next.sizes) search.append('size', value)
  if (next.inStock) search.set('stock', '1')
  if (next.fallen) search.set('fallen', '1')
  if (next.min !== null) search.set('min', String(next.min))
  if (next.max !== null) search.set('max', String(next.max))
  if (next.sort !== 'newest') search.set('sort', next.sort)
  if (next.page > 1) search.set('page', String(next.page))
  if (next.after) search.set('after', `${next.after.value}~${next.after.id}`)
  else if (next.before) search.set('before', `${next.before.value}~${next.before.id}`)
  const query = search.toString()
  return query ? `${base}${base.includes('?') ? '&' : '?'}${query}` : base
}

export const hasFilters = (filters: Filters): boolean =>
  filters.categories.length + filters.merchants.length + filters.brands.length > 0 ||
  filters.min !== null ||
  filters.max !== null ||
  hasDetails(filters)

/** Narrowed by what the database gathers items for, where every other filter is read through an index. */
export const hasDetails = ({ colors, sizes, inStock, fallen }: Filters): boolean =>
  colors.length + sizes.length > 0 || inStock || fallen

/** A filtered or sorted list is the plain list to a search engine; its further pages are pages of their own. */
export const canonicalListing = (base: string, listing: Listing): string =>
  hasFilters(listing) || listing.sort !== 'newest'
    ? base
    : listingHref(base, { ...listing, ...noFilters, sort: 'newest', after: null, before: null })

/** The numbers a pager shows: first, last and the neighbours of the current page, with gaps between. */
export function pageNumbers(current: number, last: number): (number | 'gap')[] {
  const shown = new Set([1, last, current - 1, current, current + 1].filter((page) => page >= 1 && page <= last))
  const numbers: (number | 'gap')[] = []
  let previous = 0
  for (const page of [...shown].sort((a, b) => a - b)) {
    if (page - previous === 2) numbers.push(previous + 1)
    else if (page - previous > 2) numbers.push('gap')
    numbers.push(page)
    previous = page
  }
  return numbers
}
