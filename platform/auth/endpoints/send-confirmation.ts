import { audit } from '../accounts/audit.ts'
import type { User } from '../accounts/users.ts'
import type { Queryable } from '../database.ts'
import { sendAccountMail } from '../delivery/account-mail.ts'
import type { RequestContext } from '../deps.ts'
import { redirectTarget } from '../redirects.ts'
import type { CodeChallenge } from '../secrets/code-challenge.ts'
import { makeOneTimeToken, storeToken } from '../secrets/one-time-tokens.ts'
import { createFlowState, keepSignUpPassword } from '../sessions/flow-states.ts'

export interface Confirmation {
  user: User
  challenge: CodeChallenge | null
  repeated: boolean
  /** Of the sign-up that asks for this. It becomes the account's for the browser that signed up: see exchangeCode. */
  passwordHash?: string | null
}

/** Mails the link and code that prove a new user's address. */
export async function sendConfirmation(
  context: RequestContext,
  tx: Queryable,
  { user, challenge, repeated, passwordHash = null }: Confirmation,
): Promise<User> {
  const { auth, call } = context.env
  const now = auth.now()
  const address = user.email ?? ''
  const { otp, linkToken } = makeOneTimeToken({
    length: auth.config.email.otp_length,
    pkce: challenge !== null,
  })
  if (challenge) {
    const method = 'email/signup'
    const flow = await createFlowState(tx, { userId: user.id, challenge, providerType: 'email', method, now })
    if (passwordHash) await keepSignUpPassword(tx, flow.id, passwordHash)
  }
  const stored = await storeToken(auth, tx, { user, column: 'confirmation_token', address, otp, linkToken })
  await sendAccountMail(context, tx, {
    kind: 'confirmation',
    to: address,
    user: stored,
    otp,
    link: { token: linkToken, type: 'signup', redirectTo: redirectTarget(context) },
  })
  await audit(tx, {
    action: repeated ? 'user_repeated_signup' : 'user_confirmation_requested',
    actor: stored,
    address: call.clientAddress,
    now,
    traits: { provider: 'email' },
  })
  return stored
}
