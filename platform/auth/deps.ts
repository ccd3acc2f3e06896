import type { AuthConfig } from '../config/schema.ts'
import type * as kernel from '../kernel/router.ts'
import type { Limits } from '../kernel/take-limit.ts'
import type { Log } from '../log.ts'
import type { Tokens } from '../tokens.ts'
import type { Database } from './database.ts'
import type { Messenger } from './delivery/messenger.ts'
import type { Notices, Templates } from './delivery/templates.ts'
import type { Providers } from './oauth/provider.ts'
import type { Passwords } from './secrets/passwords.ts'
import type { SamlThread } from './sso/saml-thread.ts'

/** What every endpoint of the auth service works with. Built once in createAuthService. */
export interface Auth {
  config: AuthConfig
  db: Database
  tokens: Tokens
  /** The `iss` claim of our tokens. */
  issuer: string
  publicUrl: string
  messenger: Messenger
  templates: Templates
  notices: Notices
  limits: Limits
  /** Whether addresses tell visitors apart, so that requests are counted by them. */
  limitAddresses: boolean
  /** `[platform] recent_proof`. */
  recentProofSeconds: number
  passwords: Passwords
  /** Makes refusals of passwords take equally long. `startedAt` by performance.now(). */
  waitForRefusalFloor(startedAt: number): Promise<void>
  providers: Providers
  /** Reads XML of identity providers, and of whoever says to be one. */
  saml: SamlThread
  /** Outgoing requests to captcha services and to the providers of config.toml; tests put their own in. */
  fetch: typeof fetch
  /** The same to addresses that an admin entered at run time: it leads to public machines alone. */
  guardedFetch: typeof fetch
  now: () => Date
  log: Log
}

/** What the router gives each endpoint. */
export type AuthParts = { auth: Auth }
export type RequestContext = kernel.RequestContext<AuthParts>

/**
 * Address under which visitors reach this service, without a trailing slash: links and redirects start with it. Never
 * taken from the request, whose Host header is the caller's choice; a port of the service's own leads here as well.
 */
export function serviceUrl(context: RequestContext): string {
  const { auth } = context.env
  return auth.config.external_url.replace(/\/$/, '') || `${auth.publicUrl}/auth/v1`
}
