import { createHash } from 'node:crypto'
import { type User, updateUser } from '../accounts/users.ts'
import type { Queryable } from '../database.ts'
import type { Auth } from '../deps.ts'
import { clearTokens } from '../secrets/one-time-tokens.ts'
import { TOKEN_COLUMNS } from '../secrets/token-columns.ts'
import { endSessions } from '../sessions/sessions.ts'

/** Keeps the row for whatever refers to it, and nothing that tells who it was: addresses become digests. */
export async function softDeleteUser(auth: Auth, tx: Queryable, user: User): Promise<void> {
  const veil = (address: string) => createHash('sha256').update(`${user.id}${address}`).digest('base64url')
  await clearTokens(tx, user.id, TOKEN_COLUMNS)
  await updateUser(
    tx,
    user.id,
    {
      email: user.email ? veil(user.email) : null,
      // The column is unique and takes text; fifteen characters are what a phone number may have.
      phone: user.phone ? veil(user.phone).slice(0, 15) : null,
      email_change: user.email_change ? veil(user.email_change) : '',
      phone_change: user.phone_change ? veil(user.phone_change).slice(0, 15) : '',
      encrypted_password: '',
      raw_user_meta_data: {},
      raw_app_meta_data: {},
      deleted_at: auth.now(),
    },
    auth.now(),
  )
  await tx.query(
    `update auth.identities
     set provider_id = encode(sha256(convert_to(user_id::text || provider_id, 'UTF8')), 'hex'), identity_data = '{}'
     where user_id = $1`,
    [user.id],
  )
  for (const table of ['auth.mfa_factors', 'auth.webauthn_credentials', '_platform.sign_in_networks']) {
    await tx.query(`delete from ${table} where user_id = $1`, [user.id])
  }
  await endSessions(tx, { userId: user.id })
}
