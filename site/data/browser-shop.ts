import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '../database.types.ts'
import { publicSettings } from './public-settings.ts'

/** Same origin only: the gateway in front of this page answers /rest/v1. */
export function browserShop() {
  const { publishableKey } = publicSettings()
  return new PostgrestClient<Database>(new URL('/rest/v1', window.location.origin).href, {
    headers: { apikey: publishableKey },
  })
}
