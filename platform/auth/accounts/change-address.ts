import type { Queryable } from '../database.ts'
import { sendNotice } from '../delivery/account-notice.ts'
import type { Auth } from '../deps.ts'
import { emailExists, phoneExists } from '../errors.ts'
import { clearTokens } from '../secrets/one-time-tokens.ts'
import { addAddressIdentity, withProvider } from './confirm.ts'
import { findUserByEmail, findUserByPhone, type User, updateUser } from './users.ts'

/** Puts the proven new e-mail address in the place of the old one; an anonymous user becomes permanent. */
export async function applyEmailChange(auth: Auth, tx: Queryable, user: User, email: string): Promise<User> {
  const holder = await findUserByEmail(tx, email, user.aud)
  if (holder && holder.id !== user.id) throw emailExists()
  await clearTokens(tx, user.id, ['email_change_token_new', 'email_change_token_current', 'confirmation_token'])
  await endPendingWaysIn(tx, user.id)
  const now = auth.now()
  const changed = await updateUser(
    tx,
    user.id,
    {
      email,
      email_change: '',
      email_change_confirm_status: 0,
      email_confirmed_at: user.email_confirmed_at ?? now,
      is_anonymous: false,
      raw_app_meta_data: withProvider(user.raw_app_meta_data, 'email'),
      raw_user_meta_data: { ...user.raw_user_meta_data, sub: user.id, email, email_verified: true },
    },
    now,
  )
  await addAddressIdentity(auth, tx, { user: changed, provider: 'email', data: {}, verified: true })
  await tellOfNewEmail(auth, tx, { user: changed, oldEmail: user.email })
  return changed
}

/** To the old address: whoever reads the new one knows. */
export async function tellOfNewEmail(
  auth: Auth,
  tx: Queryable,
  { user, oldEmail }: { user: User; oldEmail: string | null },
): Promise<void> {
  await sendNotice(auth, tx, { kind: 'email_changed', user, to: oldEmail, oldEmail })
}

/**
 * Links and codes that were sent before a change of address or password lead into the account no longer: whoever could
 * read the old mailbox, or knew the old password, may be the reason for the change.
 */
export async function endPendingWaysIn(tx: Queryable, userId: string): Promise<void> {
  await clearTokens(tx, userId, ['recovery_token', 'reauthentication_token'])
  await tx.query('delete from auth.flow_state where user_id = $1', [userId])
}

export async function applyPhoneChange(auth: Auth, tx: Queryable, user: User, phone: string): Promise<User> {
  const holder = await findUserByPhone(tx, phone, user.aud)
  if (holder && holder.id !== user.id) throw phoneExists()
  await clearTokens(tx, user.id, ['phone_change_token', 'confirmation_token'])
  await endPendingWaysIn(tx, user.id)
  const now = auth.now()
  const changed = await updateUser(
    tx,
    user.id,
    {
      phone,
      phone_change: '',
      phone_confirmed_at: now,
      is_anonymous: false,
      raw_app_meta_data: withProvider(user.raw_app_meta_data, 'phone'),
      raw_user_meta_data: { ...user.raw_user_meta_data, sub: user.id, phone, phone_verified: true },
    },
    now,
  )
  await addAddressIdentity(auth, tx, { user: changed, provider: 'phone', data: {}, verified: true })
  await sendNotice(auth, tx, { kind: 'phone_changed', user: changed, oldPhone: user.phone })
  return changed
}
