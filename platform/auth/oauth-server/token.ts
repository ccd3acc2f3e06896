import { transaction } from '../../kernel/transaction.ts'
import { findUserById, isBanned, type User } from '../accounts/users.ts'
import { isUuid } from '../addresses.ts'
import { readText } from '../body.ts'
import type { RequestContext } from '../deps.ts'
import { AuthError, invalidClient, invalidGrant, invalidOAuthRequest, OAuthError } from '../errors.ts'
import { limitAddress } from '../limits/rules.ts'
import { matchesVerifier } from '../secrets/code-challenge.ts'
import { requireUser } from '../sessions/authenticate.ts'
import { refreshSession } from '../sessions/refresh.ts'
import { type SignInResult, signIn } from '../sessions/sign-in.ts'
import { type Authorization, redeemCode, revokeTokensOfCode } from './authorizations.ts'
import { requireOAuthServer } from './client-input.ts'
import { findOAuthClient, matchesSecret, type OAuthClient } from './clients.ts'

/** OAuth 2.1, 4.1.3: the application has just been sent the code. */
const CODE_LIFETIME_MS = 60_000

/** POST /oauth/token: code or refresh token for tokens, form-encoded as OAuth wants it. */
export async function oauthToken(context: RequestContext): Promise<Response> {
  requireOAuthServer(context)
  await limitAddress(context, 'token')
  const form = new URLSearchParams(await readText(context))
  const client = await requireClient(context, form)
  const grant = form.get('grant_type') ?? ''
  if (!client.grant_types.split(',').includes(grant)) {
    throw new OAuthError('unsupported_grant_type', 'This client may not use this grant type')
  }
  if (grant === 'refresh_token') return answer(context, client, await refresh(context, client, form), null)
  const { result, nonce } = await exchange(context, client, form)
  return answer(context, client, result, nonce)
}

