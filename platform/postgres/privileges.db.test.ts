import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'

/**
 * What the catalogue itself says about who may do what in the platform's schemas. The lists below are short on purpose, and
 * whoever adds to them has to think about it here.
 */
let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('platform')
})
afterAll(() => db.drop())

async function names(sql: string): Promise<string[]> {
  const { rows } = await db.pools.owner.query<{ name: string }>(`${sql} order by 1`)
  return rows.map(({ name }) => name)
}

/** Schemas with anything of ours in them. */
const OURS = `('auth', 'storage', 'realtime', 'extensions', '_platform', 'supabase_functions')`

test('every table has row-level security', async () => {
  const open = await names(`
    select relation.oid::regclass::text as name
    from pg_class relation join pg_namespace namespace on namespace.oid = relation.relnamespace
    where namespace.nspname in ${OURS} and relation.relkind in ('r', 'p') and not relation.relrowsecurity`)
  expect(open).toEqual([])
})

test('every function has a fixed search path', async () => {
  const loose = await names(`
    select function.oid::regprocedure::text as name
    from pg_proc function join pg_namespace namespace on namespace.oid = function.pronamespace
    where namespace.nspname in ${OURS} and function.prokind in ('f', 'p')
      and not exists (select from unnest(function.proconfig) setting where setting like 'search_path=%')
      and not exists (select from pg_depend where objid = function.oid and deptype = 'e')`)
  expect(loose).toEqual([])
})

describe('the API roles', () => {
  test('own nothing', async () => {
    const owned = await names(`
      select oid::regclass::text as name from pg_class
      where pg_get_userbyid(relowner) in ('anon', 'authenticated', 'service_role', 'authenticator')
        or pg_get_userbyid(relowner) like 'api\\_%'`)
    expect(owned).toEqual([])
  })

  test('are superusers in no way, and only the service passes row-level security', async () => {
    const strong = await names(`
      select rolname as name from pg_roles
      where (rolname in ('anon', 'authenticated', 'service_role', 'authenticator') or rolname like 'api\\_%')
        and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)`)
    expect(strong).toEqual(['service_role'])
  })

  test('may create nothing in any schema', async () => {
    const writable = await names(`
      select namespace.nspname || ' by ' || role.rolname as name
      from pg_namespace namespace, pg_roles role
      where role.rolname in ('anon', 'authenticated', 'service_role') and namespace.nspname not like 'pg\\_temp%'
        and has_schema_privilege(role.rolname, namespace.oid, 'create')`)
    expect(writable).toEqual([])
  })

  test.each([
    // Triggers of database webhooks: queue a request that tells of the caller's own row.
    ['anon', ['supabase_functions.http_request()']],
    ['authenticated', ['supabase_functions.http_request()']],
    // The outbox is nobody's to read but the service's.
    ['service_role', ['_platform.read_outbox(integer)', 'supabase_functions.http_request()']],
  ])('reach as %s only these functions that run with more rights than their caller', async (role, expected) => {
    const definers = await names(`
      select function.oid::regprocedure::text as name
      from pg_proc function join pg_namespace namespace on namespace.oid = function.pronamespace
      where namespace.nspname in ${OURS} and function.prosecdef
        and has_function_privilege('${role}', function.oid, 'execute')`)
    expect(definers).toEqual(expected)
  })
})
