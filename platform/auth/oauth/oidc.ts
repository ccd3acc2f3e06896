import { processUserInfoResponse, userInfoRequest } from 'oauth4webapi'
import type { Metadata } from '../accounts/users.ts'
import {
  discovered,
  type Exchange,
  type IdTokenRules,
  type OAuthProvider,
  type Profile,
  type ProviderConfig,
} from './provider.ts'

export interface OidcOptions {
  name: string
  config: ProviderConfig
  issuer: string
  fetch: typeof globalThis.fetch
  scopes?: string
  parameters?: Record<string, string>
}

export interface OidcProvider extends OAuthProvider {
  /** What id_token and user info say, the more trustworthy document first. */
  documents(exchange: Exchange): Promise<Metadata[]>
  idTokens(): Promise<IdTokenRules>
}

/** Any OpenID Connect provider, by its issuer. */
export function oidcProvider({ name, config, issuer, fetch, scopes, parameters }: OidcOptions): OidcProvider {
  const server = discovered(issuer, fetch)
  const documents = async (exchange: Exchange) => [exchange.idClaims, await userInfo(exchange)]
  return {
    name,
    config,
    scopes: scopes ?? 'openid email profile',
    ...(parameters ? { parameters } : {}),
    oidc: true,
    pkce: true,
    server,
    documents,
    profile: async (exchange) => profileOf(joinDocuments(await documents(exchange))),
    async idTokens() {
      const { jwks_uri, issuer: own } = await server()
      if (!jwks_uri) throw new Error(`${own} publishes no keys`)
      return { jwksUri: jwks_uri, issuer: own, profile: profileOf }
    },
  }
}

/**
 * All claims of several documents, earlier ones first; but an address and whether it is verified from one and the same:
 * the `email_verified` of another speaks about another address.
 */
export function joinDocuments(documents: Metadata[], names = { email: 'email', verified: 'email_verified' }): Metadata {
  const joined: Metadata = Object.assign({}, ...documents.toReversed())
  const source = documents.find((document) => text(document[names.email]) !== '') ?? {}
  return { ...joined, [names.email]: source[names.email], [names.verified]: source[names.verified] }
}

/** Claims of OpenID Connect Core 5.1, as a profile with GoTrue's names beside them. */
export function profileOf(claims: Metadata): Profile {
  const subject = text(claims.sub)
  const email = text(claims.email)
  // Apple sends booleans as text.
  const emailVerified = claims.email_verified === true || claims.email_verified === 'true'
  const picture = text(claims.picture)
  const name = text(claims.name) || [text(claims.given_name), text(claims.family_name)].filter(Boolean).join(' ')
  const userName = text(claims.preferred_username) || text(claims.nickname)
  return {
    subject,
    email,
    emailVerified,
    claims: {
      iss: text(claims.iss),
      ...(name ? { name, full_name: name } : {}),
      ...(picture ? { picture, avatar_url: picture } : {}),
      ...(userName ? { preferred_username: userName, user_name: userName } : {}),
    },
  }
}

async function userInfo({ server, client, accessToken, idClaims, http }: Exchange): Promise<Metadata> {
  if (!server.userinfo_endpoint) return {}
  const response = await userInfoRequest(server, client, accessToken, http)
  return { ...(await processUserInfoResponse(server, client, text(idClaims.sub), response)) }
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
