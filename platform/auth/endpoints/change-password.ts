import type { RequestContext } from '../deps.ts'
import {
  AuthError,
  currentPasswordInvalid,
  reauthenticationNeeded,
  reauthenticationNotValid,
  recentProofNeeded,
  samePassword,
} from '../errors.ts'
import { takeGuess } from '../limits/guesses.ts'
import { isExpired } from '../secrets/one-time-tokens.ts'
import { requireStrongPassword } from '../secrets/password-strength.ts'
import { guessCode } from '../secrets/typed-codes.ts'
import type { SignedIn } from '../sessions/authenticate.ts'
import { isRecentlyProved } from '../sessions/recent-proof.ts'
import type { UserUpdate } from './user-update.ts'

/** A session counts as a recent sign-in for so long. */
const RECENT_MS = 24 * 3_600_000

/** The hash of the password that the user asks for, or null when none is asked for. Throws what it is refused with. */
export async function newPasswordHash(
  context: RequestContext,
  signedIn: SignedIn,
  body: UserUpdate,
): Promise<string | null> {
  const { auth } = context.env
  const { user } = signedIn
  const { password } = body
  if (password === null || password === undefined || password === '') return null
  if (user.is_anonymous && body.email === '' && body.phone === '') {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  }
  requireStrongPassword(password, auth.config)
  if (body.current_password !== '') await requireCurrentPassword(context, signedIn, body.current_password)
  const missing = await missingProof(context, signedIn, body)
  if (missing !== null && body.nonce === '') throw missing
  if (missing !== null) await requireNonce(context, signedIn, body.nonce)
  if (user.encrypted_password && (await auth.passwords.verify(user.encrypted_password, password))) throw samePassword()
  return auth.passwords.hash(password)
}

async function requireCurrentPassword(context: RequestContext, { user }: SignedIn, password: string): Promise<void> {
  const wasRight = await takeGuess(context, { kind: 'password', account: user.id, userId: user.id })
  if (!(await context.env.auth.passwords.verify(user.encrypted_password, password))) throw currentPasswordInvalid()
  await wasRight()
}

/** What refuses the change without the nonce that /reauthenticate sent; null where the session is proof enough. */
async function missingProof(context: RequestContext, signedIn: SignedIn, body: UserUpdate): Promise<AuthError | null> {
  const { auth } = context.env
  const { user, session } = signedIn
  // Whoever has no password yet, such as the invited, could not prove it with one.
  const isProved =
    !user.encrypted_password || body.current_password !== '' || (await isRecentlyProved(context, signedIn))
  const isFresh = session !== null && session.created_at.getTime() + RECENT_MS > auth.now().getTime()
  if (!isProved) return recentProofNeeded()
  return auth.config.email.secure_password_change && !isFresh ? reauthenticationNeeded() : null
}

async function requireNonce(context: RequestContext, { user }: SignedIn, nonce: string): Promise<void> {
  const { auth } = context.env
  const wasRight = await takeGuess(context, { kind: 'code', account: user.id, userId: user.id })
  const typed = { userId: user.id, address: user.email || user.phone || '', otp: nonce }
  const right = await guessCode(auth, ['reauthentication_token'], typed)
  if (!right || isExpired(auth, user, 'reauthentication_token')) throw reauthenticationNotValid()
  await wasRight()
}
