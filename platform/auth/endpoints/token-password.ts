import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { findUserByEmail, findUserByPhone, isBanned, type User, updateUser } from '../accounts/users.ts'
import { normalizePhone } from '../addresses.ts'
import { metaSecurity, mustNameOneAddress, readBody, text } from '../body.ts'
import type { RequestContext } from '../deps.ts'
import {
  emailLoginsDisabled,
  emailNotConfirmed,
  invalidCredentials,
  phoneLoginsDisabled,
  phoneNotConfirmed,
  userBanned,
  validationFailed,
} from '../errors.ts'
import { requireCaptcha } from '../limits/captcha.ts'
import { takeGuess } from '../limits/guesses.ts'
import { limitAddress } from '../limits/rules.ts'
import { passwordWeakness } from '../secrets/password-strength.ts'
import { audience } from '../sessions/authenticate.ts'
import { sessionResponse, signIn } from '../sessions/sign-in.ts'

const bodySchema = z.looseObject({ email: text, phone: text, password: text, gotrue_meta_security: metaSecurity })

/** POST /token?grant_type=password */
export async function signInWithPassword(context: RequestContext): Promise<Response> {
  const { auth, call } = context.env
  const startedAt = performance.now()
  const body = await readBody(context, bodySchema)
  await requireCaptcha(context, body.gotrue_meta_security)
  mustNameOneAddress(body, ' on login.')
  await limitAddress(context, 'password')
  const { user, account } = await findAccount(context, body)
  const wasRight = await takeGuess(context, {
    kind: 'password',
    account: user?.id ?? account,
    userId: user?.id ?? null,
  })
  const stored = user?.encrypted_password || null
  const matches = await auth.passwords.verify(stored, body.password)
  // The same response, after the same work, for nobody, a wrong password and a user without a password.
  if (!user || !stored || !matches) {
    await auth.waitForRefusalFloor(startedAt)
    throw invalidCredentials()
  }
  await wasRight()
  // Only whoever knows the password learns the state of the account.
  if (isBanned(user, auth.now())) throw userBanned(400)
  if (body.phone === '' && !user.email_confirmed_at) throw emailNotConfirmed()
  if (body.phone !== '' && !user.phone_confirmed_at) throw phoneNotConfirmed()

  const rehashed = auth.passwords.needsRehash(stored) ? await auth.passwords.hash(body.password) : null
  const result = await transaction(auth.db, async (tx) => {
    const now = auth.now()
    if (rehashed) {
      // Triggers of the project on auth.users can tell that the password stays what it was.
      await tx.query(`select set_config('platform.rehash', 'on', true)`)
      await updateUser(tx, user.id, { encrypted_password: rehashed }, now)
    }
    const traits = { provider: body.phone === '' ? 'email' : 'phone' }
    await audit(tx, { action: 'login', actor: user, address: call.clientAddress, now, traits })
    return signIn(context, tx, { user, method: 'password' })
  })
  const weakness = passwordWeakness(body.password, auth.config)
  const session = weakness ? { ...result.body, weak_password: weakness } : result.body
  return sessionResponse({ ...result, body: session })
}

async function findAccount(
  context: RequestContext,
  { email, phone }: { email: string; phone: string },
): Promise<{ user: User | null; account: string }> {
  const { config, db } = context.env.auth
  if (phone !== '') {
    if (!config.sms.enable_signup) throw phoneLoginsDisabled()
    const number = normalizePhone(phone)
    return { user: await findUserByPhone(db, number, audience(context)), account: number }
  }
  if (email === '') throw validationFailed('missing email or phone')
  if (!config.email.enable_signup) throw emailLoginsDisabled()
  // Not validated: an address that cannot exist is answered like one that does not.
  const address = email.trim().toLowerCase().slice(0, 320)
  return { user: await findUserByEmail(db, address, audience(context)), account: address }
}
