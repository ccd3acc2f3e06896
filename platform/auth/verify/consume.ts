import { audit } from '../accounts/audit.ts'
import { applyEmailChange, applyPhoneChange } from '../accounts/change-address.ts'
import { confirmByMessage } from '../accounts/confirm.ts'
import { isBanned, type User, updateUser } from '../accounts/users.ts'
import type { Queryable } from '../database.ts'
import type { RequestContext } from '../deps.ts'
import { userBanned } from '../errors.ts'
import { clearTokens } from '../secrets/one-time-tokens.ts'
import { type EmailType, isPhoneType, type PhoneType, type Proven } from './find.ts'

/** The first of the two confirmations of an e-mail change; the second ends it. */
export const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

export type Consumed = { user: User } | { halfConfirmed: true }

/** Uses up a proven token: confirms, changes or simply lets in, as its kind says. */
export async function consume(
  context: RequestContext,
  tx: Queryable,
  { type, user, column, passwordHash }: Proven & { type: EmailType | PhoneType },
): Promise<Consumed> {
  const { auth, call } = context.env
  const now = auth.now()
  if (isBanned(user, now)) throw userBanned(403)
  const event = { actor: user, address: call.clientAddress, now }

  if (column === 'email_change_token_new' || column === 'email_change_token_current') {
    const changed = await confirmEmailChange(context, tx, { user, column })
    if (changed) await audit(tx, { ...event, action: 'user_modified' })
    return changed ? { user: changed } : { halfConfirmed: true }
  }
  if (column === 'phone_change_token') {
    await audit(tx, { ...event, action: 'user_modified' })
    return { user: await applyPhoneChange(auth, tx, user, user.phone_change ?? '') }
  }
  if (column === 'recovery_token') {
    await clearTokens(tx, user.id, ['recovery_token'])
    await audit(tx, { ...event, action: 'login' })
    if (user.email_confirmed_at) return { user }
    return { user: await confirmByMessage(auth, tx, user, { provider: 'email', passwordHash }) }
  }
  const action = type === 'invite' ? 'invite_accepted' : 'user_signedup'
  await audit(tx, { ...event, action })
  const provider = isPhoneType(type) ? 'phone' : 'email'
  return { user: await confirmByMessage(auth, tx, user, { provider, passwordHash }) }
}

/** Null after the first of two confirmations. */
async function confirmEmailChange(
  context: RequestContext,
  tx: Queryable,
  { user, column }: { user: User; column: 'email_change_token_new' | 'email_change_token_current' },
): Promise<User | null> {
  const { auth } = context.env
  const both = auth.config.email.double_confirm_changes && (user.email ?? '') !== ''
  if (both && user.email_change_confirm_status === 0) {
    await clearTokens(tx, user.id, [column])
    await updateUser(tx, user.id, { email_change_confirm_status: 1 }, auth.now())
    return null
  }
  return applyEmailChange(auth, tx, user, user.email_change ?? '')
}
