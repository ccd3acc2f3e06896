export type ReadFetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

interface SharedFetchOptions {
  fetch: ReadFetch
  now?: () => number
  /** What nothing asked for in this time is read anew (specification, 9: unused entries are kept for 5 minutes). */
  maxAgeMs?: number
}

/**
 * A fetch for reads: equal requests share one response, while it is on its way and for some minutes after it. A failure is
 * shared by those who wait for it, and not cached. A visitor's few reads fill it, so it is bounded by time alone.
 */
export function createSharedFetch({ fetch, now = Date.now, maxAgeMs = 5 * 60_000 }: SharedFetchOptions): ReadFetch {
  const cached = new Map<string, { response: Promise<Response>; until: number }>()

  return async (input, init) => {
    for (const [key, { until }] of cached) if (until <= now()) cached.delete(key)
    const key = [init?.method ?? 'GET', input instanceof Request ? input.url : input, init?.body ?? ''].join(' ')
    const known = cached.get(key)
    if (known) return (await known.response).clone()
    const entry = { response: fetch(input, init), until: now() + maxAgeMs }
    cached.set(key, entry)
    const remove = () => {
      if (cached.get(key) === entry) cached.delete(key)
    }
    try {
      const response = await entry.response
      if (!response.ok) remove()
      return response.clone()
    } catch (error) {
      remove()
      throw error
    }
  }
}
