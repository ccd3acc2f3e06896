import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '#domain/database.types.ts'
import { publicSettings } from './public-settings.ts'
import type { Client } from './query.ts'
import type { ReadFetch } from './shared-fetch.ts'

const pageFetch: ReadFetch = (input, init) => fetch(input, init)

/** Same origin only: the gateway in front of this page answers /rest/v1 and /functions/v1. */
export function browserClient(send = pageFetch): Client {
  const { publishableKey } = publicSettings()
  const tables = new PostgrestClient<Database>(new URL('/rest/v1', window.location.origin).href, {
    headers: { apikey: publishableKey },
    fetch: send,
  })
  const call: Client['call'] = (name, body) =>
    send(`/functions/v1/${name}`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return Object.assign(tables, { call })
}
