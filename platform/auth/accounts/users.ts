import { randomUUID } from 'node:crypto'
import { quoteIdentifier } from '../../postgres/identifier.ts'
import type { Queryable } from '../database.ts'

/** GoTrue finds no row of another instance. */
export const INSTANCE_ID = '00000000-0000-0000-0000-000000000000'

export type Metadata = Record<string, unknown>

/** A row of auth.users, without the columns that nothing reads. */
export interface User {
  id: string
  aud: string
  role: string
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_token: string | null
  confirmation_sent_at: Date | null
  recovery_token: string | null
  recovery_sent_at: Date | null
  email_change_token_new: string | null
  email_change_token_current: string | null
  email_change_confirm_status: number
  email_change: string | null
  email_change_sent_at: Date | null
  phone: string | null
  phone_confirmed_at: Date | null
  phone_change: string | null
  phone_change_token: string | null
  phone_change_sent_at: Date | null
  reauthentication_token: string | null
  reauthentication_sent_at: Date | null
  confirmed_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Metadata | null
  raw_user_meta_data: Metadata | null
  is_sso_user: boolean
  is_anonymous: boolean
  banned_until: Date | null
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
}

/** What may be written; the rest is set by the database or by this file. */
export type UserChange = Partial<Omit<User, 'id' | 'confirmed_at' | 'created_at' | 'updated_at'>>

const COLUMNS = `id, coalesce(aud, '') as aud, coalesce(role, '') as role, email, encrypted_password, email_confirmed_at,
  invited_at, confirmation_token, confirmation_sent_at, recovery_token, recovery_sent_at, email_change_token_new,
  email_change_token_current, coalesce(email_change_confirm_status, 0) as email_change_confirm_status, email_change,
  email_change_sent_at, phone, phone_confirmed_at, phone_change, phone_change_token, phone_change_sent_at,
  reauthentication_token, reauthentication_sent_at, confirmed_at, last_sign_in_at, raw_app_meta_data,
  raw_user_meta_data, is_sso_user, is_anonymous, banned_until, deleted_at, created_at, updated_at`

export function findUserById(db: Queryable, id: string): Promise<User | null> {
  return findOne(db, 'id = $1', [id])
}

/** Locks the row until the transaction ends: two requests that use up one link or one change wait for each other. */
export async function lockUser(db: Queryable, id: string): Promise<User | null> {
  const { rows } = await db.query<User>(`select ${COLUMNS} from auth.users where id = $1 for update`, [id])
  return rows[0] ?? null
}

export function findUserByEmail(db: Queryable, email: string, aud: string): Promise<User | null> {
  return findOne(db, 'instance_id = $1 and lower(email) = $2 and aud = $3 and not is_sso_user', [
    INSTANCE_ID,
    email,
    aud,
  ])
}

export function findUserByPhone(db: Queryable, phone: string, aud: string): Promise<User | null> {
  return findOne(db, 'instance_id = $1 and phone = $2 and aud = $3 and not is_sso_user', [INSTANCE_ID, phone, aud])
}

/** The user who asked for `address` as the new one. */
export function findUserByPendingChange(
  db: Queryable,
  column: 'email_change' | 'phone_change',
  address: string,
): Promise<User | null> {
  return findOne(db, `instance_id = $1 and ${column} = $2 and not is_sso_user`, [INSTANCE_ID, address])
}

async function findOne(db: Queryable, condition: string, values: unknown[]): Promise<User | null> {
  const { rows } = await db.query<User>(`select ${COLUMNS} from auth.users where ${condition} limit 1`, values)
  return rows[0] ?? null
}

export interface NewUser {
  id?: string
  aud: string
  role?: string
  values: UserChange
  now: Date
}

/** Token columns are '' and never null: GoTrue cannot read a row that has null there. */
const NO_TOKENS = {
  confirmation_token: '',
  recovery_token: '',
  email_change_token_new: '',
  email_change_token_current: '',
  email_change: '',
  phone_change: '',
  phone_change_token: '',
  reauthentication_token: '',
}

export async function createUser(db: Queryable, { id, aud, role, values, now }: NewUser): Promise<User> {
  const row = {
    instance_id: INSTANCE_ID,
    id: id ?? randomUUID(),
    aud,
    role: role ?? 'authenticated',
    ...NO_TOKENS,
    raw_app_meta_data: {},
    raw_user_meta_data: {},
    created_at: now,
    updated_at: now,
    ...values,
  }
  const names = Object.keys(row)
  const { rows } = await db.query<User>(
    `insert into auth.users (${names.map(quoteIdentifier).join(', ')})
     values (${names.map((_, index) => `$${index + 1}`).join(', ')})
     returning ${COLUMNS}`,
    Object.values(row),
  )
  return only(rows)
}

export async function updateUser(db: Queryable, id: string, change: UserChange, now: Date): Promise<User> {
  const row = { ...change, updated_at: now }
  const sets = Object.keys(row).map((name, index) => `${quoteIdentifier(name)} = $${index + 2}`)
  const { rows } = await db.query<User>(`update auth.users set ${sets.join(', ')} where id = $1 returning ${COLUMNS}`, [
    id,
    ...Object.values(row),
  ])
  return only(rows)
}

export interface UserPage {
  users: User[]
  total: number
}

const SORTABLE = ['created_at', 'updated_at', 'last_sign_in_at', 'email'] as const
export type SortColumn = (typeof SORTABLE)[number]
export const isSortColumn = (name: string): name is SortColumn => SORTABLE.some((column) => column === name)

export interface UserListQuery {
  aud: string
  limit: number
  offset: number
  filter: string
  sort: SortColumn
  descending: boolean
}

export async function listUsers(db: Queryable, query: UserListQuery): Promise<UserPage> {
  const { aud, limit, offset, filter, sort, descending } = query
  const conditions = `instance_id = $1 and aud = $2 and ($3 = '' or email ilike $4 or raw_user_meta_data ->> 'full_name' ilike $4)`
  const values = [INSTANCE_ID, aud, filter, `%${filter.replaceAll(/[\\%_]/g, '\\$&')}%`]
  const order = `${quoteIdentifier(sort)} ${descending ? 'desc' : 'asc'} nulls last, id`
  const [page, count] = await Promise.all([
    db.query<User>(`select ${COLUMNS} from auth.users where ${conditions} order by ${order} limit $5 offset $6`, [
      ...values,
      limit,
      offset,
    ]),
    db.query<{ total: number }>(`select count(*)::integer as total from auth.users where ${conditions}`, values),
  ])
  return { users: page.rows, total: count.rows[0]?.total ?? 0 }
}

export function isBanned(user: User, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now
}

function only(rows: User[]): User {
  const row = rows[0]
  if (!row) throw new Error('The statement returned no user: it was deleted at the same moment.')
  return row
}
