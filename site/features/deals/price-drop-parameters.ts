import { countCap, type Listing, pageSize } from '#site/features/listing/listing.ts'

export const dropSorts = ['biggest', 'newest'] as const

/** The list of price drops, as its address says. */
export interface DropList {
  category: string | null
  merchant: string | null
  sort: (typeof dropSorts)[number]
  page: number
  /** Cards; a page's number where it is not said. */
  limit?: number
  /** Only what fell since then. */
  since?: string
}

export const dropSortLabels = { biggest: 'Biggest drop', newest: 'Newest drop' } as const

/** Drops are counted so far, and paged as far. */
const lastPage = Math.ceil(countCap / pageSize)

export function parseDropList(search: URLSearchParams): DropList {
  const text = (name: string) => search.get(name)?.trim().slice(0, 200) || null
  const page = Number(search.get('page') ?? 1)
  return {
    category: text('category'),
    merchant: text('merchant'),
    sort: dropSorts.find((known) => known === search.get('sort')) ?? 'biggest',
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, lastPage) : 1,
  }
}

/** A row of four: with more, the page that also has a list of its own is too large to begin quickly. */
const drops = 4

/** The drops that a list of deals begins with: those of its category and shop, above its first page. */
export function firstDrops({ categories, merchants, page }: Listing): DropList | null {
  if (page > 1) return null
  return { category: categories[0] ?? null, merchant: merchants[0] ?? null, sort: 'biggest', page: 1, limit: drops }
}

export function dropListHref(list: DropList, change: Partial<DropList> = {}): string {
  const next = { ...list, page: 1, ...change }
  const search = new URLSearchParams()
  if (next.category) search.set('category', next.category)
  if (next.merchant) search.set('merchant', next.merchant)
  if (next.sort !== 'biggest') search.set('sort', next.sort)
  if (next.page > 1) search.set('page', String(next.page))
  const query = search.toString()
  return query ? `/deals?${query}` : '/deals'
}

export const dropPages = (total: number): number => Math.min(Math.ceil(total / pageSize), lastPage)
