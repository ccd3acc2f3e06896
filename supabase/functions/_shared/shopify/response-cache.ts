import { ShopifyError } from './errors.ts'

export interface ResponseCacheOptions {
  now?: () => number
  /** Everybody who asks within a minute shares one answer: the store is not asked once for each visitor. */
  freshMs?: number
  /** When the store fails, its last answer stands in this long; its prices are true for longer. */
  insteadOfFailureMs?: number
  /** Each key is one question: more of them than a store has collections are made by hand, and 250 products are 300 kB. */
  maxEntries?: number
}

interface Entry {
  body: Promise<string>
  askedAt: number
}

/** Keeps answers of the store as the JSON they are sent as. `ask` runs once for everybody who waits for it. */
export function createResponseCache(options: ResponseCacheOptions = {}) {
  const { now = Date.now, freshMs = 60_000, insteadOfFailureMs = 10 * 60_000, maxEntries = 60 } = options
  const entries = new Map<string, Entry>()

  return async function answer(key: string, ask: () => Promise<string>): Promise<string> {
    const kept = entries.get(key)
    if (kept && now() - kept.askedAt < freshMs) return kept.body
    const entry: Entry = { body: ask(), askedAt: now() }
    entries.delete(key)
    entries.set(key, entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break
      entries.delete(oldest)
    }
    try {
      return await entry.body
    } catch (error) {
      const standIn = kept && now() - kept.askedAt < insteadOfFailureMs && !isLasting(error) ? kept : null
      if (entries.get(key) === entry) {
        if (standIn) entries.set(key, standIn)
        else entries.delete(key)
      }
      if (standIn) return standIn.body
      throw error
    }
  }
}

/** A collection that was taken away is gone: the old answer would hide it. */
const isLasting = (error: unknown): boolean => error instanceof ShopifyError && error.lasting
