import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { findUserByEmail, findUserByPendingChange, findUserByPhone } from '../accounts/users.ts'
import { normalizeEmail, normalizePhone } from '../addresses.ts'
import { addressFields, mustNameOneAddress, readBody, text } from '../body.ts'
import { sendPhoneCode } from '../delivery/phone-code.ts'
import type { RequestContext } from '../deps.ts'
import { emailLoginsDisabled, unsupportedPhoneProvider, validationFailed } from '../errors.ts'
import { requireCaptcha } from '../limits/captcha.ts'
import { limitAddress, limitMails, limitMailTo, requireMailBudget } from '../limits/rules.ts'
import { withTimingFloor } from '../limits/timing-floor.ts'
import { readCodeChallenge } from '../secrets/code-challenge.ts'
import { audience } from '../sessions/authenticate.ts'
import { MAIL_FLOOR_MS } from './recover.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { sendEmailChange } from './send-email-change.ts'

const bodySchema = z.looseObject({
  ...addressFields,
  type: text,
})
type Body = z.output<typeof bodySchema>

/** POST /resend: once more what was sent and is still waited for. Unknown addresses are answered alike. */
export async function resend(context: RequestContext): Promise<Response> {
  await limitAddress(context, 'sign-up')
  const body = await readBody(context, bodySchema)
  await requireCaptcha(context, body.gotrue_meta_security)
  mustNameOneAddress(body)
  switch (body.type) {
    case 'signup':
    case 'email_change':
      if (body.email === '') throw validationFailed('Type provided requires an email address')
      return resendMail(context, body, body.type)
    case 'sms':
    case 'phone_change':
      if (body.phone === '') throw validationFailed('Type provided requires a phone number')
      return resendText(context, body, body.type)
    default:
      throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change')
  }
}

async function resendMail(context: RequestContext, body: Body, type: 'signup' | 'email_change'): Promise<Response> {
  const { auth } = context.env
  if (!auth.config.email.enable_signup) throw emailLoginsDisabled()
  const email = normalizeEmail(body.email)
  const challenge = readCodeChallenge(body.code_challenge, body.code_challenge_method)
  await withTimingFloor(MAIL_FLOOR_MS, async () => {
    await limitMailTo(context, 'confirmation', email)
    const user =
      type === 'signup'
        ? await findUserByEmail(auth.db, email, audience(context))
        : ((await findUserByEmail(auth.db, email, audience(context))) ??
          (await findUserByPendingChange(auth.db, 'email_change', email)))
    const waiting = type === 'signup' ? !user?.email_confirmed_at : Boolean(user?.email_change)
    if (!user || !waiting) return requireMailBudget(context)
    await limitMails(context)
    await transaction(auth.db, async (tx) => {
      if (type === 'signup') await sendConfirmation(context, tx, { user, challenge, repeated: true })
      else await sendEmailChange(context, tx, { user, email: user.email_change ?? '', challenge })
    })
    auth.messenger.flush()
  })
  return Response.json({})
}

async function resendText(context: RequestContext, body: Body, type: 'sms' | 'phone_change'): Promise<Response> {
  const { auth } = context.env
  if (!auth.config.sms.enable_signup) throw unsupportedPhoneProvider()
  const phone = normalizePhone(body.phone)
  const user =
    type === 'sms'
      ? await findUserByPhone(auth.db, phone, audience(context))
      : await findUserByPendingChange(auth.db, 'phone_change', phone)
  if (!user || (type === 'sms' && user.phone_confirmed_at)) return Response.json({})
  const { messageId } = await sendPhoneCode(context, {
    user,
    column: type === 'sms' ? 'confirmation_token' : 'phone_change_token',
    phone,
    channel: body.channel,
    what: type === 'sms' ? 'confirmation' : 'phone change',
  })
  return Response.json({ message_id: messageId })
}
