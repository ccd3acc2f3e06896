import type { RequestContext } from '../deps.ts'
import { validationFailed } from '../errors.ts'

const DEFAULT_PAGE_SIZE = 50
/** A page is held in memory with everything that belongs to its rows. */
const MAX_PAGE_SIZE = 1000

/** `page` and `per_page` of the query, both from 1. */
export function readPage(context: RequestContext): { page: number; perPage: number } {
  return {
    page: readCount(context.req.query('page'), 1),
    perPage: Math.min(readCount(context.req.query('per_page'), DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE),
  }
}

/** RFC 8288 links. `page` comes first: the client reads the first value of each link. */
export function pageLinks({
  page,
  perPage,
  total,
  path,
}: {
  page: number
  perPage: number
  total: number
  path: string
}): string {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `<${path}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  return page < last ? `${link(page + 1, 'next')}, ${link(last, 'last')}` : link(last, 'last')
}

function readCount(text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count < 1) throw validationFailed('Bad Pagination Parameters: page and per_page must be whole numbers from 1')
  return count
}
