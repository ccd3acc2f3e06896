import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Queryable } from '../database.ts'

export type AuthMethod = 'client_secret_basic' | 'client_secret_post' | 'none'

/** A row of auth.oauth_clients. Lists are kept comma separated, as GoTrue does. */
export interface OAuthClient {
  id: string
  client_secret_hash: string | null
  registration_type: 'dynamic' | 'manual'
  redirect_uris: string
  grant_types: string
  client_name: string | null
  client_uri: string | null
  logo_uri: string | null
  client_type: 'public' | 'confidential'
  token_endpoint_auth_method: AuthMethod
  created_at: Date
  updated_at: Date
}

const COLUMNS = `id, client_secret_hash, registration_type, redirect_uris, grant_types, client_name, client_uri, logo_uri,
  client_type, token_endpoint_auth_method, created_at, updated_at`

export async function findOAuthClient(db: Queryable, id: string): Promise<OAuthClient | null> {
  const { rows } = await db.query<OAuthClient>(
    `select ${COLUMNS} from auth.oauth_clients where id = $1 and deleted_at is null`,
    [id],
  )
  return rows[0] ?? null
}

export async function listOAuthClients(db: Queryable, { limit, offset }: { limit: number; offset: number }) {
  const page = await db.query<OAuthClient>(
    `select ${COLUMNS} from auth.oauth_clients where deleted_at is null order by created_at desc, id limit $1 offset $2`,
    [limit, offset],
  )
  const count = await db.query<{ total: number }>(
    'select count(*)::integer as total from auth.oauth_clients where deleted_at is null',
  )
  return { clients: page.rows, total: count.rows[0]?.total ?? 0 }
}

export interface OAuthClientValues {
  name: string | null
  uri: string | null
  logoUri: string | null
  redirectUris: string[]
  grantTypes: string[]
  authMethod: AuthMethod
}

/** The new client, and the secret that is told this once. */
export async function createOAuthClient(
  db: Queryable,
  { values, registration, now }: { values: OAuthClientValues; registration: 'dynamic' | 'manual'; now: Date },
): Promise<{ client: OAuthClient; secret: string | null }> {
  const secret = values.authMethod === 'none' ? null : newSecret()
  const { rows } = await db.query<OAuthClient>(
    `insert into auth.oauth_clients (id, client_secret_hash, registration_type, redirect_uris, grant_types, client_name,
       client_uri, logo_uri, client_type, token_endpoint_auth_method, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning ${COLUMNS}`,
    [
      randomUUID(),
      secret && hashOf(secret),
      registration,
      values.redirectUris.join(','),
      values.grantTypes.join(','),
      values.name,
      values.uri,
      values.logoUri,
      values.authMethod === 'none' ? 'public' : 'confidential',
      values.authMethod,
      now,
    ],
  )
  return { client: only(rows), secret }
}

export async function updateOAuthClient(
  db: Queryable,
  { id, values, now }: { id: string; values: OAuthClientValues; now: Date },
): Promise<OAuthClient> {
  const { rows } = await db.query<OAuthClient>(
    `update auth.oauth_clients
     set redirect_uris = $2, grant_types = $3, client_name = $4, client_uri = $5, logo_uri = $6,
         token_endpoint_auth_method = $7, updated_at = $8
     where id = $1 returning ${COLUMNS}`,
    [
      id,
      values.redirectUris.join(','),
      values.grantTypes.join(','),
      values.name,
      values.uri,
      values.logoUri,
      values.authMethod,
      now,
    ],
  )
  return only(rows)
}

export async function renewSecret(db: Queryable, id: string, now: Date): Promise<string> {
  const secret = newSecret()
  await db.query('update auth.oauth_clients set client_secret_hash = $2, updated_at = $3 where id = $1', [
    id,
    hashOf(secret),
    now,
  ])
  return secret
}

/** Ends the client and every session that was opened for it. */
export async function deleteOAuthClient(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query('update auth.oauth_clients set deleted_at = $2 where id = $1', [id, now])
  await db.query('delete from auth.sessions where oauth_client_id = $1', [id])
}

/** Secrets are long and random, so that a plain digest cannot be guessed back. */
export function matchesSecret(client: OAuthClient, secret: string): boolean {
  if (!client.client_secret_hash) return false
  const [stored, given] = [Buffer.from(client.client_secret_hash), Buffer.from(hashOf(secret))]
  return stored.length === given.length && timingSafeEqual(stored, given)
}

export function presentClient(client: OAuthClient, secret: string | null = null) {
  return {
    client_id: client.id,
    client_name: client.client_name ?? '',
    ...(secret ? { client_secret: secret } : {}),
    client_type: client.client_type,
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    registration_type: client.registration_type,
    ...(client.client_uri ? { client_uri: client.client_uri } : {}),
    ...(client.logo_uri ? { logo_uri: client.logo_uri } : {}),
    redirect_uris: client.redirect_uris.split(','),
    grant_types: client.grant_types.split(','),
    response_types: ['code'],
    created_at: client.created_at.toISOString(),
    updated_at: client.updated_at.toISOString(),
  }
}

/** A client as the person sees it who is asked for consent. */
export function introduceClient(client: OAuthClient) {
  return {
    id: client.id,
    name: client.client_name ?? '',
    uri: client.client_uri ?? '',
    logo_uri: client.logo_uri ?? '',
  }
}

const newSecret = () => randomBytes(32).toString('base64url')
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

function only(rows: OAuthClient[]): OAuthClient {
  const row = rows[0]
  if (!row) throw new Error('The statement returned no OAuth client.')
  return row
}
