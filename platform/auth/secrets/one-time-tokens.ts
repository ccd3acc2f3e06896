import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { type User, type UserChange, updateUser } from '../accounts/users.ts'
import type { Queryable } from '../database.ts'
import type { Auth } from '../deps.ts'

/** The columns of auth.users that hold a token, with the one that holds when it was sent. */
const SENT_AT = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  phone_change_token: 'phone_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const

export type TokenColumn = keyof typeof SENT_AT
/** Marks links of the PKCE flow: opening one yields a code instead of a session. */
export const PKCE_PREFIX = 'pkce_'

interface IssuedToken {
  /** Digits to type. */
  otp: string
  /** What the link carries and `token_hash` is. */
  linkToken: string
}

export function makeOneTimeToken({
  address,
  length,
  pkce,
}: {
  address: string
  length: number
  pkce: boolean
}): IssuedToken {
  const otp = makeOtp(length)
  return { otp, linkToken: `${pkce ? PKCE_PREFIX : ''}${linkTokenOf(address, otp)}` }
}

export function makeOtp(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('')
}

/** GoTrue's derivation, so that `token_hash` can be computed from address and code. */
export function linkTokenOf(address: string, otp: string): string {
  return createHash('sha224').update(`${address}${otp}`).digest('hex')
}

/** Stores a token for its column; an earlier one of the same column stops working. Only a keyed digest is kept. */
export async function storeToken(
  auth: Auth,
  db: Queryable,
  { user, column, address, linkToken }: { user: User; column: TokenColumn; address: string; linkToken: string },
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
  return updateUser(db, user.id, { ...change, [column]: stored, [SENT_AT[column]]: now }, now)
}

export async function clearTokens(db: Queryable, userId: string, columns: TokenColumn[]): Promise<void> {
  await db.query('delete from auth.one_time_tokens where user_id = $1 and token_type::text = any ($2)', [
    userId,
    columns,
  ])
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

/** Whether the typed code is the one that was sent for this column and has not expired. */
export function matchesCode(
  auth: Auth,
  { user, column, address, otp }: { user: User; column: TokenColumn; address: string; otp: string },
): boolean {
  const stored = user[column] ?? ''
  const plain = storedForm(auth, linkTokenOf(address, otp))
  const viaPkce = storedForm(auth, `${PKCE_PREFIX}${linkTokenOf(address, otp)}`)
  return (equal(stored, plain) || equal(stored, viaPkce)) && !isExpired(auth, user, column)
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

function equal(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
