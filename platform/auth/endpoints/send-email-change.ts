import type { User } from '../accounts/users.ts'
import type { Queryable } from '../database.ts'
import { sendAccountMail } from '../delivery/account-mail.ts'
import type { RequestContext } from '../deps.ts'
import { redirectTarget } from '../redirects.ts'
import type { CodeChallenge } from '../secrets/code-challenge.ts'
import { clearTokens, makeOneTimeToken, storeToken } from '../secrets/one-time-tokens.ts'
import { createFlowState } from '../sessions/flow-states.ts'

/** Mails the links that confirm a new address: to the new mailbox and, when changes are confirmed twice, the old one. */
export async function sendEmailChange(
  context: RequestContext,
  tx: Queryable,
  { user, email, challenge }: { user: User; email: string; challenge: CodeChallenge | null },
): Promise<User> {
  const { auth } = context.env
  const now = auth.now()
  if (challenge) {
    const method = 'email_change'
    await createFlowState(tx, { userId: user.id, challenge, providerType: method, method, now })
  }
  await clearTokens(tx, user.id, ['email_change_token_new', 'email_change_token_current'])
  const pending = { email_change: email, email_change_confirm_status: 0 }
  const length = auth.config.email.otp_length
  const pkce = challenge !== null

  const toNew = makeOneTimeToken({ length, pkce })
  const newToken = { user, column: 'email_change_token_new', address: email, ...toNew } as const
  let stored = await storeToken(auth, tx, newToken, pending)
  await mail(context, tx, { user: stored, to: email, email, ...toNew })

  const current = user.email ?? ''
  if (auth.config.email.double_confirm_changes && current !== '') {
    const toOld = makeOneTimeToken({ length, pkce })
    const oldToken = { user, column: 'email_change_token_current', address: current, ...toOld } as const
    stored = await storeToken(auth, tx, oldToken)
    await mail(context, tx, { user: stored, to: current, email, ...toOld })
  }
  return stored
}

function mail(
  context: RequestContext,
  tx: Queryable,
  { user, to, email, otp, linkToken }: { user: User; to: string; email: string; otp: string; linkToken: string },
): Promise<void> {
  const link = { token: linkToken, type: 'email_change', redirectTo: redirectTarget(context) } as const
  return sendAccountMail(context, tx, { kind: 'email_change', to, user, otp, link, newEmail: email })
}
