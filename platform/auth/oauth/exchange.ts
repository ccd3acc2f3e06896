import {
  authorizationCodeGrantRequest,
  ClientSecretPost,
  expectNoNonce,
  getValidatedIdTokenClaims,
  nopkce,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi'
import type { RequestContext } from '../deps.ts'
import { oauthExchangeFailed, providerProfileFailed } from '../errors.ts'
import type { FlowState } from '../sessions/flow-states.ts'
import { nonceOf } from './authorize.ts'
import { callbackUrl } from './callback-url.ts'
import { checkProfile } from './check-profile.ts'
import { clientOf, httpOptions, type OAuthProvider, type Profile } from './provider.ts'
import { fetchTo } from './registry.ts'

export interface ProviderSignIn {
  profile: Profile
  accessToken: string
  refreshToken: string | null
}

/** Exchanges the code of a callback and asks the provider who it was. Throws the visitor's error; the cause is logged. */
export async function exchangeProviderCode(
  context: RequestContext,
  {
    provider,
    flow,
    verifier,
    callback,
  }: { provider: OAuthProvider; flow: FlowState; verifier: string | null; callback: URLSearchParams },
): Promise<ProviderSignIn> {
  const { auth, call } = context.env
  const server = await provider.server()
  const client = clientOf(provider)
  const http = httpOptions(fetchTo(provider, auth), server.token_endpoint ?? server.issuer)

  async function redeem() {
    const parameters = validateAuthResponse(server, client, callback, flow.id)
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      ClientSecretPost(provider.config.secret),
      parameters,
      callbackUrl(context, provider),
      verifier ?? nopkce,
      { ...http, headers: new Headers({ accept: 'application/json' }) },
    )
    return processAuthorizationCodeResponse(
      server,
      client,
      provider.keepsIdToken === false ? await withoutIdToken(response) : response,
      provider.oidc
        ? {
            expectedNonce: provider.config.skip_nonce_check ? expectNoNonce : nonceOf(context, flow),
            requireIdToken: true,
          }
        : {},
    )
  }

  const tokens = await redeem().catch((error: unknown) => {
    auth.log.warn({ err: error, provider: provider.name, requestId: call.requestId }, 'a provider refused a code')
    throw oauthExchangeFailed()
  })
  const idClaims = { ...getValidatedIdTokenClaims(tokens) }
  const accessToken = tokens.access_token
  const exchange = { server, client, accessToken, idClaims, callback, http }
  const profile = await provider.profile(exchange).then(checkProfile, (error: unknown) => {
    auth.log.warn({ err: error, provider: provider.name, requestId: call.requestId }, 'a provider gave no profile')
    throw providerProfileFailed()
  })
  if (profile.subject === '') throw providerProfileFailed()
  return { profile, accessToken, refreshToken: tokens.refresh_token ?? null }
}

/** For servers whose id_tokens name an issuer of their own choice; who signed in is asked from their API instead. */
async function withoutIdToken(response: Response): Promise<Response> {
  const body: unknown = await response.json()
  const rest = typeof body === 'object' && body !== null ? { ...body, id_token: undefined } : body
  return Response.json(rest, { status: response.status })
}
