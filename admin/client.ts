import { createClient } from '@supabase/supabase-js'
import type { Database } from '#domain/database.types.ts'
import { CLIENT_OPTIONS } from './client-options.ts'
import { fetchOnce, publishableKey } from './early/early.ts'
import { sessionKey } from './early/session-key.ts'
import { failureIn, type OfferedSession, sessionIn } from './opened-address.ts'
import { withProof } from './recent-proof.ts'
import { noticingRefusals } from './refused-refresh.ts'

/** What an address brought along when it was opened: read before the client looks for a session there and cleans up. */
const opened = new URLSearchParams(`${window.location.search.slice(1)}&${window.location.hash.slice(1)}`)

/** The sentence of a failed link or provider, such as "Email link is invalid or has expired"; null without one. */
export const urlError: string | null = failureIn(opened)

/** A session that the address offers. It is taken after a look at who is signed in: see OfferedSession. */
export const offered: OfferedSession | null = sessionIn(opened)
// Not kept in the history, where Back would offer it again.
if (offered) window.history.replaceState(window.history.state, '', window.location.pathname)

/** Same origin only. */
export const supabase = createClient<Database>(window.location.origin, keyOfThePage(), {
  ...CLIENT_OPTIONS,
  auth: { ...CLIENT_OPTIONS.auth, storageKey: sessionKey(window.location.hostname) },
  global: { fetch: withProof(noticingRefusals(fetchOnce)) },
})

function keyOfThePage(): string {
  const key = publishableKey()
  if (!key) throw new Error('The page names no publishable key: it was not served by the shop’s own server.')
  return key
}

export const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.'

/** supabase-js answers with an error beside the data; queries throw it, code and sentence and all. */
export function unwrap<Data>(
  result: { data: Data; error: null } | { data: unknown; error: { message: string; code?: string } },
): Data {
  if (result.error) throw asError(result.error)
  return result.data
}

/** The one row that was asked for; without it an error that the table service has a code for: nobody asks three times. */
export function rowOf<Row>([row]: readonly Row[], missing: string): Row {
  if (row === undefined) throw Object.assign(new Error(missing), { code: 'PGRST116' })
  return row
}

/** Refusals of the table service are plain objects, whatever their types say: whoever catches one looks for its sentence. */
const asError = (error: { message: string; code?: string }): Error =>
  error instanceof Error ? error : Object.assign(new Error(), error, isUnreachable(error) && { message: UNREACHABLE })

/** Of a request without a response the service has no code, and the browser's own words. */
const isUnreachable = ({ message, code }: { message: string; code?: string }): boolean =>
  code === '' && message.startsWith('TypeError: ')
