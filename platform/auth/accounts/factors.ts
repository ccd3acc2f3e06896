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
  web_authn_credential: unknown
  web_authn_aaguid: string | null
}

export const FACTOR_COLUMNS =
  'id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone, last_challenged_at, web_authn_credential, web_authn_aaguid'

/** Names of the factor kinds in config.toml and in the amr claim. */
export const FACTOR_NAMES = {
  totp: { section: 'totp', method: 'totp' },
  phone: { section: 'phone', method: 'mfa/phone' },
  webauthn: { section: 'web_authn', method: 'mfa/webauthn' },
} as const satisfies Record<FactorType, { section: string; method: string }>

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
    ...(factor.web_authn_aaguid ? { web_authn_aaguid: factor.web_authn_aaguid } : {}),
    ...(factor.last_challenged_at ? { last_challenged_at: factor.last_challenged_at.toISOString() } : {}),
  }
}
