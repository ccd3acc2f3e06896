import { createContext } from 'react-router'
import type { Post } from './post-function.ts'
import type { Client, Table } from './query.ts'

/** What one request carries through its loaders. */
export interface SiteRequest {
  client: Client
  /** Posts JSON to the backend as an anonymous visitor; limits count the visitor's own address. */
  post: Post
  siteUrl: string
  publishableKey: string
  mailWaits: boolean
  /** Tables read while rendering: the page is dropped from the cache when one of them changes. */
  tables: Set<Table>
  /** How long what it shows may be cached, in seconds; changes of its tables end that sooner. */
  freshSeconds: number
  /** Milliseconds since the epoch until which it may be shown at all, even when nothing newer can be made: its prices' limits. */
  validUntil: number
  /** A page that misses some of its data is shown, but never cached. */
  incomplete: boolean
  /** Names this request in the log. */
  requestId: string | null
  reportError: (error: unknown) => void
}

export const siteContext = createContext<SiteRequest>()
