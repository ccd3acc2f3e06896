import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BUCKETS,
  FUNCTIONS,
  PRIVATE_FUNCTIONS,
  PRIVATE_TABLES,
  type Rights,
  type Role,
  TABLES,
  tableOf,
} from '#tests/acceptance/who-may-do-what/rights.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

/** The catalogue against the table of rights: nothing is missing there, and no grant goes further. */
let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
})
afterAll(() => db.drop())

async function rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await db.pools.owner.query<Row>(sql, values)).rows
}
const names = async (sql: string) => (await rows<{ name: string }>(`${sql} order by 1`)).map(({ name }) => name)
const inOrder = (given: Iterable<string>) => [...new Set(given)].sort()

const SHOP = `('public'::regnamespace, 'private'::regnamespace)`
const OWN_FUNCTIONS = `pg_proc as function where function.pronamespace in ${SHOP} and function.prokind in ('f', 'p')
  and not exists (select from pg_depend where objid = function.oid and deptype = 'e')`

describe('an object without a line in the table of rights', () => {
  test('is no table and no view', async () => {
    const relations = (schema: string) =>
      names(`select relname as name from pg_class
        where relnamespace = '${schema}'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`)
    expect(await relations('public')).toEqual(inOrder(Object.keys(TABLES).map(tableOf)))
    expect(await relations('private')).toEqual(inOrder(Object.keys(PRIVATE_TABLES)))
  })

  test('is no function of the API', async () => {
    const functions = await names(`select proname as name from ${OWN_FUNCTIONS}
      and function.pronamespace = 'public'::regnamespace`)
    expect(functions).toEqual(inOrder(Object.keys(FUNCTIONS)))
  })

  test('is no bucket', async () => {
    expect(await names('select id as name from storage.buckets')).toEqual(inOrder(Object.keys(BUCKETS)))
  })
})

/** The roles of the database, and whom the table of rights means by each. */
const DATABASE_ROLES: [string, Role[]][] = [
  ['anon', ['anon']],
  ['authenticated', ['viewer', 'editor', 'admin']],
  ['service_role', ['service']],
]

/** Every letter that one of the roles has in one of the lines, by object. */
function granted(lines: [string, Rights][], roles: Role[]): Record<string, string> {
  const letters = new Map<string, Set<string>>()
  for (const [name, rights] of lines) {
    const all = letters.get(name) ?? new Set()
    for (const role of roles) for (const letter of rights[role]) all.add(letter)
    letters.set(name, all)
  }
  return Object.fromEntries([...letters].map(([name, all]) => [name, [...all].sort().join('')]))
}

describe.each(DATABASE_ROLES)('the database lets %s do no more than the table of rights', (role, callers) => {
  test('with tables', async () => {
    const found = await rows<{ name: string; letters: string }>(
      `select
         case relnamespace when 'public'::regnamespace then '' else 'private.' end || relname as name,
         concat(
           case when has_any_column_privilege($1, oid, 'insert') then 'c' end,
           case when has_table_privilege($1, oid, 'delete') then 'd' end,
           case when has_table_privilege($1, oid, 'select') then 'r' end,
           case when has_any_column_privilege($1, oid, 'update') then 'u' end,
           case when has_table_privilege($1, oid, 'truncate, references, trigger') then ' and more' end
         ) as letters
       from pg_class
       where relnamespace in ${SHOP} and relkind in ('r', 'p', 'v', 'm', 'f')`,
      [role],
    )
    const lines: [string, Rights][] = [
      ...Object.entries(TABLES).map(([name, rights]): [string, Rights] => [tableOf(name), rights]),
      ...Object.entries(PRIVATE_TABLES).map(([name, rights]): [string, Rights] => [`private.${name}`, rights]),
    ]
    expect(Object.fromEntries(found.map(({ name, letters }) => [name, letters]))).toEqual(granted(lines, callers))
  })

  test('with functions', async () => {
    const found = await names(`
      select case pronamespace when 'public'::regnamespace then '' else 'private.' end || proname as name
      from ${OWN_FUNCTIONS} and has_function_privilege('${role}', function.oid, 'execute')`)
    const lines: [string, Rights][] = [
      ...Object.entries(FUNCTIONS).map(([name, { may }]): [string, Rights] => [name, may]),
      ...Object.entries(PRIVATE_FUNCTIONS).map(([name, may]): [string, Rights] => [`private.${name}`, may]),
    ]
    const expected = Object.entries(granted(lines, callers)).filter(([, letters]) => letters === 'x')
    expect(inOrder(found)).toEqual(inOrder(expected.map(([name]) => name)))
  })

  test('with sequences and single columns', async () => {
    expect(
      await names(`select relname as name from pg_class where relnamespace in ${SHOP}
        and case when relkind = 'S' then has_sequence_privilege('${role}', oid, 'usage, select, update') end`),
    ).toEqual([])
    expect(
      await names(`select attrelid::regclass || '.' || attname as name from pg_attribute
        where attacl is not null and attrelid in (select oid from pg_class where relnamespace in ${SHOP})
          and attrelid not in (select ('public.' || table_name)::regclass from private.audited_tables)`),
    ).toEqual([])
  })
})

