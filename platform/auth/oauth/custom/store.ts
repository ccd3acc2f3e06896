import type { Queryable } from '../../database.ts'

/** A row of auth.custom_oauth_providers: a provider that an admin added while the server runs. */
export interface CustomProvider {
  id: string
  provider_type: 'oauth2' | 'oidc'
  identifier: string
  name: string
  client_id: string
  client_secret: string
  acceptable_client_ids: string[]
  scopes: string[]
  custom_claims_allowlist: string[]
  pkce_enabled: boolean
  attribute_mapping: Record<string, unknown>
  authorization_params: Record<string, string>
  enabled: boolean
  email_optional: boolean
  issuer: string | null
  discovery_url: string | null
  skip_nonce_check: boolean
  authorization_url: string | null
  token_url: string | null
  userinfo_url: string | null
  jwks_uri: string | null
  created_at: Date
  updated_at: Date
}

/** What an admin writes, in the table's order. */
const WRITABLE = [
  'provider_type',
  'identifier',
  'name',
  'client_id',
  'client_secret',
  'acceptable_client_ids',
  'scopes',
  'custom_claims_allowlist',
  'pkce_enabled',
  'attribute_mapping',
  'authorization_params',
  'enabled',
  'email_optional',
  'issuer',
  'discovery_url',
  'skip_nonce_check',
  'authorization_url',
  'token_url',
  'userinfo_url',
  'jwks_uri',
] as const
export type CustomProviderValues = Pick<CustomProvider, (typeof WRITABLE)[number]>
const COLUMNS = `id, ${WRITABLE.join(', ')}, created_at, updated_at`

export async function findCustomProvider(db: Queryable, identifier: string): Promise<CustomProvider | null> {
  const { rows } = await db.query<CustomProvider>(
    `select ${COLUMNS} from auth.custom_oauth_providers where identifier = $1`,
    [identifier],
  )
  return rows[0] ?? null
}

export async function listCustomProviders(db: Queryable, type: string): Promise<CustomProvider[]> {
  const { rows } = await db.query<CustomProvider>(
    `select ${COLUMNS} from auth.custom_oauth_providers where $1 = '' or provider_type = $1 order by created_at, identifier`,
    [type],
  )
  return rows
}

/** Creates the provider of that identifier, or replaces what is stored of it. */
export async function saveCustomProvider(
  db: Queryable,
  { values, replace, now }: { values: CustomProviderValues; replace: boolean; now: Date },
): Promise<CustomProvider> {
  const sets = WRITABLE.map((name) => `${name} = excluded.${name}`).join(', ')
  const { rows } = await db.query<CustomProvider>(
    `insert into auth.custom_oauth_providers (${WRITABLE.join(', ')}, created_at, updated_at)
     values (${WRITABLE.map((_, index) => `$${index + 1}`).join(', ')}, $${WRITABLE.length + 1}, $${WRITABLE.length + 1})
     ${replace ? `on conflict (identifier) do update set ${sets}, updated_at = excluded.updated_at` : ''}
     returning ${COLUMNS}`,
    [...WRITABLE.map((name) => values[name]), now],
  )
  const row = rows[0]
  if (!row) throw new Error('The provider was not stored.')
  return row
}

export async function deleteCustomProvider(db: Queryable, identifier: string): Promise<void> {
  await db.query('delete from auth.custom_oauth_providers where identifier = $1', [identifier])
}
