import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { findUserById, isBanned, type User, updateUser } from '../accounts/users.ts'
import { readBody, text } from '../body.ts'
import type { Queryable } from '../database.ts'
import type { RequestContext } from '../deps.ts'
import {
  badCodeVerifier,
  flowStateExpired,
  flowStateNotFound,
  tokenUserGone,
  userBanned,
  validationFailed,
} from '../errors.ts'
import { matchesVerifier } from '../secrets/code-challenge.ts'
import { deleteFlowState, findFlowStateByCode, isFlowExpired, signUpPassword } from '../sessions/flow-states.ts'
import { type SignInResult, sessionResponse, signIn } from '../sessions/sign-in.ts'

const bodySchema = z.looseObject({ auth_code: text, code_verifier: text })

/** POST /token?grant_type=pkce: the code from a redirect, with the verifier that only the right browser has. */
export async function exchangeCode(context: RequestContext): Promise<Response> {
  const { auth_code, code_verifier } = await readBody(context, bodySchema)
  if (auth_code === '' || code_verifier === '') {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  }
  const { auth } = context.env
  return sessionResponse(await transaction(auth.db, (tx) => exchange(context, tx, auth_code, code_verifier)))
}

/**
 * Whoever signed up with a password and whoever opened the mailed link are one: only that browser has the verifier. So
 * the password, which the proof of the address has dropped from the account, is theirs.
 */
async function withSignUpPassword(tx: Queryable, user: User, flowId: string, now: Date): Promise<User> {
  const encrypted_password = user.encrypted_password ? null : await signUpPassword(tx, flowId)
  return encrypted_password === null ? user : updateUser(tx, user.id, { encrypted_password }, now)
}

async function exchange(context: RequestContext, tx: Queryable, code: string, verifier: string): Promise<SignInResult> {
  const { auth, call } = context.env
  const now = auth.now()
  const flow = await findFlowStateByCode(tx, code)
  if (!flow?.user_id || !flow.code_challenge || !flow.code_challenge_method) throw flowStateNotFound()
  if (isFlowExpired(flow, now)) throw flowStateExpired()
  if (!matchesVerifier({ challenge: flow.code_challenge, method: flow.code_challenge_method }, verifier)) {
    throw badCodeVerifier()
  }
  const found = await findUserById(tx, flow.user_id)
  if (!found) throw tokenUserGone()
  if (isBanned(found, now)) throw userBanned(403)
  const user = await withSignUpPassword(tx, found, flow.id, now)
  await deleteFlowState(tx, flow.id)
  await audit(tx, {
    action: 'login',
    actor: user,
    address: call.clientAddress,
    now,
    traits: { provider_type: flow.provider_type },
  })
  const { body, session } = await signIn(context, tx, { user, method: flow.authentication_method })
  return {
    session,
    body: {
      ...body,
      ...(flow.provider_access_token ? { provider_token: flow.provider_access_token } : {}),
      ...(flow.provider_refresh_token ? { provider_refresh_token: flow.provider_refresh_token } : {}),
    },
  }
}
