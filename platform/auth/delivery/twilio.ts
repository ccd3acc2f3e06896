import { z } from 'zod'
import type { AuthConfig } from '../../config/schema.ts'
import type { SmsProvider } from './messenger.ts'

const TWILIO_URL = 'https://api.twilio.com'
/** Twilio answers in well under a second; a visitor is waiting. */
const TIMEOUT_MS = 10_000

const answerSchema = z.object({ sid: z.string().optional(), message: z.string().optional() })

/** Twilio's Messages API for `[auth.sms.twilio]`, or null when it is not enabled. */
export function createTwilio({ sms }: AuthConfig, fetch: typeof globalThis.fetch): SmsProvider | null {
  const { enabled, account_sid, auth_token, message_service_sid, url } = sms.twilio
  if (!enabled) return null
  const credentials = Buffer.from(`${account_sid}:${auth_token}`).toString('base64')
  return {
    async send({ to, text, channel }) {
      const prefix = channel === 'whatsapp' ? 'whatsapp:' : ''
      const response = await fetch(`${url ?? TWILIO_URL}/2010-04-01/Accounts/${account_sid}/Messages.json`, {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}` },
        body: new URLSearchParams({ To: `${prefix}+${to}`, From: `${prefix}${message_service_sid}`, Body: text }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const answer = answerSchema.parse(await response.json())
      if (!response.ok || !answer.sid) throw new Error(answer.message ?? `Twilio answered ${response.status}`)
      return answer.sid
    },
  }
}
