import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { endPendingWaysIn, tellOfNewEmail } from '../accounts/change-address.ts'
import { addAddressIdentity, confirmEmail, confirmPhone, withProvider } from '../accounts/confirm.ts'
import { mergeMetadata } from '../accounts/metadata.ts'
import { presentUser } from '../accounts/present-user.ts'
import { findUserByEmail, findUserByPhone, type User, type UserChange, updateUser } from '../accounts/users.ts'
import { normalizeEmail, normalizePhone } from '../addresses.ts'
import { readBody } from '../body.ts'
import type { Queryable } from '../database.ts'
import { sendNotice } from '../delivery/account-notice.ts'
import type { RequestContext } from '../deps.ts'
import { emailExists, phoneExists } from '../errors.ts'
import { endSessions } from '../sessions/sessions.ts'
import { takenAddress } from './create-user.ts'
import { readBan, readPassword, type UserInput, userInputSchema } from './user-input.ts'
import { requireSubject } from './users.ts'

/** PUT /admin/users/{id} */
export async function adminUpdateUser(context: RequestContext): Promise<Response> {
  const subject = await requireSubject(context)
  const { auth, call } = context.env
  const input = await readBody(context, userInputSchema)
  const passwordHash = await readPassword(auth, input)
  const email = input.email === '' ? null : normalizeEmail(input.email)
  const phone = input.phone === '' ? null : normalizePhone(input.phone)

  const updated = await transaction(auth.db, async (tx) => {
    const now = auth.now()
    let user = await updateUser(tx, subject.id, plainChanges({ subject, input, passwordHash, now }), now)
    if (email && email !== subject.email) user = await changeEmail(context, tx, user, email)
    if (phone && phone !== subject.phone) user = await changePhone(context, tx, user, phone)
    if (input.email_confirm && user.email) user = await confirmEmail(auth, tx, user)
    if (input.phone_confirm && user.phone) user = await confirmPhone(auth, tx, user)
    // Whoever knew the old password must not stay signed in.
    if (passwordHash) {
      await endSessions(tx, { userId: user.id })
      await sendNotice(auth, tx, { kind: 'password_changed', user, to: subject.email })
    }
    if (passwordHash || (email && email !== subject.email)) await endPendingWaysIn(tx, user.id)
    const traits = { user_id: user.id, user_email: user.email ?? '', user_phone: user.phone ?? '' }
    await audit(tx, { action: 'user_modified', actor: null, address: call.clientAddress, now, traits })
    return user
  }).catch((error: unknown) => {
    throw takenAddress(error)
  })
  auth.messenger.flush()
  return Response.json(await presentUser(auth.db, updated))
}

function plainChanges({
  subject,
  input,
  passwordHash,
  now,
}: {
  subject: User
  input: UserInput
  passwordHash: string | null
  now: Date
}): UserChange {
  const bannedUntil = readBan(input, now)
  return {
    ...(input.role === '' ? {} : { role: input.role }),
    ...(passwordHash === null ? {} : { encrypted_password: passwordHash }),
    ...(bannedUntil === undefined ? {} : { banned_until: bannedUntil }),
    raw_app_meta_data: mergeMetadata(subject.raw_app_meta_data, input.app_metadata),
    raw_user_meta_data: mergeMetadata(subject.raw_user_meta_data, input.user_metadata),
  }
}

async function changeEmail(context: RequestContext, tx: Queryable, user: User, email: string): Promise<User> {
  const { auth } = context.env
  if (await findUserByEmail(tx, email, user.aud)) throw emailExists()
  const raw_app_meta_data = withProvider(user.raw_app_meta_data, 'email')
  const changed = await updateUser(tx, user.id, { email, raw_app_meta_data }, auth.now())
  const verified = user.email_confirmed_at !== null
  await addAddressIdentity(auth, tx, { user: changed, provider: 'email', data: {}, verified })
  await tellOfNewEmail(auth, tx, { user: changed, oldEmail: user.email })
  return changed
}

async function changePhone(context: RequestContext, tx: Queryable, user: User, phone: string): Promise<User> {
  const { auth } = context.env
  if (await findUserByPhone(tx, phone, user.aud)) throw phoneExists()
  const raw_app_meta_data = withProvider(user.raw_app_meta_data, 'phone')
  const changed = await updateUser(tx, user.id, { phone, raw_app_meta_data }, auth.now())
  const verified = user.phone_confirmed_at !== null
  await addAddressIdentity(auth, tx, { user: changed, provider: 'phone', data: {}, verified })
  await sendNotice(auth, tx, { kind: 'phone_changed', user: changed, oldPhone: user.phone })
  return changed
}
