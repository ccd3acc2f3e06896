import type { Metadata } from '../../accounts/users.ts'
import { joinDocuments, oidcProvider, profileOf, text } from '../oidc.ts'
import { getJson, type OAuthProvider, type Profile } from '../provider.ts'
import type { CustomProvider } from './store.ts'

/** A stored provider as one that visitors can sign in with. */
export function customProvider(row: CustomProvider, fetch: typeof globalThis.fetch): OAuthProvider {
  const config = {
    enabled: row.enabled,
    client_id: [row.client_id, ...row.acceptable_client_ids].join(','),
    secret: row.client_secret,
    url: row.issuer ?? '',
    redirect_uri: '',
    skip_nonce_check: row.skip_nonce_check,
    email_optional: row.email_optional,
  }
  const shared = { name: row.identifier, config, parameters: row.authorization_params, pkce: row.pkce_enabled }
  const withMapping = (...documents: Metadata[]) => mapped(row, documents)
  if (row.provider_type === 'oidc') {
    const base = oidcProvider({ name: row.identifier, config, issuer: row.issuer ?? '', fetch })
    const scopes = ['openid', ...row.scopes.filter((scope) => scope !== 'openid')].join(' ')
    return {
      ...base,
      ...shared,
      scopes: row.scopes.length > 0 ? scopes : base.scopes,
      profile: async (exchange) => withMapping(...(await base.documents(exchange))),
      idTokens: async () => ({ ...(await base.idTokens()), profile: withMapping }),
    }
  }
  return {
    ...shared,
    scopes: row.scopes.join(' '),
    oidc: false,
    keepsIdToken: false,
    server: async () => ({
      issuer: new URL(row.token_url ?? '').origin,
      authorization_endpoint: row.authorization_url ?? '',
      token_endpoint: row.token_url ?? '',
    }),
    async profile(exchange) {
      const claims = await getJson(row.userinfo_url ?? '', exchange)
      return withMapping(typeof claims === 'object' && claims !== null ? { ...claims } : {})
    },
  }
}

/** attribute_mapping: our claim → theirs. Plain OAuth providers often call the subject `id`. */
function mapped(row: CustomProvider, documents: Metadata[]): Profile {
  const email = text(row.attribute_mapping.email) || 'email'
  const verified = text(row.attribute_mapping.email_verified) || 'email_verified'
  const claims = joinDocuments(documents, { email, verified })
  const renamed: Metadata = { sub: claims.id === undefined ? undefined : String(claims.id), ...claims }
  for (const [ours, theirs] of Object.entries(row.attribute_mapping)) {
    if (typeof theirs === 'string' && claims[theirs] !== undefined) renamed[ours] = claims[theirs]
  }
  if (typeof renamed.sub === 'number') renamed.sub = String(renamed.sub)
  // Unless it is mapped as well, email_verified speaks about `email`, which need not be what an admin maps to it.
  if (verified === 'email_verified' && claims[email] !== claims.email) renamed.email_verified = false
  const profile = profileOf(renamed)
  const kept = row.custom_claims_allowlist.filter((name) => claims[name] !== undefined)
  if (kept.length === 0) return profile
  const custom_claims = Object.fromEntries(kept.map((name) => [name, claims[name]]))
  return { ...profile, claims: { ...profile.claims, custom_claims } }
}
