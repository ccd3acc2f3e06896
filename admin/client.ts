import { createClient } from '@supabase/supabase-js'
import type { Database } from '#domain/database.types.ts'

/** What an address brought along when it was opened: read before the client looks for a session there and cleans up. */
const opened = new URLSearchParams(`${window.location.search.slice(1)}&${window.location.hash.slice(1)}`)

/** The sentence of a failed link or provider, such as "Email link is invalid or has expired"; null without one. */
export const urlError: string | null = opened.get('error_description') ?? opened.get('error')

/** Same origin only. The session lies in local storage, is refreshed, and found in the address (specification, B 4). */
export const supabase = createClient<Database>(window.location.origin, publishableKey(), {
  auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: true },
})

function publishableKey(): string {
  const key = document.querySelector('meta[name="publishable-key"]')?.getAttribute('content')
  if (!key) throw new Error('The page names no publishable key: it was not served by the shop’s own server.')
  return key
}

/** supabase-js answers with an error beside the data; queries throw it, code and sentence and all. */
export function unwrap<Data>(result: { data: Data; error: null } | { data: unknown; error: Error }): Data {
  if (result.error) throw result.error
  return result.data
}
