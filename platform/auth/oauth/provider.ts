import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
} from 'oauth4webapi'
import type { AuthConfig } from '../../config/schema.ts'
import { limitBody } from '../../kernel/body.ts'
import type { Metadata } from '../accounts/users.ts'

export type ProviderConfig = AuthConfig['external'][string]

/** Who the provider says has signed in. */
export interface Profile {
  /** The provider's own, never changing id of the account. */
  subject: string
  email: string
  /** Only a verified address finds an account that exists already. */
  emailVerified: boolean
  /** name, full_name, avatar_url, user_name, …: kept in the identity and shown as user metadata. */
  claims: Metadata
}

/** What an exchange of a code yields, as far as a provider needs it. */
export interface Exchange {
  server: AuthorizationServer
  client: Client
  accessToken: string
  /** Claims of a validated id_token. */
  idClaims: Metadata
  /** Parameters of the callback; Apple sends the name there, once. */
  callback: URLSearchParams
  http: HttpOptions
}

export interface OAuthProvider {
  name: string
  config: ProviderConfig
  /** Asked for unless the caller adds more; space separated. */
  scopes: string
  /** Further fixed parameters of the authorization request. */
  parameters?: Record<string, string>
  /** Whether it answers with an id_token that a nonce can be tied to. */
  oidc: boolean
  /** Proof Key for Code Exchange towards the provider. */
  pkce: boolean
  /** False where tokens come with an id_token that names another issuer than the server's. */
  keepsIdToken?: boolean
  server(): Promise<AuthorizationServer>
  profile(exchange: Exchange): Promise<Profile>
  /** How its id_tokens are checked when an app sends one; absent when it has none. */
  idTokens?(): Promise<IdTokenRules>
}

export interface IdTokenRules {
  jwksUri: string
  issuer: string | RegExp
  /** Who a token names, once its signature, issuer and audience are right. Throws when its claims contradict each other. */
  profile(claims: Metadata): Profile
}

export interface HttpOptions {
  [customFetch]: (url: string, options: RequestInit) => Promise<Response>
  [allowInsecureRequests]: boolean
  signal: () => AbortSignal
}

/** A provider that takes longer is down; the visitor is looking at a blank page. */
const TIMEOUT_MS = 10_000
/** A profile, a set of keys or metadata has some kilobytes. */
const MAX_RESPONSE_BYTES = 1024 * 1024
/** Providers change endpoints rarely and announce it; keys are not part of this. */
const DISCOVERY_TTL_MS = 3_600_000

/** The first of the configured ids is the web client's; the others are apps that send their id_token. */
export function clientOf({ config }: OAuthProvider): Client {
  return { client_id: clientIds(config)[0] ?? '' }
}

export function clientIds(config: ProviderConfig): string[] {
  return config.client_id
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
}

/** Plain http is for providers on this machine: a test's, or a developer's. */
export function httpOptions(fetch: typeof globalThis.fetch, url: string): HttpOptions {
  return {
    [customFetch]: fetchFrom(fetch),
    [allowInsecureRequests]: ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname),
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
  }
}

/** Follows no redirect, which would lead wherever the provider likes, and ends responses that do not end by themselves. */
export function fetchFrom(fetch: typeof globalThis.fetch): (url: string, options: RequestInit) => Promise<Response> {
  return async (url, options) => {
    const response = await fetch(url, { ...options, redirect: 'manual' })
    if (!response.body) return response
    const { status, statusText, headers } = response
    return new Response(limitBody(response.body, MAX_RESPONSE_BYTES), { status, statusText, headers })
  }
}

/** Reads an issuer's metadata, and keeps it for a while. */
export function discovered(issuer: string, fetch: typeof globalThis.fetch): () => Promise<AuthorizationServer> {
  let known: { server: AuthorizationServer; at: number } | null = null
  return async () => {
    if (known && Date.now() - known.at < DISCOVERY_TTL_MS) return known.server
    const url = new URL(issuer)
    const response = await discoveryRequest(url, httpOptions(fetch, issuer))
    known = { server: await processDiscoveryResponse(url, response), at: Date.now() }
    return known.server
  }
}

/** GETs JSON from a provider's own API with the access token. */
export async function getJson(url: string, { accessToken, http }: Exchange): Promise<unknown> {
  const response = await http[customFetch](url, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json', 'user-agent': 'platform-auth' },
    signal: http.signal(),
  })
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
  return response.json()
}

/** By name. */
export type Providers = Map<string, OAuthProvider>
