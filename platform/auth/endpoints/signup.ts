import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { confirmEmail, confirmPhone } from '../accounts/confirm.ts'
import { presentUser, type UserJson } from '../accounts/present-user.ts'
import { createAddressUser, type DecoySignUp, decoyUser } from '../accounts/sign-up.ts'
import { createUser, findUserByEmail, findUserByPhone, type User } from '../accounts/users.ts'
import { normalizeEmail, normalizePhone } from '../addresses.ts'
import { addressFields, mustNameOneAddress, readBody, record, text } from '../body.ts'
import { type Queryable, violatedUniqueIndex } from '../database.ts'
import { requireSmsProvider, sendPhoneCode } from '../delivery/phone-code.ts'
import type { Auth, RequestContext } from '../deps.ts'
import {
  anonymousDisabled,
  emailSignupsDisabled,
  phoneSignupsDisabled,
  signupDisabled,
  userAlreadyExists,
  validationFailed,
} from '../errors.ts'
import { allowNewUser } from '../hooks/run-hook.ts'
import { requireCaptcha } from '../limits/captcha.ts'
import { limitAddress, limitMails, limitMailTo, limitSmsTo } from '../limits/rules.ts'
import { withTimingFloor } from '../limits/timing-floor.ts'
import { readCodeChallenge } from '../secrets/code-challenge.ts'
import { requireStrongPassword } from '../secrets/password-strength.ts'
import { audience } from '../sessions/authenticate.ts'
import { type SignInResult, sessionResponse, signIn } from '../sessions/sign-in.ts'
import { MAIL_FLOOR_MS } from './recover.ts'
import { sendConfirmation } from './send-confirmation.ts'

const bodySchema = z.looseObject({
  ...addressFields,
  password: text,
  data: record,
})
type Body = z.output<typeof bodySchema>

/** POST /signup: by e-mail, by phone, or anonymously when neither is given. */
export async function signUp(context: RequestContext): Promise<Response> {
  const { config } = context.env.auth
  const body = await readBody(context, bodySchema)
  if (body.email === '' && body.phone === '' && body.password === '') return signUpAnonymously(context, body)
  await limitAddress(context, 'sign-up')
  await requireCaptcha(context, body.gotrue_meta_security)
  if (!config.enable_signup) throw signupDisabled()
  if (body.password === '') throw validationFailed('Signup requires a valid password')
  requireStrongPassword(body.password, config)
  mustNameOneAddress(body, ' on signup.')
  return body.phone === '' ? signUpByEmail(context, body) : signUpByPhone(context, body)
}

async function signUpAnonymously(context: RequestContext, body: Body): Promise<Response> {
  const { auth, call } = context.env
  // In this order, as GoTrue does: clients tell by it whether anonymous users exist here at all.
  if (!auth.config.enable_anonymous_sign_ins) throw anonymousDisabled()
  if (!auth.config.enable_signup) throw signupDisabled()
  await limitAddress(context, 'anonymous')
  await requireCaptcha(context, body.gotrue_meta_security)
  const now = auth.now()
  const result = await transaction(auth.db, async (tx) => {
    const values = { is_anonymous: true, raw_user_meta_data: body.data }
    const user = await createUser(tx, { aud: audience(context), now, values })
    await allowNewUser(context, tx, user)
    await audit(tx, { action: 'user_signedup', actor: user, address: call.clientAddress, now })
    return signIn(context, tx, { user, method: 'anonymous' })
  })
  return sessionResponse(result)
}

// Without confirmations a taken address is taken even while it is unconfirmed: signing up again would hand an account
// that somebody else prepared to whoever asks first.
type Outcome = { session: SignInResult } | { pending: User; isNew: boolean } | { taken: true }

