import { randomUUID } from 'node:crypto'
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from 'oauth4webapi'
import { transaction } from '../../kernel/transaction.ts'
import type { User } from '../accounts/users.ts'
import type { RequestContext } from '../deps.ts'
import { manualLinkingDisabled } from '../errors.ts'
import { limitAddress } from '../limits/rules.ts'
import { redirectTarget } from '../redirects.ts'
import { readCodeChallenge } from '../secrets/code-challenge.ts'
import { requireFullOwner } from '../sessions/authenticate.ts'
import { createFlowState, type FlowState } from '../sessions/flow-states.ts'
import { bindToBrowser } from './browser-binding.ts'
import { callbackUrl } from './callback-url.ts'
import { clientOf, type OAuthProvider } from './provider.ts'
import { requireProvider } from './registry.ts'

/** GET /authorize: sends the browser to the provider. */
export async function authorize(context: RequestContext): Promise<Response> {
  return answer(context, await begin(context, null))
}

/** GET /user/identities/authorize: the same, to add another way to sign in to an account. */
export async function authorizeLinking(context: RequestContext): Promise<Response> {
  const { user } = await requireFullOwner(context, 'link an identity')
  if (!context.env.auth.config.enable_manual_linking) throw manualLinkingDisabled()
  return answer(context, await begin(context, user))
}

function answer(context: RequestContext, { url, cookie }: { url: URL; cookie: string | null }): Response {
  const headers = new Headers({ 'cache-control': 'no-store', ...(cookie ? { 'set-cookie': cookie } : {}) })
  if (context.req.query('skip_http_redirect') === 'true') return Response.json({ url: url.href }, { headers })
  headers.set('location', url.href)
  return new Response(null, { status: 302, headers })
}

/** Writes the flow down; the provider's page for it, and what ties it to the browser. */
async function begin(context: RequestContext, linkTo: User | null): Promise<{ url: URL; cookie: string | null }> {
  const { auth } = context.env
  await limitAddress(context, 'authorize')
  const provider = await requireProvider(auth, context.req.query('provider') ?? '')
  const challenge = readCodeChallenge(
    context.req.query('code_challenge') ?? '',
    context.req.query('code_challenge_method') ?? '',
  )
  const verifier = provider.pkce ? generateRandomCodeVerifier() : null
  const inviteToken = context.req.query('invite_token')
  const flow = await transaction(auth.db, async (tx) => {
    const oauthClientStateId = randomUUID()
    const now = auth.now()
    await tx.query(
      'insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at) values ($1, $2, $3, $4)',
      [oauthClientStateId, provider.name, verifier, now],
    )
    return createFlowState(tx, {
      challenge,
      providerType: provider.name,
      method: 'oauth',
      referrer: redirectTarget(context),
      oauthClientStateId,
      ...(inviteToken ? { inviteToken: inviteToken.slice(0, 128) } : {}),
      ...(linkTo ? { linkingTargetId: linkTo.id } : {}),
      now,
    })
  })
  return {
    url: await authorizationUrl(context, { provider, flow, verifier }),
    cookie: bindToBrowser(context, provider, flow),
  }
}

async function authorizationUrl(
  context: RequestContext,
  { provider, flow, verifier }: { provider: OAuthProvider; flow: FlowState; verifier: string | null },
): Promise<URL> {
  const { authorization_endpoint } = await provider.server()
  if (!authorization_endpoint) throw new Error(`${provider.name} has no authorization endpoint`)
  const url = new URL(authorization_endpoint)
  const parameters = {
    ...callersParameters(context),
    ...provider.parameters,
    ...ownParameters(context, provider, flow),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  if (verifier) {
    url.searchParams.set('code_challenge', await calculatePKCECodeChallenge(verifier))
    url.searchParams.set('code_challenge_method', 'S256')
  }
  return url
}

/** Meant for us, not for the provider. */
const OUR_PARAMETERS = [
  'provider',
  'redirect_to',
  'scopes',
  'code_challenge',
  'code_challenge_method',
  'invite_token',
  'skip_http_redirect',
  'apikey',
]

/** prompt, login_hint, access_type, hd, …: what the caller wants the provider to know. */
function callersParameters(context: RequestContext): Record<string, string> {
  const entries = Object.entries(context.req.query()).filter(([name]) => !OUR_PARAMETERS.includes(name))
  return Object.fromEntries(entries)
}

/** Last, so that no caller overrides them. */
function ownParameters(context: RequestContext, provider: OAuthProvider, flow: FlowState): Record<string, string> {
  return {
    client_id: clientOf(provider).client_id,
    redirect_uri: callbackUrl(context, provider),
    response_type: 'code',
    state: flow.id,
    scope: scopesOf(provider, context.req.query('scopes') ?? ''),
    ...(provider.oidc ? { nonce: nonceOf(context, flow) } : {}),
  }
}

function scopesOf({ scopes }: OAuthProvider, more: string): string {
  const names = `${scopes} ${more}`.split(/[\s,]+/).filter((name) => name !== '')
  return [...new Set(names)].join(' ')
}

/** Ties an id_token to the flow. Only we can compute it, so that it need not be stored. */
export function nonceOf(context: RequestContext, flow: FlowState): string {
  return context.env.auth.tokens.fingerprint(`nonce:${flow.id}`)
}
