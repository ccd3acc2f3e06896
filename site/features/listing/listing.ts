import { priceEdges } from './price-range.ts'

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

const valueLength = 200
/** Values of one filter that are read; more were never chosen by hand. */
const mostValues = 20
const cursorText = /^([0-9T:.+Z-]{1,40})~(\d{1,18})$/
const price = /^\d{1,10}(\.\d{1,10})?$/

/** Reads a list's address. What it does not know is ignored: a stale or mistyped link still shows products. */
export function parseListing(search: URLSearchParams): Listing {
  const values = (name: string) => {
    const given = search.getAll(name).map((value) => value.trim().slice(0, valueLength))
    return [...new Set(given.filter(Boolean))].slice(0, mostValues)
  }
  const edge = (name: string) => priceEdges.find((known) => String(known) === search.get(name)) ?? null
  const sort = sorts.find((known) => known === search.get('sort')) ?? 'newest'
  const wanted = Number(search.get('page') ?? 1)
  const after = parseCursor(search.get('after'), sort)
  const before = parseCursor(search.get('before'), sort)
  const highest = after || before ? 100_000 : lastOffsetPage
  const page = Number.isInteger(wanted) && wanted >= 1 ? Math.min(wanted, highest) : 1
  const [min, max] = [edge('min'), edge('max')]
  return {
    categories: values('category'),
    merchants: values('merchant'),
    brands: values('brand'),
    colors: values('color'),
    sizes: values('size'),
    inStock: search.get('stock') === '1',
    fallen: search.get('fallen') === '1',
    min,
    // A range that ends before it begins holds nothing: its end is the slip.
    max: min !== null && max !== null && max <= min ? null : max,
    ...{ sort, page, after, before: after ? null : before },
  }
}

/** A cursor of the given order; one of another order, or made up, would begin nowhere. */
export function parseCursor(text: string | null, sort: Sort): Cursor | null {
  const [, value, id] = cursorText.exec(text ?? '') ?? []
  if (!value || !id) return null
  const fits = sort === 'newest' ? isTime(value) : price.test(value)
  return fits ? { value, id: Number(id) } : null
}

/** A time as the database writes it, in UTC: '2026-02-30' is one to a browser's clock, and an error to the database. */
function isTime(value: string): boolean {
  const time = new Date(value)
  return !Number.isNaN(time.valueOf()) && time.toISOString().slice(0, 19) === value.slice(0, 19)
}

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
