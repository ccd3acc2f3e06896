import { randomBytes } from 'node:crypto'
import { INSTANCE_ID } from '../accounts/users.ts'
import type { Queryable } from '../database.ts'

/** A row of auth.refresh_tokens. */
export interface RefreshToken {
  /** bigserial, as text */
  id: string
  token: string
  user_id: string
  session_id: string | null
  parent: string | null
  revoked: boolean
  updated_at: Date
}

const COLUMNS = `id, token, user_id, session_id, parent, coalesce(revoked, false) as revoked, updated_at`
/** 32 characters, so that five bits of a random byte choose one evenly. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const TOKEN_LENGTH = 12
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{12,255}$/

export function isRefreshTokenShape(token: string): boolean {
  return TOKEN_SHAPE.test(token)
}

export async function issueRefreshToken(
  db: Queryable,
  { userId, sessionId, parent, now }: { userId: string; sessionId: string; parent?: string; now: Date },
): Promise<string> {
  const token = [...randomBytes(TOKEN_LENGTH)].map((byte) => ALPHABET[byte & 31]).join('')
  await db.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
     values ($1, $2, $3, $4, $5, false, $6, $6)`,
    [INSTANCE_ID, token, userId, sessionId, parent ?? null, now],
  )
  return token
}

export async function findRefreshToken(db: Queryable, token: string): Promise<RefreshToken | null> {
  const { rows } = await db.query<RefreshToken>(`select ${COLUMNS} from auth.refresh_tokens where token = $1`, [token])
  return rows[0] ?? null
}

export async function activeRefreshToken(db: Queryable, sessionId: string): Promise<RefreshToken | null> {
  const { rows } = await db.query<RefreshToken>(
    `select ${COLUMNS} from auth.refresh_tokens where session_id = $1 and revoked = false order by id desc limit 1`,
    [sessionId],
  )
  return rows[0] ?? null
}

export async function revokeRefreshToken(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query('update auth.refresh_tokens set revoked = true, updated_at = $2 where id = $1', [id, now])
}

/** Revokes every token of a session. Without an active one none of them is exchanged any more. */
export async function revokeFamily(db: Queryable, sessionId: string): Promise<void> {
  await db.query('update auth.refresh_tokens set revoked = true where session_id = $1', [sessionId])
}

/** Deletes the tokens of a session: what was issued before it was raised must not lead to what it is now. */
export async function deleteRefreshTokens(db: Queryable, sessionId: string): Promise<void> {
  await db.query('delete from auth.refresh_tokens where session_id = $1', [sessionId])
}
