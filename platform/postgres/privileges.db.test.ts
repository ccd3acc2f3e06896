import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'

/**
 * What the catalogue itself says about who may do what, for the platform's schemas and the shop's: the lists below are
 * short on purpose, and whoever adds to them has to think about it here.
 */
let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
})
afterAll(() => db.drop())

async function names(sql: string): Promise<string[]> {
  const { rows } = await db.pools.owner.query<{ name: string }>(`${sql} order by 1`)
  return rows.map(({ name }) => name)
}

/** Schemas with anything of ours in them. */
const OURS = `('public', 'private', 'auth', 'storage', 'realtime', '_platform', 'supabase_migrations')`

test('every table has row-level security', async () => {
  const open = await names(`
    select relation.oid::regclass::text as name
    from pg_class relation join pg_namespace namespace on namespace.oid = relation.relnamespace
    where namespace.nspname in ${OURS} and relation.relkind in ('r', 'p') and not relation.relrowsecurity`)
  expect(open).toEqual([])
})

test('every table of the shop is explained by a comment', async () => {
  const silent = await names(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and obj_description(oid) is null`)
  expect(silent).toEqual([])
})

test('every function has a fixed search path, but eight that Postgres must inline and whose names are all qualified', async () => {
  const loose = await names(`
    select function.oid::regprocedure::text as name
    from pg_proc function join pg_namespace namespace on namespace.oid = function.pronamespace
    where namespace.nspname in ${OURS} and function.prokind in ('f', 'p')
      and not exists (select from unnest(function.proconfig) setting where setting like 'search_path=%')
      and not exists (select from pg_depend where objid = function.oid and deptype = 'e')`)
  expect(loose).toEqual([
    'private.context_document(text,text,text)',
    'private.description_document(text)',
    'private.kind_document(text)',
    'private.low_before(bigint,text,timestamp with time zone)',
    'private.name_document(text)',
    'private.price_edges()',
    'private.price_step(numeric)',
    'private.variants_document(text)',
  ])
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

  test('as a visitor writes no table of the shop', async () => {
    const writable = await names(`
      select relname as name from pg_class
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p', 'v', 'm')
        and (has_table_privilege('anon', oid, 'insert') or has_table_privilege('anon', oid, 'update')
          or has_table_privilege('anon', oid, 'delete') or has_table_privilege('anon', oid, 'truncate'))`)
    expect(writable).toEqual([])
  })

  const everybodys = [
    // The search index is nobody's to read; only what is listed, active or published comes out, as the policies have it.
    'search_products(text,integer,integer)',
    'search_shop(text,text,text,text,integer,integer,boolean,numeric,numeric,text)',
    'suggest(text)',
    // Lists of listed products: row-level security would keep them from their indexes.
    'list_products(text[],text[],text[],integer,integer,text,integer,integer,text,bigint,boolean,text)',
    'listing_facets(text[],text[],text[],integer,integer,boolean,integer)',
    'related_products(bigint,integer)',
    // Clicks are nobody's to read; which listed products had most of them is.
    'bestselling_products(text,integer)',
    // Tells the name and category of one product that is gone, which its page said before.
    'gone_product(bigint)',
    // Signs where a listed product's picture is with a key that is nobody's to read.
    'picture(products)',
    // Counts one download of an active wallpaper and nothing else.
    'increment_wallpaper_download(uuid)',
  ]
  test.each([
    ['anon', everybodys],
    // The outbox asks for the role admin itself.
    ['authenticated', [...everybodys, 'read_outbox(integer)']],
  ])('reach as %s only these functions that run with more rights than their caller', async (role, expected) => {
    const definers = await names(`
      select function.oid::regprocedure::text as name
      from pg_proc function
      where function.pronamespace = 'public'::regnamespace and function.prosecdef
        and has_function_privilege('${role}', function.oid, 'execute')`)
    expect(definers).toEqual([...expected].sort())
  })
})
