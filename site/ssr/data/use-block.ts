import { useEffect, useState } from 'react'
import { failureOf, type ShopQuery } from './query.ts'
import type { QueryResult } from './query-result.ts'

/** A part of a page with data of its own, in the state it is in. Empty data is loaded data. */
export type Block<Data> =
  | { status: 'loading' }
  | { status: 'loaded'; data: Data }
  | {
      status: 'failed'
      error: string
      /** Reads it again from the browser; failures are retried before they are shown. */
      retry: () => void
    }

/**
 * The result that the page's loader sent for a query, and a way to read the query again after a failure. Nothing is
 * loaded from here: only a loader has a result to give. The client that reads again is fetched when a visitor asks for it;
 * most visits never do.
 */
export function useBlock<Data>(query: ShopQuery<Data>, loaded: QueryResult<Data>): Block<Data> {
  const [own, setOwn] = useState<Own<Data>>({ of: loaded, now: loaded })
  const set = (now: Own<Data>['now']) => setOwn((before) => (before.of === loaded ? { of: loaded, now } : before))
  // The next page's result is newer, and what was read again for the page before comes too late.
  if (own.of !== loaded) setOwn({ of: loaded, now: loaded })
  const now = own.of === loaded ? own.now : loaded
  const error = now && 'error' in now ? now.error : null

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the screens say 'Check console for details' (specification, 4.2)
    if (error !== null) console.error(`${query.key}: ${error}`)
  }, [error, query.key])

  const readAgain = async () => {
    set(null)
    try {
      const { readAgain: read } = await import('./read-again.ts')
      set({ data: await read(query) })
    } catch (failure) {
      set({ error: failureOf(query, failure instanceof Error ? failure.message : null) })
    }
  }

  if (now === null) return { status: 'loading' }
  if ('data' in now) return { status: 'loaded', data: now.data }
  return { status: 'failed', error: now.error, retry: () => void readAgain() }
}

interface Own<Data> {
  /** What the loader sent. */
  of: QueryResult<Data>
  /** What is shown; null while it is read again. */
  now: QueryResult<Data> | null
}

/** The data of a loaded block. */
export const blockData = <Data>(block: Block<Data>): Data | undefined =>
  block.status === 'loaded' ? block.data : undefined
