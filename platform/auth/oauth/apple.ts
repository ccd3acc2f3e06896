import { z } from 'zod'
import { oidcProvider, profileOf } from './oidc.ts'
import type { OAuthProvider, ProviderConfig } from './provider.ts'

/** Apple tells the name once, in the first callback, and nowhere else. */
const userSchema = z.object({ name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }) })

export function apple(config: ProviderConfig, fetch: typeof globalThis.fetch): OAuthProvider {
  const issuer = config.url || 'https://appleid.apple.com'
  return {
    ...oidcProvider({ name: 'apple', config, issuer, fetch }),
    scopes: 'email name',
    // Apple refuses a query response as soon as a scope is asked for.
    parameters: { response_mode: 'form_post' },
    async profile({ idClaims, callback }) {
      const name = nameIn(callback.get('user'))
      return profileOf({ ...idClaims, ...(name ? { name } : {}) })
    },
  }
}

function nameIn(user: string | null): string {
  if (!user) return ''
  const parsed = userSchema.safeParse(parseJson(user))
  if (!parsed.success) return ''
  const { firstName, lastName } = parsed.data.name
  return [firstName, lastName].filter(Boolean).join(' ')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
