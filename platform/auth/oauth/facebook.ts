import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { profileOf, text } from './oidc.ts'
import { getJson, type OAuthProvider, type ProviderConfig } from './provider.ts'

const userSchema = z.object({
  id: z.string(),
  email: z.string().nullish(),
  name: z.string().nullish(),
  picture: z.object({ data: z.object({ url: z.string() }) }).nullish(),
})
const GRAPH_VERSION = 'v21.0'

export function facebook(config: ProviderConfig): OAuthProvider {
  const site = config.url.replace(/\/$/, '') || 'https://www.facebook.com'
  const graph = config.url ? site : 'https://graph.facebook.com'
  return {
    name: 'facebook',
    config,
    scopes: 'email',
    oidc: false,
    pkce: false,
    keepsIdToken: false,
    server: async () => ({
      issuer: site,
      authorization_endpoint: `${site}/${GRAPH_VERSION}/dialog/oauth`,
      token_endpoint: `${graph}/${GRAPH_VERSION}/oauth/access_token`,
    }),
    async profile(exchange) {
      // Proves that the token is used by the app it was given to.
      const proof = createHmac('sha256', config.secret).update(exchange.accessToken).digest('hex')
      const query = new URLSearchParams({ fields: 'id,email,name,picture', appsecret_proof: proof })
      const user = userSchema.parse(await getJson(`${graph}/${GRAPH_VERSION}/me?${query}`, exchange))
      return {
        subject: user.id,
        email: user.email ?? '',
        // Facebook hands out an address only once its owner has confirmed it.
        emailVerified: Boolean(user.email),
        claims: {
          iss: site,
          ...(user.name ? { name: user.name, full_name: user.name } : {}),
          ...(user.picture ? { picture: user.picture.data.url, avatar_url: user.picture.data.url } : {}),
        },
      }
    },
    idTokens: async () => ({
      jwksUri: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
      issuer: 'https://www.facebook.com',
      profile: (claims) => profileOf({ ...claims, email_verified: text(claims.email) !== '' }),
    }),
  }
}
