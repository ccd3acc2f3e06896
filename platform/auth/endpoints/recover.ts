import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { findUserByEmail } from '../accounts/users.ts'
import { normalizeEmail } from '../addresses.ts'
import { metaSecurity, readBody, text } from '../body.ts'
import type { RequestContext } from '../deps.ts'
import { validationFailed } from '../errors.ts'
import { requireCaptcha } from '../limits/captcha.ts'
import { limitAddress, limitMails, limitMailTo, requireMailBudget } from '../limits/rules.ts'
import { withTimingFloor } from '../limits/timing-floor.ts'
import { readCodeChallenge } from '../secrets/code-challenge.ts'
import { audience } from '../sessions/authenticate.ts'
import { sendRecovery } from './send-recovery.ts'

const bodySchema = z.looseObject({
  email: text,
  code_challenge: text,
  code_challenge_method: text,
  gotrue_meta_security: metaSecurity,
})

/** Several times what a mail's transaction takes. */
export const MAIL_FLOOR_MS = 120

/** POST /recover: the same response whether or not the address is known. */
export async function recover(context: RequestContext): Promise<Response> {
  await limitAddress(context, 'sign-up')
  const { auth } = context.env
  const body = await readBody(context, bodySchema)
  await requireCaptcha(context, body.gotrue_meta_security)
  if (body.email === '') throw validationFailed('Password recovery requires an email')
  const email = normalizeEmail(body.email)
  const challenge = readCodeChallenge(body.code_challenge, body.code_challenge_method)
  await withTimingFloor(MAIL_FLOOR_MS, async () => {
    await limitMailTo(context, 'recovery', email)
    const user = await findUserByEmail(auth.db, email, audience(context))
    if (!user) return requireMailBudget(context)
    await limitMails(context)
    await transaction(auth.db, (tx) => sendRecovery(context, tx, { user, type: 'recovery', challenge }))
    auth.messenger.flush()
  })
  return Response.json({})
}
