import { z } from 'zod'
import { audit } from '../accounts/audit.ts'
import { FACTOR_NAMES, type Factor } from '../accounts/factors.ts'
import { isUuid } from '../addresses.ts'
import { readBody, text } from '../body.ts'
import { deliver, readChannel } from '../delivery/phone-code.ts'
import { renderTemplate } from '../delivery/render-template.ts'
import type { RequestContext } from '../deps.ts'
import { factorKindDisabled, factorNotFound } from '../errors.ts'
import { limitAddress, limitMessages, limitSmsTo } from '../limits/rules.ts'
import { makeOtp } from '../secrets/one-time-tokens.ts'
import { requireNamedUser, type SignedIn } from '../sessions/authenticate.ts'
import { CHALLENGE_SECONDS, findFactor, insertChallenge } from './store.ts'
import { challengeKey } from './webauthn.ts'

const bodySchema = z.looseObject({ channel: text })

/** POST /factors/{id}/challenge */
export async function challengeFactor(context: RequestContext): Promise<Response> {
  const { auth, call } = context.env
  const signedIn = await requireNamedUser(context)
  await limitAddress(context, 'factor')
  const factor = await requireFactor(context, signedIn)
  const { channel } = await readBody(context, bodySchema)
  const otp = factor.factor_type === 'phone' ? await sendCode(context, factor, channel) : null
  const key = factor.factor_type === 'webauthn' ? await challengeKey(context, { user: signedIn.user, factor }) : null
  const challenge = await insertChallenge(auth.db, {
    factor,
    address: call.clientAddress,
    otpFingerprint: otp === null ? null : auth.tokens.fingerprint(`${factor.id}${otp}`),
    keyChallenge: key?.challenge ?? null,
    now: auth.now(),
  })
  await audit(auth.db, {
    action: 'challenge_created',
    actor: signedIn.user,
    address: call.clientAddress,
    now: auth.now(),
    traits: { factor_id: factor.id, factor_status: factor.status },
  })
  const expiresAt = Math.floor(challenge.created_at.getTime() / 1000) + CHALLENGE_SECONDS
  const webauthn = key ? { webauthn: key.webauthn } : {}
  return Response.json({ id: challenge.id, type: factor.factor_type, expires_at: expiresAt, ...webauthn })
}

/** The caller's factor of the path. Throws when there is none or its kind is switched off. */
export async function requireFactor(context: RequestContext, { user }: SignedIn): Promise<Factor> {
  const { auth } = context.env
  const id = context.req.param('id') ?? ''
  const factor = isUuid(id) ? await findFactor(auth.db, user.id, id) : null
  if (!factor) throw factorNotFound()
  const { section } = FACTOR_NAMES[factor.factor_type]
  if (!auth.config.mfa[section].verify_enabled) throw factorKindDisabled(factor.factor_type, 'verify')
  return factor
}

async function sendCode(context: RequestContext, factor: Factor, channel: string): Promise<string> {
  const { config } = context.env.auth
  const { otp_length, template, max_frequency } = config.mfa.phone
  const phone = factor.phone ?? ''
  const via = readChannel(channel)
  await limitSmsTo(context, 'factor', phone, max_frequency)
  const fixed = config.sms.test_otp[phone]
  if (fixed !== undefined) return fixed
  await limitMessages(context)
  const otp = makeOtp(otp_length)
  const body = renderTemplate(template, { Code: otp }, 'text')
  await deliver(context, { kind: 'factor', to: phone, text: body, channel: via }, 'MFA')
  return otp
}
