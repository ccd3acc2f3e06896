import { z } from 'zod'
import type { RequestContext } from '../deps.ts'
import { captchaFailed } from '../errors.ts'
import { comesFromAdmin } from '../sessions/authenticate.ts'

const VERIFY_URLS = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const
/** Longer than either service ever takes; a visitor would have given up. */
const TIMEOUT_MS = 10_000

const verdictSchema = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() })

/** Checks the captcha's response with its service, when one is configured. Admin calls have no captcha to solve. */
export async function requireCaptcha(context: RequestContext, answer: string): Promise<void> {
  const { auth, call } = context.env
  const { enabled, provider, secret, url } = auth.config.captcha
  if (!enabled || (await comesFromAdmin(context))) return
  if (answer === '') throw captchaFailed('no captcha_token found')
  const body = new URLSearchParams({ secret, response: answer, remoteip: call.clientAddress })
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await auth.fetch(url ?? VERIFY_URLS[provider], { method: 'POST', body, signal })
  const verdict = verdictSchema.parse(await response.json())
  if (!verdict.success) throw captchaFailed((verdict['error-codes'] ?? ['not accepted']).join(', '))
}
