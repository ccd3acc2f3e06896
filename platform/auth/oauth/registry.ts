import type { AuthConfig } from '../../config/schema.ts'
import type { Auth } from '../deps.ts'
import { unsupportedProvider } from '../errors.ts'
import { apple } from './apple.ts'
import { azure } from './azure.ts'
import { customProvider } from './custom/provider.ts'
import { findCustomProvider } from './custom/store.ts'
import { discord } from './discord.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { oidcProvider } from './oidc.ts'
import type { OAuthProvider, ProviderConfig, Providers } from './provider.ts'
import { x } from './x.ts'

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

/** Identifiers of providers that an admin added at run time. */
const CUSTOM_PREFIX = 'custom:'

/** The enabled provider of that name, or null. */
export async function findProvider({ providers, db, guardedFetch }: Auth, name: string): Promise<OAuthProvider | null> {
  if (!name.startsWith(CUSTOM_PREFIX)) return providers.get(name) ?? null
  const row = await findCustomProvider(db, name.slice(0, 64))
  return row?.enabled ? customProvider(row, guardedFetch) : null
}

/** How a provider is reached: one that an admin added could name any machine, ours included. */
export function fetchTo({ name }: OAuthProvider, { fetch, guardedFetch }: Auth): typeof globalThis.fetch {
  return name.startsWith(CUSTOM_PREFIX) ? guardedFetch : fetch
}

/** The provider of that name. Throws GoTrue's refusal of unknown and disabled ones. */
export async function requireProvider(auth: Auth, name: string): Promise<OAuthProvider> {
  const provider = await findProvider(auth, name)
  if (provider) return provider
  throw unsupportedProvider('provider is not enabled')
}
