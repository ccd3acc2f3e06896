import { oidcProvider, profileOf, text } from './oidc.ts'
import { getJson, type OAuthProvider, type ProviderConfig } from './provider.ts'

const LOGIN = 'https://login.microsoftonline.com'
const ANY_TENANT = `${LOGIN}/common`
/** Tokens of all tenants, each naming its own. */
const TENANT_ISSUER = /^https:\/\/login\.microsoftonline\.com\/[0-9a-f-]{36}\/v2\.0$/
const PERSONAL_ACCOUNTS = `${LOGIN}/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0`

/**
 * Microsoft Entra. A tenant's administrator can give an account any address, so an address counts as verified only
 * where Microsoft itself owns it (personal accounts) or says so (xms_edov).
 */
export function azure(config: ProviderConfig, fetch: typeof globalThis.fetch): OAuthProvider {
  const base = (config.url || ANY_TENANT).replace(/\/(v2\.0)?$/, '')
  if (base !== ANY_TENANT && base !== `${LOGIN}/organizations` && base !== `${LOGIN}/consumers`) {
    const single = oidcProvider({ name: 'azure', config, issuer: `${base}/v2.0`, fetch })
    return { ...single, profile: async ({ idClaims }) => withVerification(idClaims) }
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
    idTokens: async () => ({ jwksUri: `${base}/discovery/v2.0/keys`, issuer: TENANT_ISSUER }),
  }
}

function withVerification(claims: Record<string, unknown>) {
  const edov = claims.xms_edov
  const verified = text(claims.iss) === PERSONAL_ACCOUNTS || edov === true || edov === 1 || edov === '1'
  return profileOf({ ...claims, email_verified: verified })
}
