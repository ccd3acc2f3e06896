import { createClient } from '@supabase/supabase-js'
import type { Database } from '#domain/database.types.ts'
import { CLIENT_OPTIONS } from './client-options.ts'
import { failureIn } from './opened-address.ts'

/** What an address brought along when it was opened: read before the client looks for a session there and cleans up. */
const opened = new URLSearchParams(`${window.location.search.slice(1)}&${window.location.hash.slice(1)}`)

/** The sentence of a failed link or provider, such as "Email link is invalid or has expired"; null without one. */
export const urlError: string | null = failureIn(opened)

/** Same origin only. */
export const supabase = createClient<Database>(window.location.origin, publishableKey(), CLIENT_OPTIONS)

function publishableKey(): string {
  const key = document.querySelector('meta[name="publishable-key"]')?.getAttribute('content')
  if (!key) throw new Error('The page names no publishable key: it was not served by the shop’s own server.')
  return key
}

/** supabase-js answers with an error beside the data; queries throw it, code and sentence and all. */
export function unwrap<Data>(
  result: { data: Data; error: null } | { data: unknown; error: { message: string } },
): Data {
  if (result.error) throw asError(result.error)
  return result.data
}

/** Refusals of the table service are plain objects, whatever their types say: whoever catches one looks for its sentence. */
const asError = (error: { message: string }): Error =>
  error instanceof Error ? error : Object.assign(new Error(error.message), error)
