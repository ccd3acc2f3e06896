import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CachedPage, replaceBrotli, sendPage } from './cached-page.ts'
import { createChangeOrder } from './change-order.ts'
import { pageKey } from './page-key.ts'
import { type FoundPage, PageStore } from './page-store.ts'
import { bodyOf } from './prepared-response.ts'
import { createRecompression } from './recompression.ts'
import { createRenderer, type RendererOptions } from './renderer.ts'

export interface PageCacheOptions extends Omit<RendererOptions, 'now' | 'store' | 'order'> {
  now?: () => number
  /** Bytes of bodies, all encodings together: some thousand pages. */
  maxBytes?: number
}

export interface PageCache {
  /** Answers from memory, before any Request is made. False: the page must be rendered. */
  hit(request: IncomingMessage, response: ServerResponse, requestId: string): boolean
  /** Whether the page is cached in any state, or being rendered: whoever asks for it may be answered without a rendering. */
  knows(target: string): boolean
  /** Renders and caches the page when it may be cached; null when the address is none the cache looks after. */
  page(target: string, requestId: string): Promise<CachedPage | Response> | null
  /** What a visitor is shown at an address now, for our own reading; null when it is no page, a Response when it cannot be cached. */
  read(target: string, requestId: string): Promise<string | Response | null>
  /** A table changed: every page tagged with it is rendered anew before it is shown again. */
  changed(tag: string): void
  /** Changes may have been missed: nothing cached is trusted any more. */
  changedEverything(): void
  /** While the database is away no change can be seen and no page rendered: cached pages answer, marked stale. */
  setDatabaseAway(away: boolean): void
  /** For what the site keeps of its own reads. */
  changes: HeardChanges
  stats(): { pages: number; bytes: number; hits: number; staleHits: number; renders: number }
}

/** Changes of tables, in their order. */
export interface HeardChanges {
  /** Names this moment; null while changes cannot be heard. */
  now(): number | null
  unchanged(tables: readonly string[], since: number): boolean
}

const MEGABYTE = 1024 * 1024

export function createPageCache(options: PageCacheOptions): PageCache {
  const { render, siteUrl, securityHeaders, log, now = Date.now, maxBytes = 96 * MEGABYTE } = options
  const store = new PageStore(maxBytes)
  const order = createChangeOrder()
  const renderer = createRenderer({ render, siteUrl, securityHeaders, log, now, store, order })
  const recompression = createRecompression({ log, now })
  const count = { hits: 0, staleHits: 0 }
  let databaseAway = false

  function hit(request: IncomingMessage, response: ServerResponse, requestId: string): boolean {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !request.url) return false
    const found = store.find(request.url)
    if (!found || request.headers.authorization !== undefined) return false
    const { key, page } = found
    const time = now()
    if (time >= page.usableUntil) return false
    const fresh = !databaseAway && !page.outdated && time < page.freshUntil
    if (!fresh && !databaseAway) {
      if (page.outdated || time >= page.staleUntil) return false
      renderer.refresh({ key, requestId })
    }
    page.used = true
    if (fresh) {
      count.hits += 1
      page.hits += 1
      if (recompression.worthIt(page)) recompress(found)
    } else count.staleHits += 1
    sendPage({ page, request, response, requestId, fresh })
    return true
  }

  function recompress({ key, page }: FoundPage) {
    recompression.recompress(page, (body) => store.resize(key, page, () => replaceBrotli(page, body)))
  }

  async function read(target: string, requestId: string): Promise<string | Response | null> {
    const known = store.find(target)?.page
    const usable = known && !known.outdated && now() < (databaseAway ? known.usableUntil : known.freshUntil)
    const key = pageKey(target)
    const page = usable ? known : key === null ? null : await renderer.page({ key, requestId })
    if (page === null || page instanceof Response) return page
    page.used = true
    return bodyOf(page.variants.identity.prepared).toString()
  }

  return {
    hit,
    knows(target) {
      const key = pageKey(target)
      return key !== null && (store.get(key) !== undefined || renderer.isUnderWay(key))
    },
    read,
    page(target, requestId) {
      const key = pageKey(target)
      return key === null ? null : renderer.page({ key, requestId })
    },
    changed(tag) {
      order.changed(tag)
      store.outdate(tag)
    },
    changedEverything() {
      order.changedEverything()
      store.outdate(null)
    },
    setDatabaseAway(away) {
      databaseAway = away
    },
    changes: {
      now: () => (databaseAway ? null : order.now()),
      unchanged: (tables, since) => !order.isOutdated({ began: since, tags: tables }),
    },
    stats: () => ({ pages: store.size, bytes: store.bytes, renders: renderer.renders(), ...count }),
  }
}
