import type { Queryable } from '../database.ts'
import type { Metadata } from './users.ts'

/** A row of auth.identities. */
export interface Identity {
  id: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  provider: string
  last_sign_in_at: Date | null
  created_at: Date
  updated_at: Date
  email: string | null
}

const COLUMNS = 'id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email'

export async function identitiesOf(db: Queryable, userIds: string[]): Promise<Identity[]> {
  const { rows } = await db.query<Identity>(
    `select ${COLUMNS} from auth.identities where user_id = any ($1::uuid[]) order by created_at, provider`,
    [userIds],
  )
  return rows
}

export async function findIdentity(db: Queryable, provider: string, providerId: string): Promise<Identity | null> {
  const { rows } = await db.query<Identity>(
    `select ${COLUMNS} from auth.identities where provider = $1 and provider_id = $2`,
    [provider, providerId],
  )
  return rows[0] ?? null
}

export interface NewIdentity {
  userId: string
  provider: string
  providerId: string
  data: Metadata
  now: Date
  signedIn?: boolean
}

/** Creates the identity, or brings an existing one of this user up to date with what the provider says now. */
export async function saveIdentity(db: Queryable, identity: NewIdentity): Promise<Identity> {
  const { userId, provider, providerId, data, now, signedIn = false } = identity
  const { rows } = await db.query<Identity>(
    `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, case when $6 then $5::timestamptz end, $5, $5)
     on conflict (provider_id, provider) do update
       set identity_data = identities.identity_data || excluded.identity_data,
           last_sign_in_at = coalesce(excluded.last_sign_in_at, identities.last_sign_in_at),
           updated_at = excluded.updated_at
       where identities.user_id = excluded.user_id
     returning ${COLUMNS}`,
    [userId, provider, providerId, data, now, signedIn],
  )
  const row = rows[0]
  if (!row) throw new Error(`The ${provider} identity belongs to another user.`)
  return row
}

/** Merges into the data of one identity of a user, when it exists. */
export async function patchIdentity(
  db: Queryable,
  { userId, provider, data, now }: { userId: string; provider: string; data: Metadata; now: Date },
): Promise<void> {
  await db.query(
    `update auth.identities set identity_data = identity_data || $3, updated_at = $4 where user_id = $1 and provider = $2`,
    [userId, provider, data, now],
  )
}

export async function deleteIdentity(db: Queryable, id: string): Promise<void> {
  await db.query('delete from auth.identities where id = $1', [id])
}
