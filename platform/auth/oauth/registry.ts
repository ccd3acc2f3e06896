import type { AuthConfig } from '../../config/schema.ts'
import { unsupportedProvider } from '../errors.ts'
import { apple } from './apple.ts'
import { azure } from './azure.ts'
import { discord } from './discord.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { oidcProvider } from './oidc.ts'
import type { OAuthProvider, ProviderConfig } from './provider.ts'
import { x } from './x.ts'

export type Providers = Map<string, OAuthProvider>

/** Providers that are nothing but an OpenID Connect issuer. */
const ISSUERS: Record<string, string> = {
  google: 'https://accounts.google.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
  kakao: 'https://kauth.kakao.com',
}

/** The enabled providers of `[auth.external.*]`. One with a `url` that we have no code for is an OpenID Connect issuer. */
export function createProviders({ external }: AuthConfig, fetch: typeof globalThis.fetch): Providers {
  const providers: Providers = new Map()
  for (const [name, config] of Object.entries(external)) {
    const provider = config.enabled ? create(name, config, fetch) : null
    if (provider) providers.set(name, provider)
  }
  return providers
}

function create(name: string, config: ProviderConfig, fetch: typeof globalThis.fetch): OAuthProvider | null {
  switch (name) {
    case 'apple':
      return apple(config, fetch)
    case 'azure':
      return azure(config, fetch)
    case 'discord':
      return discord(config)
    case 'facebook':
      return facebook(config)
    case 'github':
      return github(config)
    case 'gitlab':
      return gitlab(config)
    case 'twitter':
    case 'x':
      return x(name, config)
    default: {
      const issuer = config.url.replace(/\/$/, '') || ISSUERS[name]
      return issuer ? oidcProvider({ name, config, issuer, fetch }) : null
    }
  }
}

/** The provider of that name. Throws GoTrue's refusal of unknown and disabled ones. */
export function requireProvider(providers: Providers, name: string, config: AuthConfig): OAuthProvider {
  const provider = providers.get(name)
  if (provider) return provider
  if (config.external[name]?.enabled === false) throw unsupportedProvider('provider is not enabled')
  throw unsupportedProvider(`Provider ${name.slice(0, 64)} could not be found`)
}
