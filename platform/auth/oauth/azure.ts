import type { Metadata } from '../accounts/users.ts'
import { oidcProvider, profileOf, text } from './oidc.ts'
import { getJson, type IdTokenRules, type OAuthProvider, type Profile, type ProviderConfig } from './provider.ts'

const LOGIN = 'https://login.microsoftonline.com'
const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'
const PERSONAL_ACCOUNTS = `${LOGIN}/${PERSONAL_TENANT}/v2.0`
const TENANT = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** Who may have issued a token, by the endpoint that the operator chose: each names its own tenant, never the endpoint. */
const ISSUERS: Record<string, string | RegExp> = {
  [`${LOGIN}/common`]: new RegExp(`^${LOGIN}/${TENANT}/v2\\.0$`),
  [`${LOGIN}/organizations`]: new RegExp(`^${LOGIN}/(?!${PERSONAL_TENANT})${TENANT}/v2\\.0$`),
  [`${LOGIN}/consumers`]: PERSONAL_ACCOUNTS,
}

/**
 * Microsoft Entra. A tenant's administrator can give an account any address, so an address counts as verified only
 * where Microsoft itself owns it (personal accounts) or says so (xms_edov).
 */
export function azure(config: ProviderConfig, fetch: typeof globalThis.fetch): OAuthProvider {
  const base = (config.url || `${LOGIN}/common`).replace(/\/(v2\.0)?$/, '')
  const issuer = ISSUERS[base]
  if (!issuer) {
    const single = oidcProvider({ name: 'azure', config, issuer: `${base}/v2.0`, fetch })
    return {
      ...single,
      profile: async ({ idClaims }) => withVerification(idClaims),
      idTokens: async () => ({ ...(await single.idTokens()), profile: fromIdToken }),
    }
  }
  return {
    name: 'azure',
    config,
    scopes: 'openid email profile',
    oidc: false,
    pkce: true,
    keepsIdToken: false,
    server: async () => ({
      issuer: `${base}/v2.0`,
      authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
      token_endpoint: `${base}/oauth2/v2.0/token`,
    }),
    async profile(exchange) {
      const claims = await getJson('https://graph.microsoft.com/oidc/userinfo', exchange)
      return withVerification(typeof claims === 'object' && claims !== null ? { ...claims } : {})
    },
    idTokens: async (): Promise<IdTokenRules> => ({
      jwksUri: `${base}/discovery/v2.0/keys`,
      issuer,
      profile: fromIdToken,
    }),
  }
}

/** The tenant that a token was made for must be the one that made it (Microsoft, "Secure applications and APIs by validating claims"). */
function fromIdToken(claims: Metadata): Profile {
  const tenant = text(claims.tid)
  if (tenant !== '' && !text(claims.iss).includes(`/${tenant}/`)) throw new Error('iss and tid name two tenants')
  return withVerification(claims)
}

/** An own `email_verified` of a tenant is worth as much as the address. Entra writes xms_edov in several ways. */
function withVerification(claims: Metadata): Profile {
  const edov = String(claims.xms_edov ?? '')
  const verified = text(claims.iss) === PERSONAL_ACCOUNTS || ['true', '1'].includes(edov)
  return profileOf({ ...claims, email_verified: verified })
}
