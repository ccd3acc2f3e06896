import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { migratePlatform } from './migrate-platform.ts'
import { serverAccount } from './postgres/embedded/account.ts'
import { freePort } from './postgres/free-port.ts'
import { applyMigrations } from './postgres/migrate.ts'

/** The oldest version that is supported, as Debian packages it. */
const POSTGRES_15 = '/usr/lib/postgresql/15/bin'

describe.runIf(existsSync(POSTGRES_15))('on PostgreSQL 15', () => {
  let folder: string
  let url: string
  let as: { uid?: number; gid?: number; cwd: string; stdio: 'ignore' }
  const pgCtl = (...args: string[]) =>
    execFileSync(join(POSTGRES_15, 'pg_ctl'), ['-D', join(folder, 'data'), ...args], as)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'postgres-15-'))
    await chmod(folder, 0o777)
    as = { ...(await serverAccount()), cwd: folder, stdio: 'ignore' }
    await writeFile(join(folder, 'password'), 'test-password', { mode: 0o644 })
    const login = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${join(folder, 'password')}`]
    execFileSync(join(POSTGRES_15, 'initdb'), ['-D', join(folder, 'data'), ...login, '-E', 'UTF8'], as)
    const port = await freePort()
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c wal_level=logical`
    pgCtl('-w', '-l', join(folder, 'log'), '-o', settings, 'start')
    url = `postgres://postgres:test-password@127.0.0.1:${port}/postgres`
  })
  afterAll(async () => {
    pgCtl('-w', '-m', 'immediate', 'stop')
    await rm(folder, { recursive: true, force: true })
  })

  test("the platform's and the shop's migrations apply, and apply again as nothing", async () => {
    await migratePlatform({ databaseUrl: url, loginPassword: 'secret', exposeNewTables: false })
    await migratePlatform({ databaseUrl: url, loginPassword: 'secret', exposeNewTables: false })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const shop = {
      client,
      folder: 'supabase/migrations',
      history: { schema: 'supabase_migrations', table: 'schema_migrations' },
    }
    expect((await applyMigrations(shop)).length).toBeGreaterThan(0)
    expect(await applyMigrations(shop)).toEqual([])
    await client.end()
  })
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
