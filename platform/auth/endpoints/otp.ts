import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { createAddressUser } from '../accounts/sign-up.ts'
import { findUserByEmail, findUserByPhone, type Metadata, type User } from '../accounts/users.ts'
import { normalizeEmail, normalizePhone } from '../addresses.ts'
import { addressFields, mustNameOneAddress, readBody, record } from '../body.ts'
import type { Queryable } from '../database.ts'
import { requireSmsProvider, sendPhoneCode } from '../delivery/phone-code.ts'
import type { RequestContext } from '../deps.ts'
import {
  emailLoginsDisabled,
  otpDisabled,
  signupDisabled,
  unsupportedPhoneProvider,
  validationFailed,
} from '../errors.ts'
import { allowNewUser } from '../hooks/run-hook.ts'
import { requireCaptcha } from '../limits/captcha.ts'
import { limitAddress, limitMails, limitMailTo, requireMailBudget } from '../limits/rules.ts'
import { withTimingFloor } from '../limits/timing-floor.ts'
import { type CodeChallenge, readCodeChallenge } from '../secrets/code-challenge.ts'
import { audience } from '../sessions/authenticate.ts'
import { MAIL_FLOOR_MS } from './recover.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { sendRecovery } from './send-recovery.ts'

const bodySchema = z.looseObject({
  ...addressFields,
  create_user: z.boolean().nullish(),
  data: record,
})
type Body = z.output<typeof bodySchema>

/** POST /otp: a code (and for mail a link) to sign in with, creating the user unless told not to. */
export async function sendOtp(context: RequestContext): Promise<Response> {
  await limitAddress(context, 'sign-up')
  const body = await readBody(context, bodySchema)
  await requireCaptcha(context, body.gotrue_meta_security)
  mustNameOneAddress(body)
  if (body.email !== '') return mailCode(context, body)
  if (body.phone !== '') return textCode(context, body)
  throw validationFailed('One of email or phone must be set')
}

/** POST /magiclink: what /otp is for mail, under its older name. */
export async function sendMagicLink(context: RequestContext): Promise<Response> {
  await limitAddress(context, 'sign-up')
  const body = await readBody(context, bodySchema)
  await requireCaptcha(context, body.gotrue_meta_security)
  if (body.email === '') throw validationFailed('An email address is required')
  return mailCode(context, body)
}

async function mailCode(context: RequestContext, body: Body): Promise<Response> {
  const { auth } = context.env
  if (!auth.config.email.enable_signup) throw emailLoginsDisabled()
  const email = normalizeEmail(body.email)
  const challenge = readCodeChallenge(body.code_challenge, body.code_challenge_method)
  await withTimingFloor(MAIL_FLOOR_MS, async () => {
    await limitMailTo(context, 'otp', email)
    const existing = await findUserByEmail(auth.db, email, audience(context))
    // Where nobody may sign up, a refusal would tell who has an account: the unknown hear what the known do.
    if (!existing && !auth.config.enable_signup) return requireMailBudget(context)
    requireMayCreate(context, body, existing)
    await limitMails(context)
    await transaction(auth.db, async (tx) => {
      const user = existing ?? (await newUser(context, tx, { provider: 'email', address: email, data: body.data }))
      await sendCode(context, tx, { user, challenge })
    })
    auth.messenger.flush()
  })
  return Response.json({})
}

/** Whoever has not proven the address yet does it with this mail; the others just sign in. */
async function sendCode(
  context: RequestContext,
  tx: Queryable,
  { user, challenge }: { user: User; challenge: CodeChallenge | null },
): Promise<void> {
  if (!user.email_confirmed_at && context.env.auth.config.email.enable_confirmations) {
    await sendConfirmation(context, tx, { user, challenge, repeated: false })
    return
  }
  await sendRecovery(context, tx, { user, type: 'magiclink', challenge })
}

async function textCode(context: RequestContext, body: Body): Promise<Response> {
  const { auth } = context.env
  if (!auth.config.sms.enable_signup) throw unsupportedPhoneProvider()
  const phone = normalizePhone(body.phone)
  requireSmsProvider(context, phone, 'confirmation')
  const existing = await findUserByPhone(auth.db, phone, audience(context))
  requireMayCreate(context, body, existing)
  const user =
    existing ??
    (await transaction(auth.db, (tx) => newUser(context, tx, { provider: 'phone', address: phone, data: body.data })))
  const { messageId } = await sendPhoneCode(context, {
    user,
    column: 'confirmation_token',
    phone,
    channel: body.channel,
    what: 'confirmation',
  })
  return Response.json({ message_id: messageId })
}

function requireMayCreate(context: RequestContext, body: Body, existing: User | null): void {
  if (existing) return
  if (body.create_user === false) throw otpDisabled()
  if (!context.env.auth.config.enable_signup) throw signupDisabled()
}

async function newUser(
  context: RequestContext,
  tx: Queryable,
  { provider, address, data }: { provider: 'email' | 'phone'; address: string; data: Metadata },
): Promise<User> {
  const signUp = { aud: audience(context), provider, address, data, passwordHash: null, withClaims: true }
  const user = await createAddressUser(context.env.auth, tx, signUp)
  await allowNewUser(context, tx, user)
  return user
}
