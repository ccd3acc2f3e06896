import { decodeProtectedHeader, errors as jose } from 'jose'
import { LRUCache } from 'lru-cache'
import { bearerToken } from '../kernel/bearer.ts'
import { ANONYMOUS, type Caller, callerOf } from '../kernel/caller.ts'
import type { Pools } from '../postgres/pools.ts'
import type { Claims, Tokens } from '../tokens.ts'
import { roleDoesNotExist, tokenRefused, tokenUndecodable } from './errors.ts'
import { RestError } from './rest-error.ts'

/** Verified tokens are cached: a signature costs more than the whole query. */
const MAX_CACHED_TOKENS = 2000
/** Seconds that clocks may differ by; the same leeway as `Tokens.verify`. */
const LEEWAY_SECONDS = 30

const EMPTY_BEARER = /^bearer\s*$/i

interface AuthenticatorOptions {
  tokens: Tokens
  pools: Pools
  now: () => Date
}

export function createAuthenticator({ tokens, pools, now }: AuthenticatorOptions) {
  const cached = new LRUCache<string, Caller>({ max: MAX_CACHED_TOKENS })

  return async (authorization: string | null): Promise<Caller> => {
    const token = bearerToken(authorization)
    if (token === null) {
      if (authorization !== null && EMPTY_BEARER.test(authorization))
        throw tokenUndecodable('Empty JWT is sent in Authorization header')
      return ANONYMOUS
    }
    const known = cached.get(token)
    if (known) {
      requireTimely(known.claims, now())
      await requireAdmitted(pools, known.role)
      return known
    }
    const claims = await verify(tokens, token)
    requireTimely(claims, now())
    const caller = await callerOf(claims, token, pools)
    if (!caller) throw roleDoesNotExist(String(claims.role))
    cached.set(token, caller)
    return caller
  }
}

async function requireAdmitted(pools: Pools, role: string): Promise<void> {
  if (!(await pools.admits(role))) throw roleDoesNotExist(role)
}

const TIMES = ['exp', 'nbf', 'iat']

async function verify(tokens: Tokens, token: string): Promise<Claims> {
  const parts = token.split('.').length
  if (parts !== 3) throw tokenUndecodable(`Expected 3 parts in JWT; got ${parts}`)
  try {
    const claims = await tokens.verify(token)
    requireAudience(claims)
    return claims
  } catch (error) {
    if (error instanceof RestError) throw error
    if (isUnsecured(token)) {
      const details = "JWT is unsecured but expected 'alg' was not 'none'"
      throw tokenUndecodable('Wrong or unsupported encoding algorithm', details)
    }
    if (error instanceof jose.JWTExpired) throw tokenRefused('JWT expired')
    if (error instanceof jose.JWTClaimValidationFailed) {
      if (error.reason === 'invalid' && TIMES.includes(error.claim)) {
        throw tokenRefused(`The JWT '${error.claim}' claim must be a number`)
      }
      requireAudience(error.payload)
      throw tokenRefused(error.claim === 'nbf' ? 'JWT not yet valid' : 'JWT not in audience')
    }
    if (error instanceof jose.JWSSignatureVerificationFailed || error instanceof jose.JWKSNoMatchingKey) {
      throw tokenUndecodable('No suitable key or wrong key type', 'None of the keys was able to decode the JWT')
    }
    throw tokenUndecodable('JWT cryptographic operation failed')
  }
}

function requireAudience({ aud }: { aud?: unknown }): void {
  const isText = (value: unknown) => typeof value === 'string'
  if (aud === undefined || aud === null || isText(aud) || (Array.isArray(aud) && aud.every(isText))) return
  throw tokenRefused("The JWT 'aud' claim must be a string or an array of strings")
}

function isUnsecured(token: string): boolean {
  try {
    return decodeProtectedHeader(token).alg === 'none'
  } catch {
    return false
  }
}

function requireTimely(claims: Claims, now: Date): void {
  const seconds = now.getTime() / 1000
  if (typeof claims.exp === 'number' && seconds > claims.exp + LEEWAY_SECONDS) throw tokenRefused('JWT expired')
  if (typeof claims.nbf === 'number' && seconds < claims.nbf - LEEWAY_SECONDS) throw tokenRefused('JWT not yet valid')
  if (typeof claims.iat === 'number' && seconds < claims.iat - LEEWAY_SECONDS)
    throw tokenRefused('JWT issued at future')
}
