import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { type User, type UserChange, updateUser } from '../accounts/users.ts'
import type { Queryable } from '../database.ts'
import type { Auth } from '../deps.ts'
import { SENT_AT, type TokenColumn } from './token-columns.ts'
import { clearCodes, storeCode } from './typed-codes.ts'

/** The columns of auth.users that hold a token, with the one that holds when it was sent. */
/** As long as GoTrue's token_hash, and nobody's to guess; it says nothing about the code beside it. */
const LINK_TOKEN_BYTES = 28
/** Marks links of the PKCE flow: opening one yields a code instead of a session. */
export const PKCE_PREFIX = 'pkce_'

interface IssuedToken {
  /** Digits to type. */
  otp: string
  /** What the link carries and `token_hash` is. */
  linkToken: string
}

export function makeOneTimeToken({ length, pkce }: { length: number; pkce: boolean }): IssuedToken {
  return {
    otp: makeOtp(length),
    linkToken: `${pkce ? PKCE_PREFIX : ''}${randomBytes(LINK_TOKEN_BYTES).toString('hex')}`,
  }
}

export function makeOtp(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('')
}

export interface NewToken extends IssuedToken {
  user: User
  column: TokenColumn
  /** Where it is sent. */
  address: string
  /** The password that becomes the account's when the code is typed, of the sign-up that the code was sent for. */
  passwordHash?: string | null
}

/** Stores a token for its column; an earlier one of the same column stops working. Only keyed digests are kept. */
export async function storeToken(
  auth: Auth,
  db: Queryable,
  { user, column, address, otp, linkToken, passwordHash = null }: NewToken,
  change: UserChange = {},
): Promise<User> {
  const now = auth.now()
  const stored = storedForm(auth, linkToken)
  await db.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6::timestamptz at time zone 'utc', $6::timestamptz at time zone 'utc')
     on conflict (user_id, token_type) do update
       set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
           created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [randomUUID(), user.id, column, stored, address, now],
  )
  await storeCode(auth, db, { userId: user.id, column, address, otp, passwordHash })
  return updateUser(db, user.id, { ...change, [column]: stored, [SENT_AT[column]]: now }, now)
}

export async function clearTokens(db: Queryable, userId: string, columns: readonly TokenColumn[]): Promise<void> {
  await db.query('delete from auth.one_time_tokens where user_id = $1 and token_type::text = any ($2)', [
    userId,
    columns,
  ])
  await clearCodes(db, userId, columns)
  const sets = columns.map((column) => `${column} = ''`).join(', ')
  await db.query(`update auth.users set ${sets} where id = $1`, [userId])
}

/** The owner and the column of a link's token. Codes of text messages have no link, so their digests are none. */
export async function findToken(
  auth: Auth,
  db: Queryable,
  columns: TokenColumn[],
  linkToken: string,
): Promise<{ userId: string; column: TokenColumn } | null> {
  const { rows } = await db.query<{ user_id: string; token_type: TokenColumn }>(
    `select user_id, token_type from auth.one_time_tokens where token_hash = $1 and token_type::text = any ($2)
       and relates_to like '%@%'`,
    [storedForm(auth, linkToken), columns],
  )
  const row = rows[0]
  return row ? { userId: row.user_id, column: row.token_type } : null
}

/** Whether the token of the column is too old to be used. */
export function isExpired(auth: Auth, user: User, column: TokenColumn): boolean {
  const sentAt = user[SENT_AT[column]]
  return sentAt === null || sentAt.getTime() + auth.config.email.otp_expiry * 1000 <= auth.now().getTime()
}

function storedForm(auth: Auth, linkToken: string): string {
  return linkToken.startsWith(PKCE_PREFIX)
    ? `${PKCE_PREFIX}${auth.tokens.fingerprint(linkToken)}`
    : auth.tokens.fingerprint(linkToken)
}
