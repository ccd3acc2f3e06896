import { transaction } from '../../kernel/transaction.ts'
import type { User } from '../accounts/users.ts'
import { isUuid } from '../addresses.ts'
import { readText } from '../body.ts'
import { type Queryable, violatedUniqueIndex } from '../database.ts'
import type { RequestContext } from '../deps.ts'
import {
  AuthError,
  badOAuthCallback,
  badOAuthState,
  flowStateUsed,
  identityAlreadyExists,
  OAuthError,
} from '../errors.ts'
import { audience } from '../sessions/authenticate.ts'
import {
  deleteFlowState,
  type FlowState,
  findFlowState,
  finishFlowState,
  isFlowExpired,
} from '../sessions/flow-states.ts'
import { signIn } from '../sessions/sign-in.ts'
import { codeRedirect, errorRedirect, sessionRedirect } from '../verify/redirect.ts'
import { type Admission, acceptInvite, admit, link, refuseUnproven } from './account.ts'
import { requireSameBrowser } from './browser-binding.ts'
import { exchangeProviderCode, type ProviderSignIn } from './exchange.ts'
import type { OAuthProvider } from './provider.ts'
import { requireProvider } from './registry.ts'

/** GET|POST /callback: the provider sends the browser back. Ends on the page that the flow began from. */
export async function oauthCallback(context: RequestContext): Promise<Response> {
  const { auth, call } = context.env
  const callback = await readCallback(context)
  const { flow, verifier } = await takeFlow(context, callback.get('state') ?? '')
  const target = flow.referrer || auth.config.site_url
  try {
    return await finish(context, { flow, verifier, callback, target })
  } catch (error) {
    if (!(error instanceof AuthError || error instanceof OAuthError)) {
      auth.log.error({ err: error, requestId: call.requestId }, 'a provider sign-in failed')
    }
    const told = violatedUniqueIndex(error) === null ? error : identityAlreadyExists('Identity is already linked')
    return errorRedirect(target, told, { inQuery: true })
  }
}

/** Apple posts a form, everybody else comes with a query. */
async function readCallback(context: RequestContext): Promise<URLSearchParams> {
  if (context.req.method === 'POST') return new URLSearchParams(await readText(context))
  return new URL(context.req.url).searchParams
}

/** The flow of a state, which only one callback can take. Throws; there is no page to go back to yet. */
async function takeFlow(context: RequestContext, state: string): Promise<{ flow: FlowState; verifier: string | null }> {
  const { auth } = context.env
  if (state === '') throw badOAuthState('OAuth state parameter missing')
  if (!isUuid(state)) throw badOAuthState('OAuth callback with invalid state')
  return transaction(auth.db, async (tx) => {
    const flow = await findFlowState(tx, state)
    if (!flow?.oauth_client_state_id) throw badOAuthState('OAuth state not found or expired')
    const { rows } = await tx.query<{ code_verifier: string | null }>(
      'delete from auth.oauth_client_states where id = $1 returning code_verifier',
      [flow.oauth_client_state_id],
    )
    const taken = rows[0]
    if (!taken) throw flowStateUsed()
    if (isFlowExpired(flow, auth.now())) throw badOAuthState('OAuth state has expired')
    return { flow, verifier: taken.code_verifier }
  })
}

interface Finish {
  flow: FlowState
  verifier: string | null
  callback: URLSearchParams
  target: string
}

async function finish(context: RequestContext, { flow, verifier, callback, target }: Finish): Promise<Response> {
  const { auth } = context.env
  const refusal = callback.get('error')
  if (refusal) throw new OAuthError(refusal.slice(0, 100), (callback.get('error_description') ?? '').slice(0, 500))
  if (!callback.get('code')) throw badOAuthCallback('OAuth callback with missing authorization code missing')
  const provider = await requireProvider(auth, flow.provider_type)
  requireSameBrowser(context, provider, flow)
  const signedIn = await exchangeProviderCode(context, { provider, flow, verifier, callback })
  const outcome = await transaction(auth.db, (tx) => enter(context, tx, { flow, provider, signedIn, target }))
  return outcome instanceof Response ? outcome : refuseUnproven(context, outcome.unproven, provider.name)
}

async function enter(
  context: RequestContext,
  tx: Queryable,
  {
    flow,
    provider,
    signedIn,
    target,
  }: { flow: FlowState; provider: OAuthProvider; signedIn: ProviderSignIn; target: string },
): Promise<Response | { unproven: User }> {
  const { auth } = context.env
  const admission = await accountOf(context, tx, { flow, provider, signedIn })
  if ('unproven' in admission) return admission
  const { user } = admission
  const { accessToken, refreshToken } = signedIn
  if (flow.auth_code) {
    await finishFlowState(tx, { id: flow.id, userId: user.id, accessToken, refreshToken, now: auth.now() })
    return codeRedirect(target, flow.auth_code)
  }
  await deleteFlowState(tx, flow.id)
  const { body } = await signIn(context, tx, { user, method: 'oauth' })
  return sessionRedirect(target, {
    ...body,
    provider_token: accessToken,
    ...(refreshToken ? { provider_refresh_token: refreshToken } : {}),
  })
}

async function accountOf(
  context: RequestContext,
  tx: Queryable,
  { flow, provider, signedIn }: { flow: FlowState; provider: OAuthProvider; signedIn: ProviderSignIn },
): Promise<Admission> {
  const proven = {
    provider: provider.name,
    profile: signedIn.profile,
    emailOptional: provider.config.email_optional,
    aud: audience(context),
  }
  if (flow.linking_target_id) return { user: await link(context, tx, flow.linking_target_id, proven) }
  if (flow.invite_token) return { user: await acceptInvite(context, tx, flow.invite_token, proven) }
  return admit(context, tx, proven)
}
