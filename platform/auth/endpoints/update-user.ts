import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { applyEmailChange, endPendingWaysIn } from '../accounts/change-address.ts'
import { mergeMetadata } from '../accounts/metadata.ts'
import { presentUser } from '../accounts/present-user.ts'
import { findUserByEmail, findUserByPhone, type User, updateUser } from '../accounts/users.ts'
import { normalizeEmail, normalizePhone } from '../addresses.ts'
import { takenAddress } from '../admin/create-user.ts'
import { readBody } from '../body.ts'
import type { Queryable } from '../database.ts'
import { sendNotice } from '../delivery/account-notice.ts'
import { requireSmsProvider, sendPhoneCode } from '../delivery/phone-code.ts'
import type { RequestContext } from '../deps.ts'
import { AuthError, emailExists, phoneExists, userSsoManaged } from '../errors.ts'
import { limitAddress, limitMails, limitMailTo } from '../limits/rules.ts'
import { readCodeChallenge } from '../secrets/code-challenge.ts'
import { requireOwner, requireSecondFactor, type SignedIn } from '../sessions/authenticate.ts'
import { requireRecentProof } from '../sessions/recent-proof.ts'
import { endSessions } from '../sessions/sessions.ts'
import { newPasswordHash } from './change-password.ts'
import { sendEmailChange } from './send-email-change.ts'
import { type UserUpdate, userUpdate } from './user-update.ts'

/** PUT /user: the user changes what is theirs to change. */
export async function changeUser(context: RequestContext): Promise<Response> {
  const { auth } = context.env
  const signedIn = await requireOwner(context)
  const body = await readBody(context, userUpdate)
  const email = body.email === '' ? null : normalizeEmail(body.email)
  const phone = body.phone === '' ? null : normalizePhone(body.phone)
  const newEmail = email === signedIn.user.email ? null : email
  const newPhone = phone === signedIn.user.phone ? null : phone
  await requireMayChange(context, signedIn, { body, newEmail, newPhone })
  const challenge = readCodeChallenge(body.code_challenge, body.code_challenge_method)
  const passwordHash = await newPasswordHash(context, signedIn, body)

  let user = await transaction(auth.db, async (tx) => {
    let changed = await applyPlain(context, tx, { signedIn, body, passwordHash })
    if (newEmail && auth.config.email.enable_confirmations) {
      changed = await sendEmailChange(context, tx, { user: changed, email: newEmail, challenge })
    } else if (newEmail) {
      changed = await applyEmailChange(auth, tx, changed, newEmail)
    }
    return changed
  }).catch((error: unknown) => {
    throw takenAddress(error)
  })
  auth.messenger.flush()
  // Whatever sign-ups need: a number that nobody has shown to be theirs is not an account's.
  if (newPhone) user = await startPhoneChange(context, user, newPhone, body.channel)
  return Response.json(await presentUser(auth.db, user))
}

interface Wanted {
  body: UserUpdate
  newEmail: string | null
  newPhone: string | null
}

async function requireMayChange(context: RequestContext, signedIn: SignedIn, { body, newEmail, newPhone }: Wanted) {
  const { auth } = context.env
  const { user } = signedIn
  if (body.app_metadata !== undefined && body.app_metadata !== null) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const changesLogin = newEmail !== null || newPhone !== null || Boolean(body.password)
  if (!changesLogin) return
  if (user.is_sso_user) throw userSsoManaged()
  const message = 'AAL2 session is required to update email or password when MFA is enabled.'
  await requireSecondFactor(context, signedIn, message)
  if (newEmail === null && newPhone === null) return
  await requireRecentProof(context, signedIn)
  await limitAddress(context, 'sign-up')
  if (newEmail && (await findUserByEmail(auth.db, newEmail, user.aud))) throw emailExists()
  if (newPhone && (await findUserByPhone(auth.db, newPhone, user.aud))) throw phoneExists()
  if (newPhone) requireSmsProvider(context, newPhone, 'phone change')
  if (newEmail && auth.config.email.enable_confirmations) {
    await limitMailTo(context, 'email_change', newEmail)
    await limitMails(context)
  }
}

async function applyPlain(
  context: RequestContext,
  tx: Queryable,
  { signedIn, body, passwordHash }: { signedIn: SignedIn; body: UserUpdate; passwordHash: string | null },
): Promise<User> {
  const { auth, call } = context.env
  const { user, session } = signedIn
  const now = auth.now()
  const event = { actor: user, address: call.clientAddress, now }
  if (passwordHash) {
    // Whoever else is signed in may be the reason for the new password.
    await endSessions(tx, { userId: user.id, ...(session ? { except: session.id } : {}) })
    await endPendingWaysIn(tx, user.id)
    await audit(tx, { action: 'user_updated_password', ...event })
  }
  await audit(tx, { action: 'user_modified', ...event })
  if (passwordHash) await sendNotice(auth, tx, { kind: 'password_changed', user })
  return updateUser(
    tx,
    user.id,
    {
      raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, body.data),
      ...(passwordHash ? { encrypted_password: passwordHash } : {}),
    },
    now,
  )
}

async function startPhoneChange(context: RequestContext, user: User, phone: string, channel: string): Promise<User> {
  const { auth } = context.env
  const pending = await updateUser(auth.db, user.id, { phone_change: phone }, auth.now())
  const column = 'phone_change_token'
  const sent = await sendPhoneCode(context, { user: pending, column, phone, channel, what: 'phone change' })
  return sent.user
}
