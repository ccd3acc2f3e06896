/** The list of Amazon products, as its address says. */
export interface AmazonList {
  category: string | null
  /** Anywhere in the title. */
  title: string | null
  page: number
}

/** Amazon products are an editor's choice: more pages than this are not theirs. */
const lastPage = 100

export function parseAmazonList(search: URLSearchParams): AmazonList {
  const text = (name: string) => search.get(name)?.trim().slice(0, 200) || null
  const page = Number(search.get('page') ?? 1)
  return {
    category: text('category'),
    title: text('q'),
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, lastPage) : 1,
  }
}

export function amazonListHref(list: AmazonList, change: Partial<AmazonList> = {}): string {
  const next = { ...list, page: 1, ...change }
  const search = new URLSearchParams()
  if (next.category) search.set('category', next.category)
  if (next.title) search.set('q', next.title)
  if (next.page > 1) search.set('page', String(next.page))
  const query = search.toString()
  return query ? `/amazon-deals?${query}` : '/amazon-deals'
}
