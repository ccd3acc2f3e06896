import type pg from 'pg'
import type { TestDatabase } from './database.ts'

export const STAFF = {
  viewer: '00000000-0000-4000-8000-0000000000a1',
  editor: '00000000-0000-4000-8000-0000000000a2',
  admin: '00000000-0000-4000-8000-0000000000a3',
  'second admin': '00000000-0000-4000-8000-0000000000a4',
} as const
export type Caller = keyof typeof STAFF | 'anon' | 'service' | 'owner'

/** Accounts of each role in a test database. */
export async function addStaff({ pools }: TestDatabase): Promise<void> {
  for (const [name, id] of Object.entries(STAFF)) {
    await pools.owner.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@staff.example`])
    const role = name.replace('second ', '')
    await pools.owner.query('insert into public.user_roles (user_id, role) values ($1, $2::public.app_role)', [
      id,
      role,
    ])
  }
}

export interface CallerOptions {
  /** Claims of the token beside the account and the role. */
  claims?: Record<string, unknown>
  /** Settings of the transaction, such as app.actor. */
  settings?: Record<string, string>
}

/** One transaction as the caller, as a request of the API runs it. */
export async function asCaller<Result>(
  { pools }: TestDatabase,
  caller: Caller,
  work: (client: pg.PoolClient) => Promise<Result>,
  { claims = {}, settings = {} }: CallerOptions = {},
): Promise<Result> {
  const client = await pools.owner.connect()
  try {
    await client.query('begin')
    for (const [name, value] of Object.entries(settings)) {
      await client.query('select set_config($1, $2, true)', [name, value])
    }
    if (caller !== 'owner') await become(client, caller, claims)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

export async function become(client: pg.ClientBase, caller: Exclude<Caller, 'owner'>, claims: Record<string, unknown>) {
  const isAccount = caller !== 'anon' && caller !== 'service'
  const token = isAccount ? { sub: STAFF[caller], role: 'authenticated', ...claims } : claims
  await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(token)])
  await client.query(`set local role ${isAccount ? 'authenticated' : caller === 'anon' ? 'anon' : 'service_role'}`)
}
