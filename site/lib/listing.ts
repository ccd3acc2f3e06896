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

export interface Listing {
  category: string | null
  merchant: string | null
  sort: Sort
  page: number
  after: Cursor | null
  before: Cursor | null
}

export const pageSize = 24
/** Skipping costs the database every row skipped: beyond this page lists are read from a cursor instead. */
export const lastOffsetPage = 40
/** Counting stops here; beyond it the number is shown as '1,000+'. */
export const countCap = 1000

const valueLength = 200
const cursorText = /^([0-9T:.+Z-]{1,40})~(\d{1,18})$/

/** Reads a list's address. What it does not know is ignored: a stale or mistyped link still shows products. */
export function parseListing(search: URLSearchParams): Listing {
  const text = (name: string) => search.get(name)?.trim().slice(0, valueLength) || null
  const sort = sorts.find((known) => known === search.get('sort')) ?? 'newest'
  const wanted = Number(search.get('page') ?? 1)
  const after = parseCursor(search.get('after'))
  const before = parseCursor(search.get('before'))
  const highest = after || before ? 100_000 : lastOffsetPage
  const page = Number.isInteger(wanted) && wanted >= 1 ? Math.min(wanted, highest) : 1
  return { category: text('category'), merchant: text('merchant'), sort, page, after, before: after ? null : before }
}

export function parseCursor(text: string | null): Cursor | null {
  const [, value, id] = cursorText.exec(text ?? '') ?? []
  return value && id ? { value, id: Number(id) } : null
}

/** The one address of a list: parameters in a fixed order, defaults left out. Changing a filter or the order starts at page 1. */
export function listingHref(base: string, listing: Listing, change: Partial<Listing> = {}): string {
  const restart = 'category' in change || 'merchant' in change || 'sort' in change
  const next = { ...listing, ...(restart || 'page' in change ? { after: null, before: null } : {}), ...change }
  const search = new URLSearchParams()
  if (next.category) search.set('category', next.category)
  if (next.merchant) search.set('merchant', next.merchant)
  if (next.sort !== 'newest') search.set('sort', next.sort)
  const page = restart && !('page' in change) ? 1 : next.page
  if (page > 1) search.set('page', String(page))
  if (next.after) search.set('after', `${next.after.value}~${next.after.id}`)
  else if (next.before) search.set('before', `${next.before.value}~${next.before.id}`)
  const query = search.toString()
  return query ? `${base}?${query}` : base
}

export const hasFilters = (listing: Listing): boolean => listing.category !== null || listing.merchant !== null

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
