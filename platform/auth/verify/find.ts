import { findUserByEmail, findUserByPendingChange, findUserByPhone, lockUser, type User } from '../accounts/users.ts'
import { normalizePhone } from '../addresses.ts'
import type { Queryable } from '../database.ts'
import type { Visit } from '../deps.ts'
import { linkExpired, tokenExpired, validationFailed } from '../errors.ts'
import { findToken, isExpired, matchesCode, type TokenColumn } from '../secrets/one-time-tokens.ts'
import { audience } from '../sessions/authenticate.ts'

/** What a visitor may prove with a link or a code. `email` accepts a code of a sign-up or of a magic link. */
export const EMAIL_TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const
export const PHONE_TYPES = ['sms', 'phone_change'] as const
export type EmailType = (typeof EMAIL_TYPES)[number]
export type PhoneType = (typeof PHONE_TYPES)[number]

export const isEmailType = (type: string): type is EmailType => EMAIL_TYPES.some((known) => known === type)
export const isPhoneType = (type: string): type is PhoneType => PHONE_TYPES.some((known) => known === type)

const COLUMNS = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
} as const satisfies Record<EmailType | PhoneType, TokenColumn[]>

/** A user with the token that was shown to be theirs. The row is locked: the token is used up in this transaction. */
export interface Proven {
  user: User
  column: TokenColumn
}

/** The owner of a link. Throws what the link is refused with. */
export async function findByLink(visit: Visit, tx: Queryable, type: string, linkToken: string): Promise<Proven> {
  const { auth } = visit.env
  if (!isEmailType(type)) throw validationFailed('Invalid email verification type')
  const columns = [...COLUMNS[type]]
  const found = await findToken(auth, tx, columns, linkToken)
  const user = found ? await lockUser(tx, found.userId) : null
  // Read again under the lock: the same link may have been opened twice at one moment.
  const still = user ? await findToken(auth, tx, columns, linkToken) : null
  if (!user || !still || isExpired(auth, user, still.column)) throw linkExpired()
  return { user, column: still.column }
}

/** The owner of a typed code. An unknown address is answered like a wrong code. */
export async function findByCode(
  visit: Visit,
  tx: Queryable,
  { type, address, otp }: { type: EmailType | PhoneType; address: string; otp: string },
): Promise<Proven> {
  const { auth } = visit.env
  for (const candidate of await candidates(visit, tx, type, address)) {
    const user = candidate ? await lockUser(tx, candidate.id) : null
    const column = user && COLUMNS[type].find((one) => matchesCode(auth, { user, column: one, address, otp }))
    if (user && column) return { user, column }
  }
  throw tokenExpired()
}

/** A change is confirmed by codes to the new and the old address, so either may be typed. */
async function candidates(visit: Visit, tx: Queryable, type: EmailType | PhoneType, address: string) {
  const aud = audience(visit)
  if (type === 'sms') return [await findUserByPhone(tx, address, aud)]
  if (type === 'phone_change') return [await findUserByPendingChange(tx, 'phone_change', address)]
  const holder = await findUserByEmail(tx, address, aud)
  return type === 'email_change' ? [await findUserByPendingChange(tx, 'email_change', address), holder] : [holder]
}

/** The address as it was hashed with the code. */
export function readAddress(type: EmailType | PhoneType, { email, phone }: { email: string; phone: string }): string {
  return isPhoneType(type) ? normalizePhone(phone) : email.trim().toLowerCase().slice(0, 320)
}
