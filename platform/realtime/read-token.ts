import { decodeJwt, errors } from 'jose'
import { type Caller, callerOf } from '../kernel/caller.ts'
import type { ServiceContext } from '../kernel/service.ts'
import type { Claims } from '../tokens.ts'
import { tokenExpired, tokenForged, tokenLacksClaims, tokenMalformed, tokenRoleUnknown } from './errors.ts'

/** A caller whose token has an end, as every token of a channel must. */
export type ChannelCaller = Caller & { claims: { exp: number } }

/** Verifies a token; throws a TokenError. Realtime needs role and exp: a channel ends with its token. */
export async function readToken(
  { tokens, pools, now }: Pick<ServiceContext, 'tokens' | 'pools' | 'now'>,
  token: string | null,
): Promise<ChannelCaller> {
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
  const caller = await callerOf(claims, token, pools)
  if (!caller) throw tokenRoleUnknown(role)
  return { ...caller, claims: { ...claims, exp } }
}

function isJwt(token: string): boolean {
  try {
    decodeJwt(token)
    return true
  } catch {
    return false
  }
}
