/** Results on one page, and the pages that are offered (specification, 9). */
export const resultsPerPage = 8
export const lastResultPage = 10
/** Longer than any sensible query; cut before anything reads it. */
const longestQuery = 200

export interface SearchParams {
  query: string
  page: number
}

export function parseSearch(search: URLSearchParams): SearchParams {
  const query = (search.get('q') ?? '').trim().slice(0, longestQuery)
  const page = Number(search.get('page') ?? 1)
  return { query, page: Number.isInteger(page) && page >= 1 ? Math.min(page, lastResultPage) : 1 }
}

export function searchHref({ query, page }: SearchParams): string {
  const search = new URLSearchParams({ q: query })
  if (page > 1) search.set('page', String(page))
  return `/search?${search}`
}

export const resultPages = (total: number): number => Math.min(Math.ceil(total / resultsPerPage), lastResultPage)
