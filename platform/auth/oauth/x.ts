import { z } from 'zod'
import { getJson, type OAuthProvider, type ProviderConfig } from './provider.ts'

const userSchema = z.object({
  data: z.object({
    id: z.string(),
    name: z.string(),
    username: z.string(),
    profile_image_url: z.string().nullish(),
    confirmed_email: z.string().nullish(),
  }),
})

/** X by OAuth 2.0, under its own name and under `twitter`. Only a confirmed address is ever told. */
export function x(name: 'x' | 'twitter', config: ProviderConfig): OAuthProvider {
  const site = config.url.replace(/\/$/, '') || 'https://x.com'
  const api = config.url ? site : 'https://api.x.com'
  return {
    name,
    config,
    scopes: 'users.read tweet.read users.email',
    oidc: false,
    pkce: true,
    server: async () => ({
      issuer: site,
      authorization_endpoint: `${site}/i/oauth2/authorize`,
      token_endpoint: `${api}/2/oauth2/token`,
    }),
    async profile(exchange) {
      const url = `${api}/2/users/me?user.fields=profile_image_url,confirmed_email`
      const { data } = userSchema.parse(await getJson(url, exchange))
      return {
        subject: data.id,
        email: data.confirmed_email ?? '',
        emailVerified: Boolean(data.confirmed_email),
        claims: {
          iss: site,
          name: data.name,
          full_name: data.name,
          user_name: data.username,
          preferred_username: data.username,
          ...(data.profile_image_url ? { avatar_url: data.profile_image_url, picture: data.profile_image_url } : {}),
        },
      }
    },
  }
}
