import { findUserByEmail, findUserByPendingChange, findUserByPhone, lockUser, type User } from '../accounts/users.ts'
import { normalizePhone } from '../addresses.ts'
import type { Queryable } from '../database.ts'
import type { RequestContext } from '../deps.ts'
import { linkExpired, tokenExpired, validationFailed } from '../errors.ts'
import { takeGuess } from '../limits/guesses.ts'
import { findToken, isExpired } from '../secrets/one-time-tokens.ts'
import type { TokenColumn } from '../secrets/token-columns.ts'
import { boundPassword, guessCode, isStillThere, type RightGuess } from '../secrets/typed-codes.ts'
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
  /** The password that was chosen by whoever the link or code was made for. */
  passwordHash: string | null
}

/** The owner of a link. Throws what the link is refused with. */
export async function findByLink(
  context: RequestContext,
  tx: Queryable,
  type: string,
  linkToken: string,
): Promise<Proven> {
  const { auth } = context.env
  if (!isEmailType(type)) throw validationFailed('Invalid email verification type')
  const columns = [...COLUMNS[type]]
  const found = await findToken(auth, tx, columns, linkToken)
  const user = found ? await lockUser(tx, found.userId) : null
  // Read again under the lock: the same link may have been opened twice at one moment.
  const still = user ? await findToken(auth, tx, columns, linkToken) : null
  if (!user || !still || isExpired(auth, user, still.column)) throw linkExpired()
  return { user, column: still.column, passwordHash: await boundPassword(tx, user.id, still.column) }
}

/** A code that was typed. */
export interface TypedCode {
  type: EmailType | PhoneType
  address: string
  otp: string
}

/** Whose code it may be, and which: it is used up by `claimCode`. Null for a wrong one and for an unknown address. */
export async function guessByCode(
  context: RequestContext,
  { type, address, otp }: TypedCode,
): Promise<{ userId: string; right: RightGuess } | null> {
  const { auth } = context.env
  // Before anything is compared: guesses at the account count, whether or not anybody has it.
  const users = (await candidates(context, type, address)).filter((user) => user !== null)
  const wasRight = await takeGuess(context, { kind: 'code', account: address, userId: users[0]?.id ?? null })
  for (const { id } of users) {
    const right = await guessCode(auth, COLUMNS[type], { userId: id, address, otp })
    if (!right) continue
    await wasRight()
    return { userId: id, right }
  }
  return null
}

/** The owner of a right code. Throws when it has expired, or when another request has used it up meanwhile. */
export async function claimCode(
  context: RequestContext,
  tx: Queryable,
  { userId, right }: { userId: string; right: RightGuess },
): Promise<Proven> {
  const user = await lockUser(tx, userId)
  if (!user || !(await isStillThere(tx, userId, right)) || isExpired(context.env.auth, user, right.column)) {
    throw tokenExpired()
  }
  return { user, column: right.column, passwordHash: right.passwordHash }
}

/** A change is confirmed by codes to the new and the old address, so either may be typed. */
async function candidates(context: RequestContext, type: EmailType | PhoneType, address: string) {
  const { db } = context.env.auth
  const aud = audience(context)
  if (type === 'sms') return [await findUserByPhone(db, address, aud)]
  if (type === 'phone_change') return [await findUserByPendingChange(db, 'phone_change', address)]
  const holder = await findUserByEmail(db, address, aud)
  return type === 'email_change' ? [await findUserByPendingChange(db, 'email_change', address), holder] : [holder]
}

/** The address as it was hashed with the code. */
export function readAddress(type: EmailType | PhoneType, { email, phone }: { email: string; phone: string }): string {
  return isPhoneType(type) ? normalizePhone(phone) : email.trim().toLowerCase().slice(0, 320)
}
