import { z } from 'zod'
import { getJson, type OAuthProvider, type ProviderConfig } from './provider.ts'

const userSchema = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string().nullish(),
  username: z.string().nullish(),
  avatar_url: z.string().nullish(),
  confirmed_at: z.string().nullish(),
})

/** gitlab.com, or a server of one's own by its url. */
export function gitlab(config: ProviderConfig): OAuthProvider {
  const site = config.url.replace(/\/$/, '') || 'https://gitlab.com'
  return {
    name: 'gitlab',
    config,
    scopes: 'read_user',
    oidc: false,
    pkce: true,
    server: async () => ({
      issuer: site,
      authorization_endpoint: `${site}/oauth/authorize`,
      token_endpoint: `${site}/oauth/token`,
    }),
    async profile(exchange) {
      const user = userSchema.parse(await getJson(`${site}/api/v4/user`, exchange))
      return {
        subject: String(user.id),
        email: user.email,
        emailVerified: Boolean(user.confirmed_at),
        claims: {
          iss: site,
          ...(user.name ? { name: user.name, full_name: user.name } : {}),
          ...(user.username ? { user_name: user.username, preferred_username: user.username } : {}),
          ...(user.avatar_url ? { avatar_url: user.avatar_url } : {}),
        },
      }
    },
  }
}
