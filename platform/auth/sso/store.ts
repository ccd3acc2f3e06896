import { randomUUID } from 'node:crypto'
import type { Queryable } from '../database.ts'

export interface AttributeMapping {
  keys?: Record<string, { name?: string; names?: string[]; default?: unknown; array?: boolean }>
}

/** An identity provider with its SAML half and its domains. */
export interface SsoProvider {
  id: string
  resource_id: string | null
  disabled: boolean
  created_at: Date
  updated_at: Date
  entity_id: string
  metadata_xml: string
  metadata_url: string | null
  attribute_mapping: AttributeMapping | null
  name_id_format: string | null
  domains: string[]
}

const SELECT = `
  select p.id, p.resource_id, coalesce(p.disabled, false) as disabled, p.created_at, p.updated_at,
    s.entity_id, s.metadata_xml, s.metadata_url, s.attribute_mapping, s.name_id_format,
    array(select domain from auth.sso_domains d where d.sso_provider_id = p.id order by domain) as domains
  from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id`

export async function listSsoProviders(db: Queryable): Promise<SsoProvider[]> {
  const { rows } = await db.query<SsoProvider>(`${SELECT} order by p.created_at`)
  return rows
}

export function findSsoProvider(db: Queryable, id: string): Promise<SsoProvider | null> {
  return one(db, 'p.id = $1', id)
}

export function findSsoProviderByResource(db: Queryable, resourceId: string): Promise<SsoProvider | null> {
  return one(db, 'lower(p.resource_id) = lower($1)', resourceId)
}

export function findSsoProviderByEntity(db: Queryable, entityId: string): Promise<SsoProvider | null> {
  return one(db, 's.entity_id = $1', entityId)
}

export function findSsoProviderByDomain(db: Queryable, domain: string): Promise<SsoProvider | null> {
  const condition = 'p.id = (select sso_provider_id from auth.sso_domains where lower(domain) = lower($1))'
  return one(db, condition, domain)
}

async function one(db: Queryable, condition: string, value: string): Promise<SsoProvider | null> {
  const { rows } = await db.query<SsoProvider>(`${SELECT} where ${condition}`, [value])
  return rows[0] ?? null
}

export interface SsoProviderValues {
  resourceId: string | null
  disabled: boolean
  entityId: string
  metadataXml: string
  metadataUrl: string | null
  mapping: AttributeMapping
  nameIdFormat: string | null
  domains: string[]
}

/** Creates the provider, or replaces what is stored of `id`. */
export async function saveSsoProvider(
  db: Queryable,
  { id, values, now }: { id: string | null; values: SsoProviderValues; now: Date },
): Promise<string> {
  const providerId = id ?? randomUUID()
  await db.query(
    `insert into auth.sso_providers (id, resource_id, disabled, created_at, updated_at) values ($1, $2, $3, $4, $4)
     on conflict (id) do update set resource_id = $2, disabled = $3, updated_at = $4`,
    [providerId, values.resourceId, values.disabled, now],
  )
  await db.query('delete from auth.saml_providers where sso_provider_id = $1', [providerId])
  await db.query(
    `insert into auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping,
       name_id_format, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [
      randomUUID(),
      providerId,
      values.entityId,
      values.metadataXml,
      values.metadataUrl,
      values.mapping,
      values.nameIdFormat,
      now,
    ],
  )
  await db.query('delete from auth.sso_domains where sso_provider_id = $1', [providerId])
  for (const domain of values.domains) {
    await db.query(
      'insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at) values ($1, $2, $3, $4, $4)',
      [randomUUID(), providerId, domain, now],
    )
  }
  return providerId
}

export interface RelayState {
  id: string
  sso_provider_id: string
  request_id: string
  redirect_to: string | null
  flow_state_id: string | null
  created_at: Date
}

export async function createRelayState(
  db: Queryable,
  state: {
    id: string
    providerId: string
    requestId: string
    redirectTo: string
    flowStateId: string | null
    now: Date
  },
): Promise<void> {
  await db.query(
    `insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [state.id, state.providerId, state.requestId, state.redirectTo, state.flowStateId, state.now],
  )
}

/** Takes the state away: a response answers one request, once. */
export async function takeRelayState(db: Queryable, id: string): Promise<RelayState | null> {
  const { rows } = await db.query<RelayState>(
    `delete from auth.saml_relay_states where id = $1
     returning id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at`,
    [id],
  )
  return rows[0] ?? null
}
