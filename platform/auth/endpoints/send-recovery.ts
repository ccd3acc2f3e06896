import { audit } from '../accounts/audit.ts'
import type { User } from '../accounts/users.ts'
import type { Queryable } from '../database.ts'
import { sendAccountMail } from '../delivery/account-mail.ts'
import type { RequestContext } from '../deps.ts'
import { redirectTarget } from '../redirects.ts'
import type { CodeChallenge } from '../secrets/code-challenge.ts'
import { makeOneTimeToken, storeToken } from '../secrets/one-time-tokens.ts'
import { createFlowState } from '../sessions/flow-states.ts'

const MAIL_KINDS = { recovery: 'recovery', magiclink: 'magic_link' } as const

/** Mails a link that lets an existing user in: to choose a new password, or simply to sign in. */
export async function sendRecovery(
  context: RequestContext,
  tx: Queryable,
  { user, type, challenge }: { user: User; type: 'recovery' | 'magiclink'; challenge: CodeChallenge | null },
): Promise<void> {
  const { auth, call } = context.env
  const now = auth.now()
  const address = user.email ?? ''
  const pkce = challenge !== null
  const { otp, linkToken } = makeOneTimeToken({ length: auth.config.email.otp_length, pkce })
  if (challenge) await createFlowState(tx, { userId: user.id, challenge, providerType: type, method: type, now })
  const stored = await storeToken(auth, tx, { user, column: 'recovery_token', address, otp, linkToken })
  const link = { token: linkToken, type, redirectTo: redirectTarget(context) }
  await sendAccountMail(context, tx, { kind: MAIL_KINDS[type], to: address, user: stored, otp, link })
  await audit(tx, { action: 'user_recovery_requested', actor: stored, address: call.clientAddress, now })
}
