import { timingSafeEqual } from 'node:crypto'
import type { Queryable } from '../database.ts'
import type { Auth } from '../deps.ts'
import type { TokenColumn } from './token-columns.ts'

/** Six digits stay unguessable: one in a hundred thousand finds the code before it is dead. */
const GUESSES_PER_CODE = 10

interface Typed {
  userId: string
  /** Where the code was sent. */
  address: string
  otp: string
}

export interface NewCode extends Typed {
  column: TokenColumn
  passwordHash: string | null
}

/** Keeps the code that is sent now; an earlier one of the same column is dead. */
export async function storeCode(auth: Auth, db: Queryable, code: NewCode): Promise<void> {
  const { userId, column, passwordHash } = code
  await db.query(
    `insert into _platform.one_time_codes (user_id, token_type, code_hash, password_hash, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (user_id, token_type) do update
       set code_hash = excluded.code_hash, password_hash = excluded.password_hash, guesses = 0,
           created_at = excluded.created_at`,
    [userId, column, digestOf(auth, column, code), passwordHash, auth.now()],
  )
}

export interface RightGuess {
  column: TokenColumn
  codeHash: string
  /** Of the sign-up that this code was sent for. */
  passwordHash: string | null
}

/**
 * Guesses at the codes of these columns, and tells which one it was. The guess is taken before the code is compared, in
 * a statement of its own that no refusal rolls back. Null for a wrong one, and for whatever is guessed at a dead code.
 */
export async function guessCode(auth: Auth, columns: readonly TokenColumn[], typed: Typed): Promise<RightGuess | null> {
  const { rows } = await auth.db.query<{ token_type: TokenColumn; code_hash: string; password_hash: string | null }>(
    `update _platform.one_time_codes set guesses = guesses + 1
     where user_id = $1 and token_type = any ($2) and guesses < ${GUESSES_PER_CODE}
     returning token_type, code_hash, password_hash`,
    [typed.userId, columns],
  )
  const right = rows.find((row) => equal(row.code_hash, digestOf(auth, row.token_type, typed)))
  return right ? { column: right.token_type, codeHash: right.code_hash, passwordHash: right.password_hash } : null
}

/** Whether the code is still the one that was guessed. Asked under the lock of its user: it is used up once. */
export async function isStillThere(db: Queryable, userId: string, { column, codeHash }: RightGuess): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from _platform.one_time_codes where user_id = $1 and token_type = $2 and code_hash = $3',
    [userId, column, codeHash],
  )
  return rowCount === 1
}

/** The password that waits for the link or code of a column. */
export async function boundPassword(db: Queryable, userId: string, column: TokenColumn): Promise<string | null> {
  const { rows } = await db.query<{ password_hash: string | null }>(
    'select password_hash from _platform.one_time_codes where user_id = $1 and token_type = $2',
    [userId, column],
  )
  return rows[0]?.password_hash ?? null
}

export async function clearCodes(db: Queryable, userId: string, columns: readonly TokenColumn[]): Promise<void> {
  await db.query('delete from _platform.one_time_codes where user_id = $1 and token_type = any ($2)', [userId, columns])
}

function digestOf(auth: Auth, column: TokenColumn, { address, otp }: Typed): string {
  return auth.tokens.fingerprint(`${column} ${address} ${otp}`)
}

function equal(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
