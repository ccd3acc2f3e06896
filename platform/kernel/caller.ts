import type { Pools } from '../postgres/pools.ts'
import type { Claims } from '../tokens.ts'

/** The caller of a request: the subject of its verified token, or an anonymous one. One type for all services. */
export interface Caller {
  role: string
  claims: Claims
  /** The claims as SQL reads them from request.jwt.claims, the role filled in. Callers with equal text are equal. */
  claimsJson: string
  /** The raw token, which policies may read as request.jwt; empty without one. */
  token: string
}

export const ANONYMOUS: Caller = callerWith('anon', { role: 'anon' }, '')

/** The caller of verified claims: anon where they name no role, null where they name one that no request may have. */
export async function callerOf(claims: Claims, token: string, pools: Pick<Pools, 'admits'>): Promise<Caller | null> {
  const role: unknown = claims.role
  if (role === undefined || role === null) return callerWith('anon', { ...claims, role: 'anon' }, token)
  return typeof role === 'string' && (await pools.admits(role)) ? callerWith(role, claims, token) : null
}

/** A caller that the platform itself vouches for. */
export function callerWith(role: string, claims: Claims, token: string): Caller {
  return { role, claims, claimsJson: JSON.stringify(claims), token }
}
