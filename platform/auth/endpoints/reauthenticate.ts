import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import type { User } from '../accounts/users.ts'
import { sendAccountMail } from '../delivery/account-mail.ts'
import { sendPhoneCode } from '../delivery/phone-code.ts'
import type { RequestContext } from '../deps.ts'
import { emailNotConfirmed, phoneNotConfirmed, validationFailed } from '../errors.ts'
import { limitMails, limitMailTo } from '../limits/rules.ts'
import { makeOneTimeToken, storeToken } from '../secrets/one-time-tokens.ts'
import { requireOwner } from '../sessions/authenticate.ts'

/** GET /reauthenticate: sends the nonce that a change of password asks for. */
export async function reauthenticate(context: RequestContext): Promise<Response> {
  const { auth, call } = context.env
  const { user } = await requireOwner(context)
  const email = user.email ?? ''
  const phone = user.phone ?? ''
  if (email === '' && phone === '') {
    throw validationFailed('Reauthentication requires the user to have an email or a phone number')
  }
  if (email !== '' && !user.email_confirmed_at) throw emailNotConfirmed(422)
  if (email === '' && !user.phone_confirmed_at) throw phoneNotConfirmed(422)
  const event = { actor: user, address: call.clientAddress, now: auth.now() }
  await audit(auth.db, { action: 'user_reauthenticate_requested', ...event })
  if (email !== '') {
    await mailNonce(context, user, email)
    return Response.json({})
  }
  const column = 'reauthentication_token'
  const { messageId } = await sendPhoneCode(context, { user, column, phone, channel: 'sms', what: 'reauthentication' })
  return Response.json({ message_id: messageId })
}

async function mailNonce(context: RequestContext, user: User, address: string): Promise<void> {
  const { auth } = context.env
  await limitMailTo(context, 'reauthentication', address)
  await limitMails(context)
  const { otp, linkToken } = makeOneTimeToken({ length: auth.config.email.otp_length, pkce: false })
  await transaction(auth.db, async (tx) => {
    const stored = await storeToken(auth, tx, { user, column: 'reauthentication_token', address, otp, linkToken })
    await sendAccountMail(context, tx, { kind: 'reauthentication', to: address, user: stored, otp })
  })
  auth.messenger.flush()
}
