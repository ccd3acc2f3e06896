import { z } from 'zod'
import { audit } from '../accounts/audit.ts'
import { findUserById, isBanned } from '../accounts/users.ts'
import { readBody, text } from '../body.ts'
import { type Queryable, transaction } from '../database.ts'
import type { Visit } from '../deps.ts'
import {
  badCodeVerifier,
  flowStateExpired,
  flowStateNotFound,
  tokenUserGone,
  userBanned,
  validationFailed,
} from '../errors.ts'
import { matchesVerifier } from '../secrets/code-challenge.ts'
import { deleteFlowState, findFlowStateByCode, isFlowExpired } from '../sessions/flow-states.ts'
import { type SignInResult, sessionResponse, signIn } from '../sessions/sign-in.ts'

const bodySchema = z.looseObject({ auth_code: text, code_verifier: text })

/** POST /token?grant_type=pkce: the code from a redirect, with the verifier that only the right browser has. */
export async function exchangeCode(visit: Visit): Promise<Response> {
  const { auth_code, code_verifier } = await readBody(visit, bodySchema)
  if (auth_code === '' || code_verifier === '') {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  }
  const { auth } = visit.env
  return sessionResponse(await transaction(auth.db, (tx) => exchange(visit, tx, auth_code, code_verifier)))
}

async function exchange(visit: Visit, tx: Queryable, code: string, verifier: string): Promise<SignInResult> {
  const { auth, call } = visit.env
  const now = auth.now()
  const flow = await findFlowStateByCode(tx, code)
  if (!flow?.user_id || !flow.code_challenge || !flow.code_challenge_method) throw flowStateNotFound()
  if (isFlowExpired(flow, now)) throw flowStateExpired()
  if (!matchesVerifier({ challenge: flow.code_challenge, method: flow.code_challenge_method }, verifier)) {
    throw badCodeVerifier()
  }
  const user = await findUserById(tx, flow.user_id)
  if (!user) throw tokenUserGone()
  if (isBanned(user, now)) throw userBanned(403)
  await deleteFlowState(tx, flow.id)
  await audit(tx, {
    action: 'login',
    actor: user,
    address: call.clientAddress,
    now,
    traits: { provider_type: flow.provider_type },
  })
  const { body, session } = await signIn(visit, tx, { user, method: flow.authentication_method })
  return {
    session,
    body: {
      ...body,
      ...(flow.provider_access_token ? { provider_token: flow.provider_access_token } : {}),
      ...(flow.provider_refresh_token ? { provider_refresh_token: flow.provider_refresh_token } : {}),
    },
  }
}
