/**
 * What an acceptance test works with. It knows a server by its address and keys alone, and makes everything else
 * through the API:
 *
 *   const { url } = target()                          the server under test; target('guarded') for the strict one
 *   const anon = anonClient()                         a visitor: supabase-js with the publishable key
 *   const service = serviceClient()                   supabase-js with the secret key
 *   const { client, user } = await signedInClient()   a fresh account, signed in; { role: 'editor' } gives it a role
 *
 * `npx vitest run --project acceptance tests/acceptance/storage` starts the targets of tests/support/targets;
 * TARGET_URL, TARGET_PUBLISHABLE_KEY and TARGET_SECRET_KEY judge another server instead (as the target `open`).
 * A test that needs another configuration adds tests/support/targets/<name>.toml and its name to TARGETS.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient, type User } from '@supabase/supabase-js'
import { inject } from 'vitest'
import type { Target, TargetName } from './acceptance-target.ts'

export function target(name: TargetName = 'open'): Target {
  const found = inject('targets')[name]
  if (!found) throw new Error(`There is no target ${name} in this run: TARGET_URL stands for the target open alone.`)
  return found
}

/** Without a browser's storage, and without a timer that would outlive the test. */
const AUTH_OPTIONS = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

export function anonClient(name?: TargetName, headers: Record<string, string> = {}): SupabaseClient {
  const { url, publishableKey } = target(name)
  return createClient(url, publishableKey, { auth: AUTH_OPTIONS, global: { headers } })
}

export function serviceClient(name?: TargetName): SupabaseClient {
  const { url, secretKey } = target(name)
  return createClient(url, secretKey, { auth: AUTH_OPTIONS })
}

export interface SignedIn {
  client: SupabaseClient
  user: User
  email: string
  password: string
  accessToken: string
}

/** Roles of the shop; viewer is an account without any. */
export type ShopRole = 'viewer' | 'editor' | 'admin'

export interface SignInOptions {
  role?: ShopRole
  target?: TargetName
  /** Sent with each request. */
  headers?: Record<string, string>
}

export async function signedInClient(options: SignInOptions = {}): Promise<SignedIn> {
  const { role = 'viewer', target: name, headers = {} } = options
  const account = { email: `${randomUUID()}@test.example`, password: `Pass-${randomUUID()}` }
  const service = serviceClient(name)
  const made = await service.auth.admin.createUser({ ...account, email_confirm: true })
  if (made.error) throw made.error
  if (role !== 'viewer') {
    const given = await service.from('user_roles').upsert({ user_id: made.data.user.id, role })
    if (given.error) throw new Error(`The role ${role} could not be given: ${given.error.message}`)
  }
  // From an address of its own, where the target believes the header: sign-ins are limited by address.
  const address = `198.18.${randomInt(256)}.${randomInt(256)}`
  const client = anonClient(name, { 'x-forwarded-for': address, ...headers })
  const signedIn = await client.auth.signInWithPassword(account)
  if (signedIn.error) throw signedIn.error
  return { client, user: signedIn.data.user, ...account, accessToken: signedIn.data.session.access_token }
}
