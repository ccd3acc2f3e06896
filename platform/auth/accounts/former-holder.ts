import type { Queryable } from '../database.ts'
import type { Auth } from '../deps.ts'
import { clearTokens } from '../secrets/one-time-tokens.ts'
import { TOKEN_COLUMNS } from '../secrets/token-columns.ts'
import { type User, updateUser } from './users.ts'

/** Whatever lets somebody into an account, or will once it is answered. */
const WAYS_IN = [
  'auth.sessions',
  'auth.mfa_factors',
  'auth.webauthn_credentials',
  'auth.webauthn_challenges',
  'auth.oauth_consents',
  'auth.oauth_authorizations',
  '_platform.sign_in_networks',
] as const

/**
 * An account whose address nobody has proven may have been made by a stranger. Its first proof drops every way in that
 * was there before: password, sessions, factors, passkeys, other addresses, pending changes, and all identities but the
 * one that is proven now.
 */
export async function dropFormerHolder(
  auth: Auth,
  tx: Queryable,
  user: User,
  proven: { provider: string; providerId: string },
): Promise<User> {
  for (const table of WAYS_IN) await tx.query(`delete from ${table} where user_id = $1`, [user.id])
  // Codes that lead to a session, and sign-ins with a provider that would be linked to the account.
  await tx.query(
    `delete from auth.flow_state
     where linking_target_id = $1 or (user_id = $1 and auth_code_issued_at is not null)`,
    [user.id],
  )
  await tx.query('delete from auth.identities where user_id = $1 and not (provider = $2 and provider_id = $3)', [
    user.id,
    proven.provider,
    proven.providerId,
  ])
  await clearTokens(tx, user.id, TOKEN_COLUMNS)
  const other =
    proven.provider === 'phone' ? { email: null, email_confirmed_at: null } : { phone: null, phone_confirmed_at: null }
  return updateUser(
    tx,
    user.id,
    {
      ...other,
      encrypted_password: null,
      email_change: '',
      email_change_confirm_status: 0,
      phone_change: '',
      raw_app_meta_data: { ...user.raw_app_meta_data, provider: proven.provider, providers: [proven.provider] },
    },
    auth.now(),
  )
}

/** Whether nobody has shown yet that the account is theirs. */
export function isUnproven(user: User): boolean {
  return user.email_confirmed_at === null && user.phone_confirmed_at === null
}
