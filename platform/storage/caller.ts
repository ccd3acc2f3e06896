import { errors } from 'jose'
import { bearerToken } from '../kernel/bearer.ts'
import { type Caller, callerOf } from '../kernel/caller.ts'
import type { ServiceContext } from '../kernel/service.ts'
import type { Claims, Tokens } from '../tokens.ts'
import { accessDenied } from './errors.ts'

/** Who sends this Authorization header. The messages are the ones Supabase clients and tests know. */
export async function identify(
  authorization: string | null,
  { tokens, pools }: Pick<ServiceContext, 'tokens' | 'pools'>,
): Promise<Caller> {
  const token = bearerToken(authorization) ?? (authorization ?? '').trim()
  const claims = await verify(token, tokens)
  const caller = await callerOf(claims, token, pools)
  if (!caller) throw accessDenied(`role "${String(claims.role).slice(0, 64)}" is not permitted`)
  return caller
}

async function verify(token: string, tokens: Tokens): Promise<Claims> {
  try {
    return await tokens.verify(token)
  } catch (error) {
    throw accessDenied(tokenFault(error))
  }
}

/** Why a token was refused, in jose's words where it has any. */
export function tokenFault(error: unknown): string {
  return error instanceof errors.JOSEError ? error.message : 'Invalid Compact JWS'
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** The two owner columns: owner_id takes any kind of id, the deprecated owner only a UUID. */
export function ownerColumns(sub: string | undefined): { owner: string | null; ownerId: string | null } {
  if (!sub) return { owner: null, ownerId: null }
  return { owner: isUuid(sub) ? sub : null, ownerId: sub }
}
