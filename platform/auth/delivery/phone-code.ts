import { transaction } from '../../kernel/transaction.ts'
import type { User } from '../accounts/users.ts'
import type { RequestContext } from '../deps.ts'
import { smsSendFailed, validationFailed } from '../errors.ts'
import { limitMessages, limitSmsTo } from '../limits/rules.ts'
import { makeOneTimeToken, storeToken } from '../secrets/one-time-tokens.ts'
import { NO_PROVIDER } from './messenger.ts'
import { renderTemplate } from './render-template.ts'

export interface PhoneCode {
  user: User
  column: 'confirmation_token' | 'phone_change_token' | 'reauthentication_token'
  /** Where the code goes: the number itself, or the new one. */
  phone: string
  channel: string
  /** The word for it in a failure's text. */
  what: 'confirmation' | 'phone change' | 'reauthentication'
  /** Of the sign-up that the code is sent for. */
  passwordHash?: string | null
}

/** Stores a code for the number and sends it. Numbers of test_otp have a fixed code and are sent nothing. */
export async function sendPhoneCode(
  context: RequestContext,
  { user, column, phone, channel, what, passwordHash = null }: PhoneCode,
): Promise<{ user: User; messageId: string }> {
  const { auth } = context.env
  const { sms } = auth.config
  const via = readChannel(channel)
  requireSmsProvider(context, phone, what)
  await limitSmsTo(context, column, phone, sms.max_frequency)
  const fixed = sms.test_otp[phone]
  if (fixed === undefined) await limitMessages(context)
  const made = makeOneTimeToken({ length: auth.config.email.otp_length, pkce: false })
  const otp = fixed ?? made.otp
  const stored = await transaction(auth.db, (tx) =>
    storeToken(auth, tx, { user, column, address: phone, otp, linkToken: made.linkToken, passwordHash }),
  )
  if (fixed !== undefined) return { user: stored, messageId: 'test-otp' }
  const text = renderTemplate(sms.template, { Code: otp }, 'text')
  return { user: stored, messageId: await deliver(context, { kind: column, to: phone, text, channel: via }, what) }
}

/** Before anything is made or counted for a number that cannot be sent to. */
export function requireSmsProvider(context: RequestContext, phone: string, what: string): void {
  const { messenger, config } = context.env.auth
  if (config.sms.test_otp[phone] === undefined && !messenger.canText) throw smsSendFailed(what, NO_PROVIDER)
}

/** Hands a text message over and turns the provider's refusal into the visitor's error. */
export async function deliver(
  context: RequestContext,
  message: { kind: string; to: string; text: string; channel: 'sms' | 'whatsapp' },
  what: string,
): Promise<string> {
  try {
    return await context.env.auth.messenger.sms(message)
  } catch (error) {
    throw smsSendFailed(what, error instanceof Error ? error.message : 'the provider did not say why')
  }
}

export function readChannel(channel: string): 'sms' | 'whatsapp' {
  if (channel === '' || channel === 'sms') return 'sms'
  if (channel === 'whatsapp') return 'whatsapp'
  throw validationFailed('Invalid channel, supported values are "sms" or "whatsapp"')
}
