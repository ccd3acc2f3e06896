import { randomBytes, randomUUID } from 'node:crypto'
import type { Queryable } from '../database.ts'
import type { CodeChallenge } from '../secrets/code-challenge.ts'

/** A row of auth.oauth_authorizations: one application asking for one person. */
export interface Authorization {
  id: string
  authorization_id: string
  client_id: string
  user_id: string | null
  redirect_uri: string
  scope: string
  state: string | null
  code_challenge: string
  code_challenge_method: CodeChallenge['method']
  status: 'pending' | 'approved' | 'denied' | 'expired'
  nonce: string | null
  expires_at: Date
  approved_at: Date | null
}

const COLUMNS = `id, authorization_id, client_id, user_id, redirect_uri, scope, state, code_challenge,
  code_challenge_method, status, nonce, expires_at, approved_at`

/** How long somebody may think about consent. */
const PENDING_MS = 600_000

export interface NewAuthorization {
  clientId: string
  redirectUri: string
  scope: string
  state: string | null
  challenge: CodeChallenge
  nonce: string | null
  now: Date
}

export async function openAuthorization(db: Queryable, request: NewAuthorization): Promise<string> {
  const authorizationId = randomBytes(24).toString('base64url')
  await db.query(
    `insert into auth.oauth_authorizations (id, authorization_id, client_id, redirect_uri, scope, state, code_challenge,
       code_challenge_method, nonce, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      randomUUID(),
      authorizationId,
      request.clientId,
      request.redirectUri,
      request.scope,
      request.state,
      request.challenge.challenge,
      request.challenge.method,
      request.nonce,
      request.now,
      new Date(request.now.getTime() + PENDING_MS),
    ],
  )
  return authorizationId
}

/** The pending request, taken by the first person who looks at it. Null for everybody else. */
export async function takeAuthorization(
  db: Queryable,
  { authorizationId, userId, now }: { authorizationId: string; userId: string; now: Date },
): Promise<Authorization | null> {
  const { rows } = await db.query<Authorization>(
    `update auth.oauth_authorizations set user_id = $2
     where authorization_id = $1 and status = 'pending' and expires_at > $3 and (user_id is null or user_id = $2)
     returning ${COLUMNS}`,
    [authorizationId, userId, now],
  )
  return rows[0] ?? null
}

/** Approves with a code of which only the fingerprint is stored, or denies. */
export async function decideAuthorization(
  db: Queryable,
  { id, codeFingerprint, now }: { id: string; codeFingerprint: string | null; now: Date },
): Promise<void> {
  await db.query(
    `update auth.oauth_authorizations
     set status = case when $2::text is null then 'denied' else 'approved' end::auth.oauth_authorization_status,
         authorization_code = $2, approved_at = case when $2::text is null then null else $3::timestamptz end
     where id = $1`,
    [id, codeFingerprint, now],
  )
}

/** Spends the code: it is exchanged once. Who comes second waits for the first one's transaction, and gets null. */
export async function redeemCode(db: Queryable, codeFingerprint: string): Promise<Authorization | null> {
  const { rows } = await db.query<Authorization>(
    `update auth.oauth_authorizations set status = 'expired'
     where authorization_code = $1 and status = 'approved' returning ${COLUMNS}`,
    [codeFingerprint],
  )
  return rows[0] ?? null
}

/**
 * Ends what a code was exchanged for when the code comes again: somebody else has it (OAuth 2.1, 4.1.3). Sessions do
 * not name their code, but only this one could be exchanged for that person, application and time.
 */
export async function revokeTokensOfCode(
  db: Queryable,
  { codeFingerprint, clientId, lifetimeMs }: { codeFingerprint: string; clientId: string; lifetimeMs: number },
): Promise<void> {
  await db.query(
    `delete from auth.sessions as session using auth.oauth_authorizations as spent
     where spent.authorization_code = $1 and spent.client_id = $2 and spent.status = 'expired'
       and session.user_id = spent.user_id and session.oauth_client_id = spent.client_id
       and session.created_at between spent.approved_at and spent.approved_at + make_interval(secs => $3)`,
    [codeFingerprint, clientId, lifetimeMs / 1000],
  )
}

export interface Consent {
  client_id: string
  scopes: string
  granted_at: Date
}

export async function consentsOf(db: Queryable, userId: string): Promise<Consent[]> {
  const { rows } = await db.query<Consent>(
    `select client_id, scopes, granted_at from auth.oauth_consents
     where user_id = $1 and revoked_at is null order by granted_at desc`,
    [userId],
  )
  return rows
}

export async function grantConsent(
  db: Queryable,
  { userId, clientId, scopes, now }: { userId: string; clientId: string; scopes: string; now: Date },
): Promise<void> {
  await db.query(
    `insert into auth.oauth_consents (id, user_id, client_id, scopes, granted_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id, client_id) do update set scopes = $4, granted_at = $5, revoked_at = null`,
    [randomUUID(), userId, clientId, scopes, now],
  )
}

/** Takes consent back, and ends the sessions, codes and requests that rest on it. False when there was none. */
export async function revokeConsent(
  db: Queryable,
  { userId, clientId, now }: { userId: string; clientId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update auth.oauth_consents set revoked_at = $3 where user_id = $1 and client_id = $2 and revoked_at is null',
    [userId, clientId, now],
  )
  // Before the sessions: an exchange that is under way makes its session first, or finds its code gone.
  await db.query(
    `update auth.oauth_authorizations set status = 'denied'
     where user_id = $1 and client_id = $2 and status in ('pending', 'approved')`,
    [userId, clientId],
  )
  await db.query('delete from auth.sessions where user_id = $1 and oauth_client_id = $2', [userId, clientId])
  return rowCount === 1
}
