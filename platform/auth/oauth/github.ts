import { z } from 'zod'
import { getJson, type OAuthProvider, type ProviderConfig } from './provider.ts'

const userSchema = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** github.com, or an Enterprise server by its url. */
export function github(config: ProviderConfig): OAuthProvider {
  const site = config.url.replace(/\/$/, '') || 'https://github.com'
  const api = config.url ? `${site}/api/v3` : 'https://api.github.com'
  return {
    name: 'github',
    config,
    scopes: 'user:email',
    oidc: false,
    pkce: true,
    server: async () => ({
      issuer: site,
      authorization_endpoint: `${site}/login/oauth/authorize`,
      token_endpoint: `${site}/login/oauth/access_token`,
    }),
    async profile(exchange) {
      const user = userSchema.parse(await getJson(`${api}/user`, exchange))
      const emails = emailsSchema.parse(await getJson(`${api}/user/emails`, exchange))
      const best = emails.find(({ primary, verified }) => primary && verified) ?? emails.find(({ primary }) => primary)
      return {
        subject: String(user.id),
        email: best?.email ?? '',
        emailVerified: best?.verified ?? false,
        claims: {
          iss: api,
          ...(user.name ? { name: user.name, full_name: user.name } : {}),
          preferred_username: user.login,
          user_name: user.login,
          ...(user.avatar_url ? { avatar_url: user.avatar_url } : {}),
        },
      }
    },
  }
}
