import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../tests/support/database.ts'
import { joined, streaming, until } from '../tests/support/realtime-channels.ts'
import { type RealtimeServer, startRealtime } from '../tests/support/realtime-server.ts'
import { parseConfig } from './config/parse.ts'
import { createPlatform } from './create-platform.ts'
import { silentLog } from './log.ts'
import type { Platform } from './platform.ts'
import { openPools, type Pools } from './postgres/pools.ts'
import { createTokenRoles } from './postgres/token-roles.ts'
import { createTokens } from './tokens.ts'

// Roles belong to the cluster, which other test files share.
const suffix = randomBytes(4).toString('hex')
const manager = `manager-${suffix}`
const clerk = `clerk_${suffix}`
const stranger = `stranger_${suffix}`
const root = `root_${suffix}`
const free = `free_${suffix}`
const maker = `maker_${suffix}`
const above = `above_${suffix}`
const owner = `owner_${suffix}`
const absent = `absent_${suffix}`
const late = `late_${suffix}`
const named = [manager, stranger, root, free, maker, above, owner, absent, late]
const made = [manager, clerk, stranger, root, free, maker, above, owner, late]

const keys = { publishable: 'sb_publishable_test', secret: 'sb_secret_test', required: false }
const jwtSecret = 'a shared secret of the tests, long enough'
let db: TestDatabase
let pools: Pools
let platform: Platform
let realtime: RealtimeServer
let files: string
const told: string[] = []
const log = { ...silentLog, warn: (_: object, message: string) => told.push(message) }

beforeAll(async () => {
  db = await testDatabase('platform')
  await db.pools.owner.query(`
    create role "${manager}"; grant authenticated to "${manager}";
    create role ${clerk}; create role ${stranger};
    create role ${root} superuser; create role ${free} bypassrls; create role ${maker} createrole;
    create role ${above}; grant service_role to ${above};
    create role ${owner};
    grant "${manager}", ${clerk}, ${free}, ${maker}, ${above}, ${owner} to authenticator;
    grant ${root} to authenticator;
    create table public.notes (id int primary key, body text);
    insert into public.notes values (1, 'for managers'), (2, 'for nobody');
    alter table public.notes enable row level security;
    create policy "managers read the first" on public.notes for select to "${manager}"
      using (id <> 2 and auth.role() = '${manager}');
    grant select on public.notes to authenticated;
    alter publication supabase_realtime add table public.notes;
    create table public.owned (id int); alter table public.owned enable row level security;
    alter table public.owned owner to ${owner};
    insert into storage.buckets (id, name) values ('papers', 'papers');
    create policy "managers keep papers" on storage.objects to "${manager}" using (bucket_id = 'papers');
    create policy "managers listen" on realtime.messages for select to "${manager}" using (true);
    create policy "managers speak" on realtime.messages for insert to "${manager}" with check (true);
  `)
  files = await mkdtemp(join(tmpdir(), 'token-roles-'))
  const { config } = parseConfig(`
    [platform]
    token_roles = ${JSON.stringify(named)}
    [realtime]
    enabled = false
  `)
  const loginPassword = inject('loginPassword')
  platform = await createPlatform({
    ...{ databaseUrl: db.url, loginPassword, config, log, publicUrl: 'http://platform.test', storageDir: files },
    ...{ keys: { ...keys, jwtSecret, signingKeys: [] }, functionsDir: 'tests/fakes/functions' },
  })
  await platform.migrate()
  pools = openPools({ ownerUrl: db.url, loginPassword, tokenRoles: named, log: silentLog })
  realtime = await startRealtime({ url: db.url, pools })
})
afterAll(async () => {
  await realtime?.close()
  await platform?.close()
  await pools?.close()
  await db.drop()
  await rm(files, { recursive: true, force: true })
  const client = new pg.Client({ connectionString: inject('clusterUrl') })
  await client.connect()
  for (const role of made) await client.query(`drop role if exists "api_as_${role}", "${role}"`)
  await client.end()
})

async function token(role: string): Promise<string> {
  const tokens = await createTokens({ jwtSecret, signingKeys: [] })
  return tokens.sign({ role, sub: '00000000-0000-4000-8000-00000000000a', exp: Math.floor(Date.now() / 1000) + 600 })
}

async function clientAs(role: string): Promise<SupabaseClient> {
  const bearer = await token(role)
  return client({ accessToken: async () => bearer })
}

function client(options: { accessToken?: () => Promise<string> } = {}, key = keys.publishable): SupabaseClient {
  return createClient('http://platform.test', key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => platform.fetch(new Request(input, init)) },
    ...options,
  })
}

