import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../tests/support/database.ts'
import { silentLog } from './log.ts'
import { migratePlatform } from './migrate-platform.ts'
import { serverAccount } from './postgres/embedded/account.ts'
import { startEmbedded } from './postgres/embedded.ts'
import { freePort } from './postgres/free-port.ts'
import { applyMigrations } from './postgres/migrate.ts'
import { openPools } from './postgres/pools.ts'
import { tellServerObstacle } from './realtime/changes/server-check.ts'

/** The oldest version that is supported, as Debian packages it. */
const POSTGRES_15 = '/usr/lib/postgresql/15/bin'

describe.runIf(existsSync(POSTGRES_15))('on PostgreSQL 15', () => {
  let server: Server
  beforeAll(async () => {
    server = await startPostgres15()
  })
  afterAll(() => server.stop())

  test("the platform's and the project's migrations apply, and apply again as nothing", async () => {
    await migrate(server.url)
    expect(await migrate(server.url)).toEqual([])
  })
})

describe.each([
  { version: 15, start: startPostgres15, present: existsSync(POSTGRES_15) },
  { version: 18, start: () => startPostgres18(), present: true },
])('an owner without superuser rights on PostgreSQL $version', ({ version, start, present }) => {
  let server: Server
  beforeAll(async () => {
    if (present) server = await start()
  })
  afterAll(() => server?.stop())

  test.runIf(present)('is told every missing right before anything is made', async () => {
    const url = await ownDatabase(server, 'poor', '')
    const refusal = String(await migrate(url).catch((error: unknown) => error))
    expect(refusal).toContain(
      'The database user poor lacks rights in poor: creating roles, making the role service_role',
    )
    expect(refusal).toContain('\n  alter role "poor" createrole;\n')
    expect(await query(url, `select from pg_namespace where nspname in ('auth', '_platform')`)).toEqual([])
  })

  test.runIf(present)('has enough with CREATEROLE and the SQL that it is told', async () => {
    const url = await ownDatabase(server, 'project', 'createrole')
    const refusal = String(await migrate(url).catch((error: unknown) => error))
    expect(refusal).toMatch(
      /lacks rights in project: making the role service_role, which row-level .*not bind\. Let a /,
    )
    const told = refusal.split('\n').slice(1).join('\n')
    await query(withDatabase(server.url, 'project'), told)
    expect(await migrate(url)).not.toEqual([])
    expect(await migrate(url)).toEqual([])
    // Policies are asked as the caller, and the service role sees past them.
    for (const role of ['anon', 'authenticated', 'supabase_auth_admin']) {
      await query(url, `begin; set local role ${role}; rollback`)
    }
    await query(url, 'create table closed as select 1 as id; alter table closed enable row level security')
    await query(url, 'grant select on closed to service_role')
    expect(await query(url, 'begin; set local role service_role; select id from public.closed')).toEqual([{ id: 1 }])
  })

  test.runIf(present)('lets tokens have roles that it made itself', async () => {
    const url = await ownDatabase(server, `own_roles_${version}`, 'createrole')
    const loginPassword = 'a password of the tests'
    const platform = { databaseUrl: url, loginPassword, exposeNewTables: false }
    const refusal = String(await migratePlatform(platform).catch((error: unknown) => error))
    await query(withDatabase(server.url, `own_roles_${version}`), refusal.split('\n').slice(1).join('\n'))
    await migratePlatform(platform)
    await query(url, 'create role manager; grant manager to authenticator')
    const told: string[] = []
    const log = { ...silentLog, warn: (_: object, message: string) => told.push(message) }
    const pools = openPools({ ownerUrl: url, loginPassword, tokenRoles: ['manager'], log })
    try {
      await expect(pools.admits('manager')).resolves.toBe(true)
      expect(told).toEqual([])
      // As the caller itself, and as the owner who asks policies on its behalf.
      for (const pool of [pools.asRole('manager'), pools.owner]) await pool.query('set role manager; reset role')
    } finally {
      await pools.close()
    }
  })

  test.runIf(present && version >= 16)(
    'cannot use roles that another owner made until these are handed on',
    async () => {
      const url = await ownDatabase(server, 'second', 'createrole')
      const refusal = String(await migrate(url).catch((error: unknown) => error))
      expect(refusal).toContain('\n  grant api_anon to "second" with admin option;')
      await query(withDatabase(server.url, 'second'), refusal.split('\n').slice(1).join('\n'))
      expect(await migrate(url)).not.toEqual([])
    },
  )
})

test('an owner with CREATEROLE and BYPASSRLS needs nothing else on PostgreSQL 18', async () => {
  const server = await startPostgres18()
  try {
    const url = await ownDatabase(server, 'project', 'createrole bypassrls')
    expect(await migrate(url)).not.toEqual([])
    expect(await query(url, 'begin; set local role service_role; select current_user::text as role')).toEqual([
      { role: 'service_role' },
    ])
  } finally {
    await server.stop()
  }
})

test('a server with wal_level=replica is told, with what will not work there', async () => {
  const server = await startPostgres18({ wal_level: 'replica' })
  const told: string[] = []
  try {
    await tellServerObstacle(server.url, (sentence) => told.push(sentence))
  } finally {
    await server.stop()
  }
  expect(told).toEqual([
    'Database changes cannot be streamed: wal_level is replica. Set wal_level = logical and restart PostgreSQL. Until then realtime tells nobody of changed rows; all else works.',
  ])
})

interface Server {
  /** Of its superuser. */
  url: string
  stop(): Promise<void>
}

