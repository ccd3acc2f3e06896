import { z } from 'zod'
import { getJson, type OAuthProvider, type ProviderConfig } from './provider.ts'

const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  global_name: z.string().nullish(),
  email: z.string().nullish(),
  verified: z.boolean().nullish(),
  avatar: z.string().nullish(),
})

export function discord(config: ProviderConfig): OAuthProvider {
  const site = config.url.replace(/\/$/, '') || 'https://discord.com'
  return {
    name: 'discord',
    config,
    scopes: 'email identify',
    oidc: false,
    pkce: true,
    server: async () => ({
      issuer: site,
      authorization_endpoint: `${site}/api/oauth2/authorize`,
      token_endpoint: `${site}/api/oauth2/token`,
    }),
    async profile(exchange) {
      const user = userSchema.parse(await getJson(`${site}/api/users/@me`, exchange))
      const name = user.global_name ?? user.username
      const avatar = user.avatar ? `https://cdn.discordapp.com/avatars/${user.id}/${user.avatar}.png` : null
      return {
        subject: user.id,
        email: user.email ?? '',
        emailVerified: user.verified ?? false,
        claims: {
          iss: site,
          name,
          full_name: name,
          custom_claims: { global_name: name },
          ...(avatar ? { avatar_url: avatar, picture: avatar } : {}),
        },
      }
    },
  }
}
