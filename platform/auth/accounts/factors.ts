import type { Queryable } from '../database.ts'

export type FactorType = 'totp' | 'phone' | 'webauthn'

/** A row of auth.mfa_factors. The secret never leaves the service again after enrolment. */
export interface Factor {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: FactorType
  status: 'unverified' | 'verified'
  created_at: Date
  updated_at: Date
  secret: string | null
  phone: string | null
  last_challenged_at: Date | null
}

export const FACTOR_COLUMNS =
  'id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone, last_challenged_at'

export async function factorsOf(db: Queryable, userIds: string[]): Promise<Factor[]> {
  const { rows } = await db.query<Factor>(
    `select ${FACTOR_COLUMNS} from auth.mfa_factors where user_id = any ($1::uuid[]) order by created_at`,
    [userIds],
  )
  return rows
}

export function presentFactor(factor: Factor) {
  return {
    id: factor.id,
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    status: factor.status,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    ...(factor.phone ? { phone: factor.phone } : {}),
    ...(factor.last_challenged_at ? { last_challenged_at: factor.last_challenged_at.toISOString() } : {}),
  }
}