async function startPostgres15(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-15-'))
  await chmod(folder, 0o777)
  const as = { ...(await serverAccount()), cwd: folder, stdio: 'ignore' as const }
  const pgCtl = (...args: string[]) =>
    execFileSync(join(POSTGRES_15, 'pg_ctl'), ['-D', join(folder, 'data'), ...args], as)
  await writeFile(join(folder, 'password'), 'test-password', { mode: 0o644 })
  const login = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${join(folder, 'password')}`]
  execFileSync(join(POSTGRES_15, 'initdb'), ['-D', join(folder, 'data'), ...login, '-E', 'UTF8'], as)
  const port = await freePort()
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c wal_level=logical`
  pgCtl('-w', '-l', join(folder, 'log'), '-o', settings, 'start')
  return {
    url: `postgres://postgres:test-password@127.0.0.1:${port}/postgres`,
    async stop() {
      pgCtl('-w', '-m', 'immediate', 'stop')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startPostgres18(extra: Record<string, string> = {}): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-18-'))
  await chmod(folder, 0o711)
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', ...extra }
  const server = await startEmbedded({ dataDir: join(folder, 'db'), log: silentLog, settings })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A database and the user who owns it, both of that name, as a managed server gives them. */
async function ownDatabase(server: Server, name: string, attributes: string): Promise<string> {
  await query(server.url, `create role ${name} login password 'secret' ${attributes}`)
  await query(server.url, `create database ${name} owner ${name}`)
  const url = new URL(withDatabase(server.url, name))
  url.username = name
  url.password = 'secret'
  return url.href
}

/** Everything a start applies; returns the project's migrations that were new. */
async function migrate(url: string): Promise<string[]> {
  await migratePlatform({ databaseUrl: url, loginPassword: 'secret', exposeNewTables: false })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const history = { schema: 'supabase_migrations', table: 'schema_migrations' }
    return await applyMigrations({ client, folder: 'supabase/migrations', history })
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

/** The rows of the last statement. */
async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const results: pg.QueryResult | pg.QueryResult[] = await client.query(sql)
    return (Array.isArray(results) ? results.at(-1) : results)?.rows ?? []
  } finally {
    await client.end()
  }
}

test('a database of the migrations before their rewriting is refused with what to do', async () => {
  const db = await testDatabase('platform')
  try {
    await db.pools.owner.query(`insert into _platform.migrations (version, name) values ('0001', 'roles')`)
    const refusal = migratePlatform({ databaseUrl: db.url, loginPassword: 'secret', exposeNewTables: false })
    await expect(refusal).rejects.toThrow(/older version of the platform.*: start with an empty database/)
  } finally {
    await db.drop()
  }
})

describe('exposing new tables', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await testDatabase('platform')
  })
  afterAll(() => db.drop())

  test('is off by default: a new table is closed to the API roles', async () => {
    await db.pools.owner.query('create table closed (id int)')
    await expect(db.pools.asRole('anon').query('set role anon; select * from closed')).rejects.toThrow(
      /permission denied/,
    )
  })

  test('as in older projects grants what is created from then on, functions included', async () => {
    const loginPassword = new URL(db.pools.asRole('anon').options.connectionString ?? '').password
    await migratePlatform({ databaseUrl: db.url, loginPassword, exposeNewTables: true })
    const client = new pg.Client({ connectionString: db.url })
    await client.connect()
    await client.query('create table open (id int); create function seven() returns int language sql return 7')
    await client.query('create schema personal; create function personal.eight() returns int language sql return 8')
    const { rows } = await client.query(
      `select has_table_privilege('anon', 'open', 'insert') as insert, has_table_privilege('anon', 'closed', 'select') as before,
         has_function_privilege('anon', 'seven()', 'execute') as execute,
         has_function_privilege('anon', 'personal.eight()', 'execute') as elsewhere, current_setting('search_path') as path`,
    )
    expect(rows[0]).toEqual({
      insert: true,
      before: false,
      execute: true,
      elsewhere: true,
      path: '"$user", public, extensions',
    })
    await client.end()
  })
})

describe('what projects of the Supabase CLI expect of a database', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await testDatabase('platform')
  })
  afterAll(() => db.drop())
  const names = async (sql: string) => (await db.pools.owner.query<{ name: string }>(sql)).rows.map(({ name }) => name)

  test("a reset of the CLI finds no schema of the platform's to drop, and the owner still makes tables in each", async () => {
    // As the CLI 2 and 3 choose them, without the schemas that they leave alone by name.
    const dropped = await names(`
      select nspname as name from pg_namespace
      left join pg_depend on pg_depend.objid = pg_namespace.oid
      where pg_depend.deptype is null and nspowner::regrole::text <> 'supabase_admin'
        and nspname not like all (array['information\\_schema', 'pg\\_%', 'supabase\\_migrations', 'extensions', 'public'])`)
    expect(dropped).toEqual([])
    for (const schema of ['auth', 'storage', 'realtime', '_platform']) {
      await db.pools.owner.query(`create table ${schema}.later (id int); drop table ${schema}.later`)
    }
  })

  test('the schemas, roles and extensions that their migrations name are there', async () => {
    const schemas = ['extensions', 'graphql', 'graphql_public', 'supabase_functions', 'vault']
    expect(await names('select nspname as name from pg_namespace')).toEqual(expect.arrayContaining(schemas))
    const roles = ['supabase_admin', 'supabase_functions_admin', 'dashboard_user', 'authenticator']
    expect(await names('select rolname as name from pg_roles')).toEqual(expect.arrayContaining(roles))
    const extensions = ['pgcrypto', 'uuid-ossp', 'pg_stat_statements']
    expect(await names('select extname as name from pg_extension')).toEqual(expect.arrayContaining(extensions))
  })
})
