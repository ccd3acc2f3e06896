import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HeaderList, Log } from '#platform'
import { type KeptPage, keepable, keepPage, replaceBrotli, sendPage } from './cached-page.ts'
import { pageKey } from './page-key.ts'
import { createShrinker } from './recompression.ts'

export interface PageCacheOptions {
  /** Renders one page for everybody: it is given no cookie, token or other header of a visitor. */
  render(request: Request, context: { requestId: string }): Promise<Response>
  /** Origin the pages are rendered for. */
  siteUrl: string
  /** Written into every kept page. */
  securityHeaders: HeaderList
  log: Log
  now?: () => number
  /** Bytes of bodies, all encodings together: some thousand pages. */
  maxBytes?: number
}

export interface PageCache {
  /** Answers from memory, before any Request is made. False: the page must be rendered. */
  hit(request: IncomingMessage, response: ServerResponse, requestId: string): boolean
  /** Renders and keeps the page when it may be kept; null when the address is none the cache looks after. */
  page(target: string, requestId: string): Promise<KeptPage | Response> | null
  /** A table changed: every page tagged with it is rendered anew before it is shown again. */
  changed(tag: string): void
  /** Changes may have been missed: nothing kept is trusted any more. */
  changedEverything(): void
  /** While the database is away no change can be seen and no page rendered: kept pages answer, marked stale. */
  setDatabaseAway(away: boolean): void
  stats(): { pages: number; bytes: number; hits: number; staleHits: number; renders: number }
}

const MEGABYTE = 1024 * 1024

/** A rendering under way. Requests join it unless a change came after it began: it may have read the old data. */
interface Flight {
  began: number
  result: Promise<KeptPage | Response>
}

export function createPageCache(options: PageCacheOptions): PageCache {
  const { render, siteUrl, securityHeaders, log, now = Date.now, maxBytes = 128 * MEGABYTE } = options
  const pages = new Map<string, KeptPage>()
  const flights = new Map<string, Flight>()
  // Order of the changes seen: a page is outdated when one of its tags changed after its rendering began.
  const changes = new Map<string, number>()
  let sequence = 0
  let resetAt = 0
  let databaseAway = false
  const count = { bytes: 0, hits: 0, staleHits: 0, renders: 0 }
  const shrinker = createShrinker({ log, now })

  function lookUp(target: string): { key: string; page: KeptPage } | null {
    const direct = pages.get(target)
    if (direct) return { key: target, page: direct }
    if (!target.includes('?')) return null
    const key = pageKey(target)
    const page = key === null ? undefined : pages.get(key)
    return key !== null && page ? { key, page } : null
  }

  function hit(request: IncomingMessage, response: ServerResponse, requestId: string): boolean {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !request.url) return false
    const found = lookUp(request.url)
    if (!found || request.headers.authorization !== undefined) return false
    const { key, page } = found
    const time = now()
    if (time >= page.usableUntil) return false
    const fresh = !databaseAway && !page.outdated && time < page.freshUntil
    if (!fresh && !databaseAway) {
      if (page.outdated || time >= page.staleUntil) return false
      refresh(key, requestId)
    }
    page.used = true
    if (fresh) {
      count.hits += 1
      page.hits += 1
      if (shrinker.worthIt(page)) shrink(key, page)
    } else count.staleHits += 1
    sendPage({ page, request, response, requestId, fresh })
    return true
  }

  function shrink(key: string, page: KeptPage) {
    shrinker.shrink(page, (body) => {
      const before = page.bytes
      replaceBrotli(page, body)
      if (pages.get(key) === page) count.bytes += page.bytes - before
    })
  }

  /** Out of date by age only: the visitor has the kept page already, the next one gets the new. */
  function refresh(key: string, requestId: string) {
    if (flights.get(key)) return
    fly(key, requestId).catch((error: unknown) =>
      log.warn({ err: error, requestId, key }, 'a kept page was not renewed'),
    )
  }

  function page(target: string, requestId: string) {
    const key = pageKey(target)
    if (key === null) return null
    const flight = flights.get(key)
    if (flight && flight.began === sequence) return joined({ key, requestId, flight })
    return fly(key, requestId)
  }

  /** A rendering that was kept answers everyone who waited; one that was not (an error, a 404) belongs to its asker. */
  async function joined({ key, requestId, flight }: { key: string; requestId: string; flight: Flight }) {
    const result = await flight.result.catch(() => null)
    return result === null || result instanceof Response ? renderOnce(key, requestId) : result
  }

  async function fly(key: string, requestId: string): Promise<KeptPage | Response> {
    const flight = { began: sequence, result: renderOnce(key, requestId) }
    flights.set(key, flight)
    try {
      return await flight.result
    } finally {
      if (flights.get(key) === flight) flights.delete(key)
    }
  }

  async function renderOnce(key: string, requestId: string): Promise<KeptPage | Response> {
    const began = sequence
    count.renders += 1
    const known = pages.get(key)
    const last = known && now() < known.usableUntil ? known : undefined
    try {
      const request = new Request(new URL(key, siteUrl), { headers: { accept: 'text/html,*/*' } })
      const response = await render(request, { requestId })
      if (response.status >= 500 && last) return insteadOfError({ last, response, key, requestId })
      if (!keepable(response)) return response
      const body = Buffer.from(await response.arrayBuffer())
      const kept = await keepPage({ response, body, extraHeaders: securityHeaders, last, began, now: now() })
      kept.outdated = began < resetAt || kept.tags.some((tag) => began < (changes.get(tag) ?? 0))
      const newer = pages.get(key)
      if (newer && newer.began > began) return newer
      store(key, kept)
      return kept
    } catch (error) {
      if (!last) throw error
      log.warn({ err: error, requestId, key }, 'a page could not be rendered: the kept one answers')
      return last
    }
  }

  async function insteadOfError(failed: { last: KeptPage; response: Response; key: string; requestId: string }) {
    await failed.response.body?.cancel()
    const { key, requestId, response } = failed
    log.warn({ requestId, key, status: response.status }, 'a page could not be rendered: the kept one answers')
    return failed.last
  }

  function store(key: string, kept: KeptPage) {
    remove(key)
    pages.set(key, kept)
    count.bytes += kept.bytes
    // The oldest goes, unless it was asked for since the last sweep: then it gets one more round.
    for (const [oldKey, old] of pages) {
      if (count.bytes <= maxBytes) break
      remove(oldKey)
      if (!old.used) continue
      old.used = false
      pages.set(oldKey, old)
      count.bytes += old.bytes
    }
  }

  function remove(key: string) {
    const old = pages.get(key)
    if (!old) return
    pages.delete(key)
    count.bytes -= old.bytes
  }

  return {
    hit,
    page,
    changed(tag) {
      sequence += 1
      changes.set(tag, sequence)
      for (const kept of pages.values()) if (kept.tags.includes(tag)) kept.outdated = true
    },
    changedEverything() {
      sequence += 1
      resetAt = sequence
      for (const kept of pages.values()) kept.outdated = true
    },
    setDatabaseAway(away) {
      databaseAway = away
    },
    stats: () => ({ pages: pages.size, ...count }),
  }
}