async function signUpByEmail(context: RequestContext, body: Body): Promise<Response> {
  const { auth } = context.env
  if (!auth.config.email.enable_signup) throw emailSignupsDisabled()
  const email = normalizeEmail(body.email)
  const challenge = readCodeChallenge(body.code_challenge, body.code_challenge_method)
  const aud = audience(context)
  const autoconfirm = !auth.config.email.enable_confirmations
  if (!autoconfirm) {
    await limitMailTo(context, 'confirmation', email)
    await limitMails(context)
  }
  // Before anything is looked up: a taken address must cost the same time as a free one.
  const passwordHash = await auth.passwords.hash(body.password)
  const signUpData = { aud, provider: 'email', address: email, data: body.data, withClaims: true } as const

  const work = async (tx: Queryable): Promise<Outcome> => {
    const existing = await findUserByEmail(tx, email, aud)
    if (existing && (autoconfirm || existing.email_confirmed_at)) return { taken: true }
    const user = existing ?? (await createAddressUser(auth, tx, { ...signUpData, passwordHash }))
    if (!existing) await allowNewUser(context, tx, user)
    if (autoconfirm) return { session: await enter(context, tx, await confirmEmail(auth, tx, user), 'password') }
    const repeated = existing !== null
    const pending = await sendConfirmation(context, tx, { user, challenge, repeated, passwordHash })
    return { pending, isNew: !repeated }
  }
  const outcome = await withTimingFloor(autoconfirm ? 0 : MAIL_FLOOR_MS, () => createOrFind(context, work))
  if ('session' in outcome) return sessionResponse(outcome.session)
  if (autoconfirm) throw userAlreadyExists()
  auth.messenger.flush()
  return Response.json(await presentPending(auth, outcome, signUpData))
}

/**
 * A taken address looks like a new one, and an account that waits for its confirmation tells nothing of whoever made it:
 * both show a new user who does not exist.
 */
async function presentPending(auth: Auth, outcome: Outcome, signUp: DecoySignUp): Promise<UserJson> {
  const isNew = 'pending' in outcome && outcome.isNew
  return isNew ? atOneTime(await presentUser(auth.db, outcome.pending)) : decoyUser(auth, signUp)
}

/** A decoy is made in one moment, a user in several steps: milliseconds between its times would tell which it is. */
function atOneTime(user: UserJson): UserJson {
  const at = user.created_at
  const sent = 'confirmation_sent_at' in user ? { confirmation_sent_at: at } : {}
  const identities = user.identities.map((it) => ({ ...it, created_at: at, updated_at: at }))
  return { ...user, ...sent, updated_at: at, identities }
}

async function signUpByPhone(context: RequestContext, body: Body): Promise<Response> {
  const { auth } = context.env
  if (!auth.config.sms.enable_signup) throw phoneSignupsDisabled()
  const phone = normalizePhone(body.phone)
  if (body.code_challenge !== '' || body.code_challenge_method !== '') {
    throw validationFailed('PKCE not supported for phone signups')
  }
  const aud = audience(context)
  const autoconfirm = !auth.config.sms.enable_confirmations
  if (!autoconfirm) requireSmsProvider(context, phone, 'confirmation')
  const passwordHash = await auth.passwords.hash(body.password)
  const signUpData = { aud, provider: 'phone', address: phone, data: body.data, withClaims: true } as const

  const outcome = await createOrFind(context, async (tx) => {
    const existing = await findUserByPhone(tx, phone, aud)
    if (existing && (autoconfirm || existing.phone_confirmed_at)) return { taken: true }
    const user = existing ?? (await createAddressUser(auth, tx, { ...signUpData, passwordHash }))
    if (!existing) await allowNewUser(context, tx, user)
    if (autoconfirm) return { session: await enter(context, tx, await confirmPhone(auth, tx, user), 'password') }
    return { pending: user, isNew: !existing }
  })
  if ('session' in outcome) return sessionResponse(outcome.session)
  if (autoconfirm) throw userAlreadyExists()
  if ('taken' in outcome) {
    await limitSmsTo(context, 'confirmation_token', phone, auth.config.sms.max_frequency)
    return Response.json(await decoyUser(auth, signUpData))
  }
  const { user } = await sendPhoneCode(context, {
    user: outcome.pending,
    column: 'confirmation_token',
    phone,
    channel: body.channel,
    what: 'confirmation',
    passwordHash,
  })
  return Response.json(await presentPending(auth, { ...outcome, pending: user }, signUpData))
}

/** Two sign-ups of one address at the same moment: the second finds what the first made. */
async function createOrFind(context: RequestContext, work: (tx: Queryable) => Promise<Outcome>): Promise<Outcome> {
  const { db } = context.env.auth
  try {
    return await transaction(db, work)
  } catch (error) {
    if (violatedUniqueIndex(error) === null) throw error
    return transaction(db, work)
  }
}

async function enter(context: RequestContext, tx: Queryable, user: User, method: 'password'): Promise<SignInResult> {
  const { auth, call } = context.env
  const event = { actor: user, address: call.clientAddress, now: auth.now() }
  await audit(tx, { ...event, action: 'user_signedup', traits: { provider: user.email ? 'email' : 'phone' } })
  await audit(tx, { ...event, action: 'login' })
  return signIn(context, tx, { user, method })
}
