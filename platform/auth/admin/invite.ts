import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { mergeMetadata } from '../accounts/metadata.ts'
import { presentUser } from '../accounts/present-user.ts'
import { createAddressUser } from '../accounts/sign-up.ts'
import { findUserByEmail, updateUser } from '../accounts/users.ts'
import { normalizeEmail } from '../addresses.ts'
import { readBody, record, text } from '../body.ts'
import { sendAccountMail } from '../delivery/account-mail.ts'
import type { RequestContext } from '../deps.ts'
import { emailExists } from '../errors.ts'
import { limitMails } from '../limits/rules.ts'
import { redirectTarget } from '../redirects.ts'
import { makeOneTimeToken, storeToken } from '../secrets/one-time-tokens.ts'
import { audience, requireAdmin } from '../sessions/authenticate.ts'

const bodySchema = z.looseObject({ email: text, data: record })

/** POST /invite: an account that its owner opens by a mailed link. */
export async function invite(context: RequestContext): Promise<Response> {
  await requireAdmin(context)
  const { auth, call } = context.env
  const body = await readBody(context, bodySchema)
  const email = normalizeEmail(body.email)
  const aud = audience(context)
  await limitMails(context)
  const invited = await transaction(auth.db, async (tx) => {
    const found = await findUserByEmail(tx, email, aud)
    if (found?.email_confirmed_at) throw emailExists()
    const signUp = {
      aud,
      provider: 'email',
      address: email,
      passwordHash: null,
      data: body.data,
      withClaims: false,
    } as const
    const user = found ?? (await createAddressUser(auth, tx, signUp))
    const { otp, linkToken } = makeOneTimeToken({ length: auth.config.email.otp_length, pkce: false })
    const raw_user_meta_data = mergeMetadata(user.raw_user_meta_data, body.data)
    const now = auth.now()
    await updateUser(tx, user.id, { raw_user_meta_data, invited_at: now }, now)
    const stored = await storeToken(auth, tx, { user, column: 'confirmation_token', address: email, otp, linkToken })
    const link = { token: linkToken, type: 'invite', redirectTo: redirectTarget(context) } as const
    await sendAccountMail(context, tx, { kind: 'invite', to: email, user: stored, otp, link })
    const traits = { user_id: stored.id, user_email: email }
    await audit(tx, { action: 'user_invited', actor: null, address: call.clientAddress, now, traits })
    return stored
  })
  auth.messenger.flush()
  return Response.json(await presentUser(auth.db, invited))
}
