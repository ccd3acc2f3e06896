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
export function shedRenders(site: Site, { onShed, places = PLACES, patienceMs = PATIENCE_MS }: ShedOptions): Site {
  const room = createWaitingRoom({ places, patienceMs })
  return {
    async fetch(request, context) {
      const begun = Promise.withResolvers<Response | null>()
      const rendered = room.run(async () => {
        const { response, complete } = readAhead(await site.fetch(request, context))
        begun.resolve(response)
        await complete
        return response
      })
      rendered.then((response) => response ?? begun.resolve(null), begun.reject)
      const response = await begun.promise
      if (response) return response
      onShed()
      return new Response('The shop is very busy right now. Please try again in a moment.\n', {
        status: 503,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '2' },
      })
    },
  }
}

/**
 * The same response, whose body is read as fast as it is made, whatever the speed of its reader: a page keeps its place
 * until its last byte, for most of its queries run after the first. Pages are some 100 kB.
 */
function readAhead(response: Response): { response: Response; complete: Promise<void> } {
  if (!response.body) return { response, complete: Promise.resolve() }
  const source = response.body.getReader()
  const complete = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      try {
        for (;;) {
          const { done, value } = await source.read()
          if (done) break
          controller.enqueue(value)
        }
        controller.close()
      } catch (error) {
        controller.error(error)
      } finally {
        complete.resolve()
      }
    },
    cancel: (reason) => source.cancel(reason),
  })
  return { response: new Response(body, response), complete: complete.promise }
}
