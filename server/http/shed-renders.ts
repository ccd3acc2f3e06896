import { createWaitingRoom } from '#platform'
import type { Site } from './app.ts'

/** Pages rendered at a time. Their queries share eight connections; more would only share the one processor. */
const PLACES = 16
/** Milliseconds that a page may wait before its rendering begins: a visitor who waits longer has left, or tries again. */
const PATIENCE_MS = 1_000

export interface ShedOptions {
  onShed(): void
  places?: number
  patienceMs?: number
}

/**
 * The site, which refuses a page at once when those before it would keep it waiting too long. Cached pages never come
 * here, and a page that is in the cache is shown from there when its new rendering is refused.
 */
export function shedRenders(site: Site, options: ShedOptions): Site & { isFull(): boolean } {
  const { onShed, places = PLACES, patienceMs = PATIENCE_MS } = options
  const room = createWaitingRoom({ places, patienceMs })
  return {
    isFull: () => room.isFull(),
    async fetch(request, context) {
      const response = await room.run(() => site.fetch(request, context))
      if (response) return response
      onShed()
      return new Response('The shop is very busy right now. Please try again in a moment.\n', {
        status: 503,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '2' },
      })
    },
  }
}
