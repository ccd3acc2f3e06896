import type { SiteRequest } from '../data/site-context.ts'

/** A page is dropped the moment its tables change; the times only matter to caches that do not hear of it. */
export const defaultFreshSeconds = 300

/** As long as a page may be shown while a newer one is made. */
const staleSeconds = 86_400

/**
 * What shows answers from elsewhere is not shown old: no table's change would ever end it. What shows a price that its
 * shop lets us show for some time ends with that price, also where nothing newer can be made.
 */
function cacheable({ freshSeconds, validUntil }: Kept, now: number): string {
  const left = Math.floor((validUntil - now) / 1000)
  if (left < 1) return 'no-store'
  const fresh = Math.min(freshSeconds, left)
  const stale = freshSeconds < defaultFreshSeconds ? 0 : Math.min(staleSeconds, left - fresh)
  return [
    `public, max-age=0, s-maxage=${fresh}`,
    ...(stale > 0 ? [`stale-while-revalidate=${stale}`] : []),
    ...(Number.isFinite(left) ? [`stale-if-error=${left - fresh}`] : []),
  ].join(', ')
}

type Kept = Pick<SiteRequest, 'tables' | 'incomplete' | 'freshSeconds' | 'validUntil'>

/**
 * Pages are the same for every visitor, so a whole response may be cached and shared. Errors, pages that miss a part and
 * answers to writes never are. A route that says no itself keeps its word. A page that misses a part is a 503 to
 * whoever asks: the page cache then prefers the last whole one, and search engines come back.
 */
export function withCacheHeaders(request: Request, response: Response, site: Kept, now = Date.now()): Response {
  if (response.headers.has('cache-control')) return response
  const read = request.method === 'GET' || request.method === 'HEAD'
  const whole = read && response.status === 200 && !site.incomplete
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
  const comesBack = site.incomplete && (response.status === 500 || (isPage && response.status === 200))
  // Only where it must be: a copy is sent through a stream.
  const sent = comesBack ? new Response(response.body, { status: 503, headers: response.headers }) : response
  sent.headers.set('cache-control', whole ? cacheable(site, now) : 'no-store')
  if (whole && site.tables.size > 0) sent.headers.set('cache-tag', [...site.tables].sort().join(', '))
  return sent
}
