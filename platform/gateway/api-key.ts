import { timingSafeEqual } from 'node:crypto'
import { bearerToken } from '../kernel/bearer.ts'
import { API_ROLES } from '../postgres/pools.ts'
import type { Tokens } from '../tokens.ts'
import { invalidApiKey, noApiKey, secretKeyInBrowser } from './errors.ts'
import type { Family } from './families.ts'

export interface ApiKeyOptions {
  publishable: string
  secret: string
  /** Refuse requests without a known key. */
  required: boolean
  tokens: Tokens
}

/** What a request shows of itself; a websocket upgrade has the same three things. */
export interface Presented {
  family: Family
  /** Path inside the family. */
  path: string
  header(name: string): string | null
  /** The `apikey` query parameter. */
  queryKey: string | null
}

/** `authorization`: the header the service shall see; null: none. */
export type KeyVerdict = { refused: Response } | { authorization: string | null }

/**
 * The gateway's rule: a user's token outranks the api key, and an opaque key is exchanged for the JWT of its role,
 * because the services know nothing but JWTs. A legacy key is a JWT already and becomes the token as it is; to auth it is
 * passed without `Bearer`, as the hosted gateway does, so that calls which ask for a user say that there is none.
 */
export function createKeyRule({ publishable, secret, required, tokens }: ApiKeyOptions) {
  return async function checkKey(presented: Presented): Promise<KeyVerdict> {
    const authorization = presented.header('authorization')
    const bearer = bearerToken(authorization)
    const opaqueBearer = bearer?.startsWith('sb_') ? bearer : null
    const key = presented.header('apikey') ?? presented.queryKey ?? opaqueBearer
    const role = key === null ? null : roleOfOpaqueKey(key)

    if (isBrowser(presented) && [key, opaqueBearer].some((given) => given !== null && sameText(given, secret))) {
      return { refused: secretKeyInBrowser() }
    }
    if (required && !isOpen(presented)) {
      if (key === null) return { refused: noApiKey() }
      if (role === null && !(await isLegacyKey(key))) return { refused: invalidApiKey() }
    }
    if (authorization !== null && opaqueBearer === null) return { authorization }
    if (role !== null) return { authorization: `Bearer ${tokens.forRole(role)}` }
    if (key === null) return { authorization: null }
    return { authorization: presented.family === 'auth' ? key : `Bearer ${key}` }
  }

  function roleOfOpaqueKey(key: string) {
    if (sameText(key, secret)) return 'service_role'
    return sameText(key, publishable) ? 'anon' : null
  }

  async function isLegacyKey(key: string): Promise<boolean> {
    if (sameText(key, tokens.forRole('anon')) || sameText(key, tokens.forRole('service_role'))) return true
    const claims = await tokens.verify(key).catch(() => null)
    // A user's token is no api key: it has a subject, the project's keys have none.
    return claims !== null && claims.sub === undefined && API_ROLES.includes(claims.role ?? '')
  }
}

/** Constant time: the secret key must not be found letter by letter. */
function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Sec-Fetch-Site can only be set by a browser itself; older ones still call themselves Mozilla. */
function isBrowser({ header }: Presented): boolean {
  if (header('sec-fetch-site') !== null) return true
  return header('origin') !== null && (header('user-agent') ?? '').startsWith('Mozilla/')
}

/** Reached by links in mails, by identity providers and by <img>: none of them can send a key. */
const OPEN_AUTH_PATHS = ['/verify', '/callback', '/authorize', '/sso/saml/acs', '/sso/saml/metadata']

function isOpen({ family, path }: Presented): boolean {
  // These two authorise by themselves: signed and public URLs, verify_jwt = false.
  if (family === 'storage' || family === 'functions') return true
  return family === 'auth' && (OPEN_AUTH_PATHS.includes(path) || path.startsWith('/.well-known/'))
}
