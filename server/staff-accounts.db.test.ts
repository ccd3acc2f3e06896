import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createPlatform, defaultConfig, type Platform, silentLog } from '#platform'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { FUNCTIONS } from './function-calls.ts'

const KEYS = { publishable: 'sb_publishable_staff_accounts', secret: 'sb_secret_staff_accounts' }
let db: TestDatabase
let platform: Platform
beforeAll(async () => {
  db = await testDatabase('shop')
  platform = await createPlatform({
    databaseUrl: db.url,
    loginPassword: inject('loginPassword'),
    keys: { ...KEYS, jwtSecret: 'a-secret-for-this-test-of-32-characters', signingKeys: [], required: true },
    config: defaultConfig(),
    publicUrl: 'http://shop.example',
    storageDir: '/nonexistent',
    functionsDir: FUNCTIONS,
    log: silentLog,
  })
})
afterAll(async () => {
  await platform.close()
  await db.drop()
})
beforeEach(() => db.pools.owner.query('delete from auth.users'))

const connect = (key: string) =>
  createClient('http://shop.example', key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => platform.fetch(new Request(input, init), { clientAddress: '203.0.113.1' }) },
  })

/** An admin who is signed in. */
async function admin() {
  const [email, password] = [`${randomUUID()}@staff.example`, 'a long password for tests']
  const made = await connect(KEYS.secret).auth.admin.createUser({ email, password, email_confirm: true })
  const id = made.data.user?.id ?? ''
  await db.pools.owner.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [id])
  const client = connect(KEYS.publishable)
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  return { id, client }
}
type Admin = Awaited<ReturnType<typeof admin>>

const WAYS = {
  ban: { action: 'ban', banned: true },
  delete: { action: 'delete' },
  role: { action: 'role', role: null },
} as const

/** Whether it was done. */
async function does(by: Admin, way: keyof typeof WAYS, on: Admin): Promise<boolean> {
  const body = { ...WAYS[way], user_id: on.id, reason: 'because of a test' }
  return (await by.client.functions.invoke('manage-staff', { body })).error === null
}

const admins = async () =>
  (
    await db.pools.owner.query(
      `select from public.user_roles join auth.users on users.id = user_id
       where user_roles.role = 'admin' and (banned_until is null or banned_until < now())`,
    )
  ).rowCount

test.each([
  ['ban', 'ban'],
  ['delete', 'delete'],
  ['role', 'role'],
  ['ban', 'delete'],
  ['ban', 'role'],
  ['delete', 'role'],
] as const)('two admins who take each other away at one moment, by %s and %s: one stays', async (one, other) => {
  const [ada, eve] = [await admin(), await admin()]
  const holding = await db.pools.owner.connect()
  await holding.query(`begin; select private.lock_admins()`)
  let ended = 0
  const both = [does(ada, one, eve), does(eve, other, ada)]
  for (const each of both) void each.finally(() => (ended += 1))
  // Both are under way, as far as they get, before either can be done.
  await eventually(async () => {
    const { rows } = await db.pools.owner.query(
      `select count(*)::int as waiting from pg_locks
       where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(rows[0]?.waiting + ended).toBe(2)
  })
  await holding.query('commit')
  holding.release()
  const done = await Promise.all(both)
  expect(done.filter(Boolean)).toHaveLength(1)
  expect(await admins()).toBe(1)
})

test('an admin who is banned is not the one that stays', async () => {
  const [ada, eve] = [await admin(), await admin()]
  expect(await does(ada, 'ban', eve)).toBe(true)
  expect(await does(ada, 'role', ada)).toBe(false)
  const { error } = await ada.client.from('user_roles').delete().eq('user_id', ada.id).setHeader('x-reason', 'test')
  expect(error?.message).toBe('The last admin keeps the role')
  expect(await admins()).toBe(1)
})
