/** The journal's list goes no further; older articles are found by topic and search. */
const lastPage = 200

export interface Journal {
  topic: string | null
  page: number
}

/** Reads the list's address. What it does not know is ignored. */
export function parseJournal(search: URLSearchParams): Journal {
  const page = Number(search.get('page') ?? 1)
  const topic = search.get('topic')?.trim().slice(0, 40).toLowerCase() || null
  return { topic, page: Number.isInteger(page) && page >= 1 ? Math.min(page, lastPage) : 1 }
}

export function journalHref({ topic, page }: Journal): string {
  const search = new URLSearchParams()
  if (topic) search.set('topic', topic)
  if (page > 1) search.set('page', String(page))
  const query = search.toString()
  return query ? `/blog?${query}` : '/blog'
}
