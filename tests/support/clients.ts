import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type Dahlia, keysOf } from './dahlia.ts'

/** Without a browser's storage, and without a timer that would outlive the test. */
export const NO_SESSION = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } as const

type Shop = Pick<Dahlia, 'url' | 'dataDir'>

/** supabase-js with the secret key of a running shop: what the shop's own programs may do. */
export async function serviceClientOf(shop: Shop): Promise<SupabaseClient> {
  const { secretKey } = await keysOf(shop)
  return createClient(shop.url, secretKey, { auth: NO_SESSION })
}

/** supabase-js with the publishable key of a running shop: what a visitor may do. */
export async function anonClientOf(shop: Shop, headers: Record<string, string> = {}): Promise<SupabaseClient> {
  const { publishableKey } = await keysOf(shop)
  return createClient(shop.url, publishableKey, { auth: NO_SESSION, global: { headers } })
}