describe('of the tables whose changes are logged', () => {
  /** Columns of audited tables; those that the log leaves out, or the others. */
  const columns = (state: string) =>
    names(`select table_name || '.' || attname as name
      from private.audited_tables join pg_attribute on attrelid = ('public.' || table_name)::regclass
      where attnum > 0 and not attisdropped and ${state}`)
  const MAY_WRITE = `(has_column_privilege('authenticated', attrelid, attnum, 'insert')
    or has_column_privilege('authenticated', attrelid, attnum, 'update'))`

  test('staff write no column that the log leaves out, but updated_at, which each change replaces', async () => {
    expect(await columns(`attname = any (ignored_columns) and attname <> 'updated_at' and ${MAY_WRITE}`)).toEqual([])
    expect(
      await columns(`attname = any (ignored_columns) and attname = 'updated_at' and not exists (
        select from pg_trigger join pg_proc on pg_proc.oid = tgfoid
        where tgrelid = attrelid and prosrc like '%new.updated_at := pg_catalog.now()%'
          and (cardinality(tgattr::int2[]) = 0 or attnum = any (tgattr::int2[])))`),
    ).toEqual([])
  })

  test('staff write every other column', async () => {
    expect(await columns(`attname <> all (ignored_columns) and not ${MAY_WRITE}`)).toEqual([])
  })
})

test('every table has row-level security, and each of its policies names its roles', async () => {
  expect(
    await names(`select oid::regclass::text as name from pg_class
      where relnamespace in ${SHOP} and relkind in ('r', 'p') and not relrowsecurity`),
  ).toEqual([])
  expect(
    await names(`select polname || ' on ' || polrelid::regclass as name from pg_policy
      where polroles = '{0}' and polrelid in (select oid from pg_class where relnamespace in ${SHOP})`),
  ).toEqual([])
})

test('functions of the API run with more rights than their caller only for a reason', async () => {
  const found = await names(`select proname as name from ${OWN_FUNCTIONS}
    and function.pronamespace = 'public'::regnamespace and prosecdef`)
  const reasons = Object.entries(FUNCTIONS).filter(([, { asOwner }]) => asOwner !== undefined)
  expect(found).toEqual(inOrder(reasons.map(([name]) => name)))
})

test('every table, view and function of the API is explained by a comment, and every private table', async () => {
  const silent = await names(`
    select oid::regclass::text as name from pg_class
    where relnamespace in ${SHOP} and relkind in ('r', 'p', 'v', 'm') and obj_description(oid, 'pg_class') is null
    union all
    select function.oid::regprocedure::text from ${OWN_FUNCTIONS}
      and function.pronamespace = 'public'::regnamespace and obj_description(function.oid, 'pg_proc') is null`)
  expect(silent).toEqual([])
})

test('every function has a fixed search path, but those that Postgres must inline and whose names are all qualified', async () => {
  const loose = await names(`select function.oid::regprocedure::text as name from ${OWN_FUNCTIONS}
    and not exists (select from unnest(function.proconfig) as setting where setting like 'search_path=%')`)
  expect(loose).toEqual([
    'private.context_document(text,text,text)',
    'private.description_document(text,text)',
    'private.is_same_thing(products,products)',
    'private.kind_document(text)',
    'private.low_before(bigint,text,timestamp with time zone)',
    'private.name_document(text)',
    'private.offer_class(text,numeric,text)',
    'private.offer_total(numeric,numeric)',
    'private.price_edges()',
    'private.price_step(numeric)',
    'private.step_bit(integer)',
    'private.steps_behind(smallint,smallint)',
    'private.steps_within(integer,integer,boolean)',
    'private.stock_rank(text)',
    'private.variants_document(text)',
  ])
})
