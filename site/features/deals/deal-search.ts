import { lastResultPage } from '#site/features/search/result-pages.ts'

/** What is looked for when nobody has typed anything yet (specification, 9). */
export const defaultDealSearch = 'beauty deals'

/** The search of the deals page. Its parameters have names of their own: the page has a list with pages besides. */
export interface DealSearch {
  text: string
  page: number
}

export function parseDealSearch(search: URLSearchParams): DealSearch {
  const page = Number(search.get('dealpage') ?? 1)
  return {
    text: (search.get('deal') ?? '').trim().slice(0, 200),
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, lastResultPage) : 1,
  }
}

/** As the address says it, defaults left out. */
export const dealSearchParams = ({ text, page }: DealSearch): Record<string, string> => ({
  ...(text && { deal: text }),
  ...(page > 1 && { dealpage: String(page) }),
})