/** By Basic authentication or in the form; a public client only says its name (OAuth 2.1, 2.4). */
async function requireClient(context: RequestContext, form: URLSearchParams): Promise<OAuthClient> {
  const basic = /^basic (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
  const [basicId = '', basicSecret = ''] = basic ? decodeBasic(basic) : []
  const id = basicId || (form.get('client_id') ?? '')
  const client = isUuid(id) ? await findOAuthClient(context.env.auth.db, id) : null
  if (!client) throw invalidClient()
  if (client.client_type === 'public') return client
  const secret = client.token_endpoint_auth_method === 'client_secret_basic' ? basicSecret : form.get('client_secret')
  if (!secret || !matchesSecret(client, secret)) throw invalidClient()
  return client
}

function decodeBasic(credentials: string): string[] {
  const text = Buffer.from(credentials, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  try {
    return [decodeURIComponent(text.slice(0, colon)), decodeURIComponent(text.slice(colon + 1))]
  } catch {
    throw invalidClient()
  }
}

/** What an exchange ends with. A refusal is returned: that the code is spent outlives it. */
type Exchange = { result: SignInResult; nonce: string | null } | { refused: Error }

async function exchange(context: RequestContext, client: OAuthClient, form: URLSearchParams) {
  const { auth } = context.env
  const code = form.get('code') ?? ''
  const verifier = form.get('code_verifier') ?? ''
  if (code === '' || verifier === '') throw invalidOAuthRequest('code and code_verifier are required')
  const codeFingerprint = auth.tokens.fingerprint(`oauth:${code}`)
  const outcome = await transaction(auth.db, async (tx): Promise<Exchange> => {
    const authorization = await redeemCode(tx, codeFingerprint)
    if (authorization?.client_id !== client.id) {
      await revokeTokensOfCode(tx, { codeFingerprint, clientId: client.id, lifetimeMs: CODE_LIFETIME_MS })
      return { refused: invalidGrant('The code is unknown or was used') }
    }
    const refusal = whyRefused(authorization, { now: auth.now(), redirectUri: form.get('redirect_uri'), verifier })
    if (refusal) return { refused: invalidGrant(refusal) }
    const user = authorization.user_id ? await findUserById(tx, authorization.user_id) : null
    if (!user || isBanned(user, auth.now())) return { refused: invalidGrant('The user is not allowed to sign in') }
    const oauthClient = { id: client.id, scopes: authorization.scope }
    const result = await signIn(context, tx, { user, method: 'oauth_provider/authorization_code', oauthClient })
    return { result, nonce: authorization.nonce }
  })
  if ('refused' in outcome) throw outcome.refused
  return outcome
}

function whyRefused(
  authorization: Authorization,
  { now, redirectUri, verifier }: { now: Date; redirectUri: string | null; verifier: string },
): string | null {
  if ((authorization.approved_at?.getTime() ?? 0) + CODE_LIFETIME_MS <= now.getTime()) return 'The code has expired'
  if (redirectUri !== null && redirectUri !== authorization.redirect_uri) return 'The redirect_uri differs'
  const challenge = { challenge: authorization.code_challenge, method: authorization.code_challenge_method }
  return matchesVerifier(challenge, verifier) ? null : 'The code_verifier does not match'
}

async function refresh(context: RequestContext, client: OAuthClient, form: URLSearchParams): Promise<SignInResult> {
  try {
    return await refreshSession(context, form.get('refresh_token') ?? '', client.id)
  } catch (error) {
    if (error instanceof AuthError && error.status === 400) throw invalidGrant(error.message)
    throw error
  }
}

async function answer(
  context: RequestContext,
  client: OAuthClient,
  { body, session }: SignInResult,
  nonce: string | null,
) {
  const scope = session.scopes ?? ''
  const user = await findUserById(context.env.auth.db, body.user.id)
  const idToken =
    user && scope.split(' ').includes('openid') ? await signIdToken(context, { client, user, scope, nonce }) : null
  return Response.json(
    {
      access_token: body.access_token,
      token_type: 'bearer',
      expires_in: body.expires_in,
      refresh_token: body.refresh_token,
      scope,
      ...(idToken ? { id_token: idToken } : {}),
    },
    { headers: { 'cache-control': 'no-store' } },
  )
}

function signIdToken(
  context: RequestContext,
  { client, user, scope, nonce }: { client: OAuthClient; user: User; scope: string; nonce: string | null },
): Promise<string> {
  const { auth } = context.env
  const issuedAt = Math.floor(auth.now().getTime() / 1000)
  return auth.tokens.sign({
    iss: auth.issuer,
    aud: client.id,
    iat: issuedAt,
    exp: issuedAt + auth.config.jwt_expiry,
    ...(nonce ? { nonce } : {}),
    ...personalClaims(user, scope),
  })
}

/** GET /oauth/userinfo (OpenID Connect Core 5.3) */
export async function oauthUserInfo(context: RequestContext): Promise<Response> {
  requireOAuthServer(context)
  const { user, session } = await requireUser(context)
  return Response.json(personalClaims(user, session?.scopes ?? 'openid email profile phone'))
}

/** What the granted scopes tell about somebody (OpenID Connect Core 5.4). */
function personalClaims(user: User, scope: string) {
  const scopes = scope.split(' ')
  const { full_name, name, avatar_url } = user.raw_user_meta_data ?? {}
  return {
    sub: user.id,
    ...(scopes.includes('email') && user.email
      ? { email: user.email, email_verified: user.email_confirmed_at !== null }
      : {}),
    ...(scopes.includes('phone') && user.phone
      ? { phone_number: `+${user.phone}`, phone_number_verified: user.phone_confirmed_at !== null }
      : {}),
    ...(scopes.includes('profile')
      ? {
          name: name ?? full_name ?? '',
          picture: avatar_url ?? '',
          updated_at: Math.floor(user.updated_at.getTime() / 1000),
        }
      : {}),
  }
}
