import type { HeaderList, Log } from '#platform'
import { type CachedPage, cacheable, cachePage } from './cached-page.ts'
import type { ChangeOrder } from './change-order.ts'
import type { PageStore } from './page-store.ts'

export interface RendererOptions {
  /** Renders one page for everybody: it is given no cookie, token or other header of a visitor. */
  render(request: Request, context: { requestId: string }): Promise<Response>
  /** Origin the pages are rendered for. */
  siteUrl: string
  /** Written into every cached page. */
  securityHeaders: HeaderList
  log: Log
  now: () => number
  store: PageStore
  order: ChangeOrder
}

/** A rendering under way. Requests join it unless a change came after it began: it may have read the old data. */
interface Flight {
  began: number
  result: Promise<CachedPage | Response>
}

interface Rendering {
  key: string
  requestId: string
}

/** Renders pages into the store, one rendering of a page at a time however many wait for it. */
export function createRenderer({ render, siteUrl, securityHeaders, log, now, store, order }: RendererOptions) {
  const flights = new Map<string, Flight>()
  let renders = 0

  async function fly(rendering: Rendering): Promise<CachedPage | Response> {
    const { key } = rendering
    const flight = { began: order.now(), result: renderOnce(rendering) }
    flights.set(key, flight)
    try {
      return await flight.result
    } finally {
      if (flights.get(key) === flight) flights.delete(key)
    }
  }

  /** A rendering that was cached serves everyone who waited; one that was not (an error, a 404) belongs to its asker. */
  async function joined(rendering: Rendering, flight: Flight) {
    const result = await flight.result.catch(() => null)
    return result === null || result instanceof Response ? renderOnce(rendering) : result
  }

  async function renderOnce({ key, requestId }: Rendering): Promise<CachedPage | Response> {
    const began = order.now()
    renders += 1
    const known = store.get(key)
    const last = known && now() < known.usableUntil ? known : undefined
    try {
      const request = new Request(new URL(key, siteUrl), { headers: { accept: 'text/html,*/*' } })
      const response = await render(request, { requestId })
      if (response.status >= 500 && last) {
        await response.body?.cancel()
        const fields = { requestId, key, status: response.status }
        log.warn(fields, 'a page could not be rendered: the cached one is served')
        return last
      }
      if (!cacheable(response)) return response
      const body = Buffer.from(await response.arrayBuffer())
      const page = await cachePage({ response, body, extraHeaders: securityHeaders, last, began, now: now() })
      page.outdated = order.isOutdated(page)
      const newer = store.get(key)
      if (newer && newer.began > began) return newer
      store.set(key, page)
      return page
    } catch (error) {
      if (!last) throw error
      log.warn({ err: error, requestId, key }, 'a page could not be rendered: the cached one is served')
      return last
    }
  }

  return {
    renders: () => renders,
    isUnderWay: (key: string) => flights.has(key),
    page(rendering: Rendering): Promise<CachedPage | Response> {
      const flight = flights.get(rendering.key)
      return flight && flight.began === order.now() ? joined(rendering, flight) : fly(rendering)
    },
    /** Out of date by age only: the visitor has the cached page already, the next one gets the new. */
    refresh(rendering: Rendering) {
      if (flights.get(rendering.key)) return
      fly(rendering).catch((error: unknown) => log.warn({ err: error, ...rendering }, 'a cached page was not renewed'))
    },
  }
}
