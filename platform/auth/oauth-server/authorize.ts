import { isUuid } from '../addresses.ts'
import type { RequestContext } from '../deps.ts'
import { AuthError, invalidOAuthRequest, OAuthError } from '../errors.ts'
import { limitAddress } from '../limits/rules.ts'
import { readCodeChallenge } from '../secrets/code-challenge.ts'
import { openAuthorization } from './authorizations.ts'
import { requireOAuthServer } from './client-input.ts'
import { findOAuthClient, type OAuthClient } from './clients.ts'

const SCOPES = ['openid', 'email', 'profile', 'phone', 'offline_access']
/** Anybody can leave such a row for a day; the largest in use, encrypted JSON of libraries, have some 700 characters. */
const MAX_STATE_LENGTH = 1024
const DEFAULT_SCOPE = 'email'

/** GET /oauth/authorize: an application asks for somebody; the site asks them (OAuth 2.1, 4.1.1). */
export async function oauthAuthorize(context: RequestContext): Promise<Response> {
  requireOAuthServer(context)
  const { auth } = context.env
  await limitAddress(context, 'authorize')
  const query = (name: string) => context.req.query(name) ?? ''
  const { client, redirectUri } = await requireAddressee(context, query('client_id'), query('redirect_uri'))
  const state = query('state') || null
  if (state && state.length > MAX_STATE_LENGTH) throw invalidOAuthRequest('The state is too long')
  try {
    if (query('response_type') !== 'code') {
      throw new OAuthError('unsupported_response_type', 'Only the response type "code" is supported')
    }
    const authorizationId = await openAuthorization(auth.db, {
      clientId: client.id,
      redirectUri,
      scope: readScope(query('scope')),
      state,
      challenge: requireChallenge(query('code_challenge'), query('code_challenge_method') || 'plain'),
      nonce: query('nonce').slice(0, 255) || null,
      now: auth.now(),
    })
    const consent = new URL(auth.config.oauth_server.authorization_url_path, auth.config.site_url)
    consent.searchParams.set('authorization_id', authorizationId)
    return redirect(consent)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return redirect(answerUrl(redirectUri, { error: error.error, error_description: error.description }, state))
  }
}

/** Until client and address are known to belong together, nobody may be sent anywhere. */
async function requireAddressee(
  context: RequestContext,
  clientId: string,
  redirectUri: string,
): Promise<{ client: OAuthClient; redirectUri: string }> {
  const client = isUuid(clientId) ? await findOAuthClient(context.env.auth.db, clientId) : null
  if (!client) throw invalidOAuthRequest('The client_id is unknown')
  const registered = client.redirect_uris.split(',')
  const wanted = redirectUri || (registered.length === 1 ? (registered[0] ?? '') : '')
  if (!registered.includes(wanted)) throw invalidOAuthRequest('The redirect_uri is not registered for this client')
  return { client, redirectUri: wanted }
}

function readScope(text: string): string {
  const scopes = text.split(' ').filter((scope) => scope !== '')
  if (!scopes.every((scope) => SCOPES.includes(scope))) {
    throw new OAuthError('invalid_scope', `Supported scopes: ${SCOPES.join(' ')}`)
  }
  return [...new Set(scopes)].join(' ') || DEFAULT_SCOPE
}

function requireChallenge(challenge: string, method: string) {
  try {
    const read = readCodeChallenge(challenge, method)
    if (read) return read
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    throw invalidOAuthRequest(error.message)
  }
  throw invalidOAuthRequest('PKCE is required: send code_challenge and code_challenge_method')
}

/** The application's address with a response for it. */
export function answerUrl(redirectUri: string, answer: Record<string, string>, state: string | null): URL {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  return url
}

function redirect(url: URL): Response {
  return new Response(null, { status: 302, headers: { location: url.href, 'cache-control': 'no-store' } })
}
