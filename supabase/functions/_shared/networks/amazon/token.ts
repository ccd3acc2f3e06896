import { networkErrors } from '../../errors.ts'
import { fieldOf, textOf } from '../../json-value.ts'
import type { NetworkClient } from '../client.ts'
import { type AmazonCredentials, tokenAddress } from './credentials.ts'

export interface TokenCache {
  /** The Authorization header. However many ask at once, it is fetched once. */
  header(signal: AbortSignal): Promise<string>
  /** Of a token that Amazon no longer takes. */
  drop(): void
}

/** As early as Amazon's own client renews it. */
const EARLY_MS = 30_000
const TOKEN_BYTES = 64 * 1024
const TOKEN_MS = 20_000

export function createTokenCache(options: {
  client: NetworkClient
  credentials: AmazonCredentials
  now(): number
}): TokenCache {
  const { credentials, now } = options
  let token: { value: string; until: number } | null = null
  let fetching: Promise<{ value: string; until: number }> | null = null
  return {
    async header(signal) {
      if (!token || token.until <= now()) {
        fetching ??= fetchToken(options, signal).finally(() => {
          fetching = null
        })
        token = await fetching
      }
      // Tokens of the older kind are told apart by the credential's version.
      return isOlderKind(credentials)
        ? `Bearer ${token.value}, Version ${credentials.version}`
        : `Bearer ${token.value}`
    },
    drop() {
      token = null
    },
  }
}

const isOlderKind = ({ version }: AmazonCredentials) => version.startsWith('2.')

async function fetchToken(
  { client, credentials, now }: Parameters<typeof createTokenCache>[0],
  signal: AbortSignal,
): Promise<{ value: string; until: number }> {
  const isOlder = isOlderKind(credentials)
  const fields = {
    grant_type: 'client_credentials',
    client_id: credentials.id,
    client_secret: credentials.secret,
    scope: isOlder ? 'creatorsapi/default' : 'creatorsapi::default',
  }
  const asked = now()
  const answer = await client.json(
    {
      url: tokenAddress(credentials.version),
      method: 'POST',
      headers: { 'content-type': isOlder ? 'application/x-www-form-urlencoded' : 'application/json' },
      body: isOlder ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
      maxBytes: TOKEN_BYTES,
      timeoutMs: TOKEN_MS,
      // A wrong id, a wrong secret and the version of another region are all "invalid client".
      explain: (status) => (status === 400 || status === 401 ? networkErrors.amazonClient(credentials.version) : null),
    },
    signal,
  )
  const value = textOf(fieldOf(answer, 'access_token'))
  const seconds = Number(fieldOf(answer, 'expires_in'))
  if (!/^[\x21-\x7e]+$/.test(value) || !(seconds > 0)) throw networkErrors.notUnderstood('Amazon', 'it gave no token')
  return { value, until: asked + seconds * 1000 - EARLY_MS }
}