describe('a role that the operator names', () => {
  test('reads rows by its own policies, and is refused as itself', async () => {
    const supabase = await clientAs(manager)
    expect((await supabase.from('notes').select()).data).toEqual([{ id: 1, body: 'for managers' }])
    const { error, status } = await supabase.from('notes').insert({ id: 3 })
    expect({ status, code: error?.code }).toEqual({ status: 403, code: '42501' })
  })

  test('keeps files by its own policies', async () => {
    const supabase = await clientAs(manager)
    const bucket = supabase.storage.from('papers')
    expect((await bucket.upload('a.txt', 'text')).error).toBeNull()
    expect((await bucket.list()).data?.map(({ name }) => name)).toEqual(['a.txt'])
    const others = await clientAs('authenticated')
    expect((await others.storage.from('papers').list()).data).toEqual([])
  })

  test('calls functions, which are told of it', async () => {
    const supabase = await clientAs(manager)
    const { data } = await supabase.functions.invoke('mirror', { body: 'x' })
    expect(data).toMatchObject({ role: manager })
  })

  test('joins private channels and hears the changes that its policies show', async () => {
    const client = await realtime.client({ claims: { role: manager, sub: crypto.randomUUID() } })
    const channel = await joined(client.channel('room', { config: { private: true, broadcast: { ack: true } } }))
    expect(await channel.send({ type: 'broadcast', event: 'a', payload: {} })).toBe('ok')
    const heard: unknown[] = []
    await streaming(
      client
        .channel('notes')
        .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'notes' }, ({ new: row }) =>
          heard.push(row),
        ),
    )
    await db.pools.owner.query(`update public.notes set body = 'changed' where id = 2`)
    await db.pools.owner.query(`update public.notes set body = 'changed' where id = 1`)
    await until(() => heard.length > 0, 'the change of a visible row')
    expect(heard).toEqual([{ id: 1, body: 'changed' }])
  })

  test('is the role of an account that an admin made with it', async () => {
    const account = { email: `${suffix}@example.org`, password: 'a-password-of-1-account' }
    const { error } = await client({}, keys.secret).auth.admin.createUser({
      ...account,
      ...{ email_confirm: true, role: manager },
    })
    expect(error).toBeNull()
    const supabase = client()
    await supabase.auth.signInWithPassword(account)
    expect((await supabase.from('notes').select('id')).data).toEqual([{ id: 1 }])
  })

  test('has sessions that can become it and nothing more', async () => {
    await expect(pools.admits(manager)).resolves.toBe(true)
    const sessions = pools.asRole(manager)
    await sessions.query(`set role "${manager}"; reset role`)
    for (const other of ['postgres', 'anon', 'service_role', clerk]) {
      await expect(sessions.query(`set role ${other}`)).rejects.toThrow(`permission denied to set role "${other}"`)
    }
  })
})

describe.each([
  { role: clerk, why: 'nobody named it', says: undefined },
  { role: stranger, why: 'authenticator was not granted it', says: 'was not granted to authenticator' },
  { role: absent, why: 'it does not exist', says: 'does not exist. Run: create role' },
  { role: root, why: 'it is a superuser', says: 'is a superuser' },
  { role: free, why: 'row-level security does not bind it', says: 'is not bound by row-level security' },
  { role: maker, why: 'it may make roles', says: 'may make roles' },
  { role: above, why: 'it may become service_role', says: 'may become "service_role", which is not bound' },
])('a role is refused because $why', ({ role, says }) => {
  test('everywhere', async () => {
    const headers = { authorization: `Bearer ${await token(role)}` }
    const send = async (path: string) => {
      const response = await platform.fetch(new Request(`http://platform.test${path}`, { headers }))
      return { status: response.status, text: await response.text() }
    }
    expect(await send('/rest/v1/notes')).toEqual({
      status: 401,
      text: `{"code":"22023","message":"role \\"${role}\\" does not exist","details":null,"hint":null}`,
    })
    expect(await send('/storage/v1/bucket')).toMatchObject({ text: expect.stringContaining('is not permitted') })
    expect(await send('/functions/v1/mirror')).toMatchObject({ status: 401 })
    const socket = await realtime.client({ claims: { role, sub: crypto.randomUUID() } })
    await expect(joined(socket.channel('room'))).rejects.toThrow('may not use this API')
  })

  test('and the start says so where it was named', () => {
    const lines = told.filter((line) => line.includes(`"${role}"`))
    if (says) expect(lines.join('\n')).toContain(`token_roles: the role "${role}" ${says}`)
    else expect(lines).toEqual([])
  })
})

test('an owner of tables is warned of: their policies do not bind it', async () => {
  await expect(pools.admits(owner)).resolves.toBe(true)
  expect(told).toContain(`token_roles: the role "${owner}" owns owned: their row-level security does not bind it`)
})

test('a role that comes later is taken within seconds, and its tables are known; one that is revoked is let go', async () => {
  let now = 0
  const options = { owner: db.pools.owner, names: [late], loginPassword: inject('loginPassword'), log: silentLog }
  const roles = createTokenRoles({ ...options, now: () => now })
  expect(await roles.admits(late)).toBe(false)
  await db.pools.owner.query(`create role ${late}; grant ${late} to authenticator`)
  expect(await roles.admits(late)).toBe(false)
  now += 10_000
  expect(await roles.admits(late)).toBe(true)
  const session = await pools.asRole(late).connect()
  await session.query(`set role ${late}; reset role`)
  await db.pools.owner.query(`revoke ${late} from authenticator`)
  now += 10_000
  expect(await roles.admits(late)).toBe(false)
  // An open session loses it as well.
  await expect(session.query(`set role ${late}`)).rejects.toThrow('permission denied to set role')
  session.release()
})

test.each([
  ['[platform]\ntoken_roles = [""]', 'names of roles'],
  [`[platform]\ntoken_roles = ["${'x'.repeat(57)}"]`, 'at most 56 bytes'],
  [`[platform]\ntoken_roles = ${JSON.stringify(Array.from({ length: 11 }, (_, n) => `r${n}`))}`, 'at most 10 roles'],
])('%s stops the start', (text, message) => {
  expect(() => parseConfig(text)).toThrow(message)
})
