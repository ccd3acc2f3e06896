import { randomUUID } from 'node:crypto'
import type { Queryable } from '../database.ts'

export type Aal = 'aal1' | 'aal2' | 'aal3'

/** A row of auth.sessions. */
export interface Session {
  id: string
  user_id: string
  created_at: Date
  /** Last refresh; null until the first. */
  refreshed_at: Date | null
  factor_id: string | null
  aal: Aal | null
  not_after: Date | null
  /** The application that the session was opened for, and what it may know. */
  oauth_client_id: string | null
  scopes: string | null
}

// refreshed_at has no time zone; it is UTC by Supabase's convention, whatever zone this process lives in.
const COLUMNS = `id, user_id, created_at, refreshed_at at time zone 'utc' as refreshed_at, factor_id, aal, not_after,
  oauth_client_id, scopes`

/** How a session was, or was raised, proven. GoTrue's names of the amr claim. */
export type AuthenticationMethod =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'recovery'
  | 'invite'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'anonymous'
  | 'sso/saml'
  | 'passkey'
  | 'oauth_provider/authorization_code'

export interface NewSession {
  userId: string
  method: AuthenticationMethod
  userAgent: string
  address: string
  now: Date
  oauthClient?: { id: string; scopes: string }
}

export async function createSession(db: Queryable, session: NewSession): Promise<Session> {
  const { rows } = await db.query<Session>(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, oauth_client_id, scopes)
     values ($1, $2, $3, $3, 'aal1', $4, $5, $6, $7)
     returning ${COLUMNS}`,
    [
      randomUUID(),
      session.userId,
      session.now,
      session.userAgent,
      inet(session.address),
      session.oauthClient?.id ?? null,
      session.oauthClient?.scopes ?? null,
    ],
  )
  const row = rows[0]
  if (!row) throw new Error('The session was not stored.')
  await addAuthenticationMethod(db, { sessionId: row.id, method: session.method, now: session.now })
  return row
}

export async function findSession(db: Queryable, id: string): Promise<Session | null> {
  const { rows } = await db.query<Session>(`select ${COLUMNS} from auth.sessions where id = $1`, [id])
  return rows[0] ?? null
}

/** Whether it has ended, by its own time or because a used refresh token came back. */
export function isOver({ not_after }: Session, now: Date): boolean {
  return not_after !== null && not_after <= now
}

/** Ends a session at once, but leaves its row: its refresh tokens are known as used ones. */
export async function closeSession(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query('update auth.sessions set not_after = least(not_after, $2), updated_at = $2 where id = $1', [id, now])
}

/** Locks the row: refreshes of one session happen one after the other. */
export async function lockSession(db: Queryable, id: string): Promise<Session | null> {
  const { rows } = await db.query<Session>(`select ${COLUMNS} from auth.sessions where id = $1 for update`, [id])
  return rows[0] ?? null
}

export async function touchSession(
  db: Queryable,
  { id, userAgent, address, now }: { id: string; userAgent: string; address: string; now: Date },
): Promise<void> {
  await db.query(
    `update auth.sessions set refreshed_at = $2::timestamptz at time zone 'utc', updated_at = $2, user_agent = $3, ip = $4
     where id = $1`,
    [id, now, userAgent, inet(address)],
  )
}

export async function hasNewerSession(db: Queryable, session: Session): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from auth.sessions where user_id = $1 and created_at > $2 and id <> $3 limit 1',
    [session.user_id, session.created_at, session.id],
  )
  return rowCount === 1
}

/** Ends sessions of a user; refresh tokens and amr claims go with them. */
export async function endSessions(
  db: Queryable,
  { userId, only, except, clientId }: { userId: string; only?: string; except?: string; clientId?: string | null },
): Promise<void> {
  await db.query(
    `delete from auth.sessions
     where user_id = $1 and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3)
       and ($4::uuid is null or oauth_client_id = $4)`,
    [userId, only ?? null, except ?? null, clientId ?? null],
  )
}

export async function addAuthenticationMethod(
  db: Queryable,
  { sessionId, method, now }: { sessionId: string; method: AuthenticationMethod; now: Date },
): Promise<void> {
  await db.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, $4)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [randomUUID(), sessionId, now, method],
  )
}

export interface AmrRow {
  method: string
  at: Date
}

export async function authenticationMethods(db: Queryable, sessionId: string): Promise<AmrRow[]> {
  const { rows } = await db.query<AmrRow>(
    `select authentication_method as method, updated_at as at from auth.mfa_amr_claims
     where session_id = $1 order by updated_at desc, created_at desc`,
    [sessionId],
  )
  return rows
}

/** The column takes addresses only; a gateway without a socket has none to give. */
export function inet(address: string): string | null {
  return /^[0-9a-f.:]+$/i.test(address) ? address : null
}
