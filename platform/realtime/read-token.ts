import { decodeJwt, errors } from 'jose'
import type { ServiceContext } from '../kernel/service.ts'
import type { Claims } from '../tokens.ts'
import { tokenExpired, tokenForged, tokenLacksClaims, tokenMalformed, tokenRoleUnknown } from './errors.ts'

/** Who speaks on a channel. */
export interface Caller {
  role: string
  claims: Claims
  /** The claims as the database is given them; subscribers with equal text share every check. */
  claimsJson: string
  /** Seconds since 1970. */
  expiresAt: number
}

/** Verifies a token; throws a TokenError. Realtime needs role and exp: a channel ends with its token. */
export async function readToken(
  { tokens, pools, now }: Pick<ServiceContext, 'tokens' | 'pools' | 'now'>,
  token: string | null,
): Promise<Caller> {
  if (!token) throw tokenMalformed()
  let claims: Claims
  try {
    claims = await tokens.verify(token)
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw tokenExpired(now().getTime() / 1000 - Number(error.payload.exp ?? 0))
    throw isJwt(token) ? tokenForged() : tokenMalformed()
  }
  const { role, exp } = claims
  if (typeof role !== 'string' || typeof exp !== 'number') throw tokenLacksClaims()
  const secondsAgo = now().getTime() / 1000 - exp
  if (secondsAgo >= 0) throw tokenExpired(secondsAgo)
  if (!(await pools.admits(role))) throw tokenRoleUnknown(role)
  return { role, claims, claimsJson: JSON.stringify(claims), expiresAt: exp }
}

function isJwt(token: string): boolean {
  try {
    decodeJwt(token)
    return true
  } catch {
    return false
  }
}
