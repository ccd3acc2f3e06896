import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  PRIVATE_TABLES,
  type Rights,
  ROLES,
  type Role,
  TABLES,
  tableOf,
} from '#tests/acceptance/who-may-do-what/rights.ts'
import { ROWS } from '#tests/acceptance/who-may-do-what/rows.ts'
import type { Row } from '#tests/acceptance/who-may-do-what/sample.ts'
import { addStaff, become, STAFF } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { attempt, insertRow, type SqlBase, sampleRow, sqlBase, takenBack } from '#tests/support/sample-rows.ts'
import { PRIVATE_ROWS } from './refused-values.ts'

/**
 * The table of rights again, in the database: whole, and once more without each policy. A policy whose loss changes no
 * right of any line is one that no test defends, and fails here.
 */
let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
})
afterAll(() => db.drop())

interface Line {
  table: string
  rights: Rights
  row(base: SqlBase): Promise<Row> | Row
  key: string[]
  change: Row
  /** What is true of the shop for this line. */
  given?: string
}

const UNTRACKED = {
  given: `insert into private.shop_settings (price_tracking) values (false)
    on conflict (only_row) do update set price_tracking = false`,
}
const NOBODYS: Rights = { anon: '', viewer: '', editor: '', admin: '', service: 'crud' }
const OWN: Rights = { anon: '', viewer: 'r', editor: '', admin: 'crud', service: 'crud' }

/** Lines that only the database can make: of states that no request leads to, of private tables, and of files. */
const MORE: Record<string, Line> = {
  'job_runs (of admins)': {
    ...{ ...lineOf('job_runs'), row: async (base) => ({ ...(await sampleRow('job_runs', base)), for_role: 'admin' }) },
    rights: { anon: '', viewer: '', editor: '', admin: 'r', service: 'r' },
  },
  'notifications (of admins)': {
    ...lineOf('notifications'),
    row: async (base) => ({ ...(await sampleRow('notifications', base)), for_role: 'admin' }),
    rights: { anon: '', viewer: '', editor: '', admin: 'r', service: 'r' },
  },
  'trash (of admins)': {
    ...{ ...lineOf('trash'), row: async (base) => ({ ...(await sampleRow('trash', base)), for_role: 'admin' }) },
    rights: { anon: '', viewer: '', editor: '', admin: 'r', service: 'rd' },
  },
  'price_history (while prices are not tracked)': {
    ...{ ...lineOf('price_history (of a merchant that allows it)'), ...UNTRACKED, rights: NOBODYS },
  },
  'price_drops (while prices are not tracked)': {
    ...{ ...lineOf('price_drops (of a merchant that allows it)'), ...UNTRACKED, rights: NOBODYS },
  },
  'user_roles (of the viewer)': {
    ...{ table: 'user_roles', key: ['user_id'], change: { role: 'editor' }, rights: OWN },
    ...{
      row: () => ({ user_id: STAFF.viewer, role: 'viewer' }),
      given: 'delete from public.user_roles where role = $$viewer$$',
    },
  },
  ...Object.fromEntries(
    Object.entries(PRIVATE_TABLES)
      .filter(([name, rights]) => rights.editor === 'r' && `private.${name}` in PRIVATE_ROWS)
      .map(([name, rights]) => [`private.${name}`, privateLine(`private.${name}`, rights)]),
  ),
  'files of a bucket of the shop': {
    ...{ table: 'storage.objects', key: ['name'], change: { metadata: { size: 1 } } },
    row: () => ({ bucket_id: 'images', name: `t${Math.random()}` }),
    rights: { anon: 'r', viewer: 'r', editor: 'crud', admin: 'crud', service: 'crud' },
    given: `set local storage.allow_delete_query = 'true'`,
  },
}

function lineOf(name: string): Line {
  const [sample, rights] = [ROWS[name], TABLES[name]]
  if (!sample || !rights) throw new Error(`rows.ts has no row for ${name}: add one.`)
  return { table: tableOf(name), rights, row: sample.row, key: sample.key, change: sample.change }
}

/** Read by procedures as their caller, and changed by none of them. */
function privateLine(table: string, rights: Rights): Line {
  return { table, rights, row: (base) => PRIVATE_ROWS[table]?.(base) ?? {}, key: [], change: {} }
}

const LINES: Record<string, Line> = {
  ...Object.fromEntries(Object.keys(TABLES).map((name) => [name, lineOf(name)])),
  ...MORE,
}

test.each(Object.entries(LINES))('the database gives each role its rights to %s', async (_, line) => {
  await takenBack(db.pools.owner, async (client) => {
    expect(await rightsOf(client, line, await sqlBase(client))).toEqual(line.rights)
  })
})

test('no policy can be dropped without changing a right', async () => {
  await takenBack(db.pools.owner, async (client) => {
    const base = await sqlBase(client)
    const { rows } = await client.query<{ name: string; of_table: string }>(`
      select quote_ident(polname) as name, polrelid::regclass::text as of_table from pg_policy
      where polrelid::regclass::text not like 'auth.%' order by 2, 1`)
    expect(rows.length).toBeGreaterThan(60)
    const unnoticed: string[] = []
    for (const { name, of_table } of rows) {
      await client.query('savepoint policy')
      await client.query(`drop policy ${name} on ${of_table}`)
      if (await rightsAreWhole(client, of_table, base)) unnoticed.push(`${name} on ${of_table}`)
      await client.query('rollback to savepoint policy')
    }
    expect(unnoticed).toEqual([])
  })
})

/** Whether every line of a table still has the rights of the table of rights. */
async function rightsAreWhole(client: pg.ClientBase, ofTable: string, base: SqlBase): Promise<boolean> {
  for (const line of Object.values(LINES).filter(({ table }) => table === ofTable)) {
    const found = await rightsOf(client, line, base)
    if (ROLES.some((role) => found[role] !== line.rights[role])) return false
  }
  return true
}

const CALLERS = { anon: 'anon', viewer: 'viewer', editor: 'editor', admin: 'admin', service: 'service' } as const

async function rightsOf(client: pg.ClientBase, line: Line, base: SqlBase): Promise<Rights> {
  const found: Rights = { anon: '', viewer: '', editor: '', admin: '', service: '' }
  await client.query('savepoint line')
  await client.query(`set local app.reason = 'test'`)
  if (line.given) await client.query(line.given)
  for (const role of ROLES) {
    await client.query('savepoint role')
    found[role] = await lettersOf(client, { line, role, base })
    await client.query('rollback to savepoint role')
  }
  await client.query('rollback to savepoint line')
  return found
}

interface Trial {
  line: Line
  role: Role
  base: SqlBase
}

async function lettersOf(client: pg.ClientBase, { line, role, base }: Trial): Promise<string> {
  const { table, key, change } = line
  const [own, another] = [await line.row(base), await line.row(base)]
  await client.query('savepoint another')
  await become(client, CALLERS[role], {})
  const inserted = await attempt(client, async () => {
    await insertRow(client, table, another)
    return { rowCount: 1 }
  })
  await client.query('rollback to savepoint another')
  await insertRow(client, table, own)
  await become(client, CALLERS[role], {})
  const names = key.length > 0 ? key : Object.keys(own)
  const where = `where (${names.map((name) => `${table}.${name}`).join(', ')}) in
    (select ${names.join(', ')} from jsonb_populate_record(null::${table}, $1))`
  const values = [JSON.stringify(own)]
  const read = await attempt(client, () => client.query(`select from ${table} ${where}`, values))
  const updated = await attempt(client, () => {
    const columns = Object.keys(change).map(
      (column) => `${column} = (jsonb_populate_record(null::${table}, $2)).${column}`,
    )
    return columns.length > 0
      ? client.query(`update ${table} set ${columns.join(', ')} ${where}`, [...values, JSON.stringify(change)])
      : Promise.resolve({ rowCount: 0 })
  })
  const deleted = await attempt(client, () => client.query(`delete from ${table} ${where}`, values))
  const done = { c: inserted, r: read, u: updated, d: deleted }
  return Object.entries(done)
    .flatMap(([letter, { rows }]) => (rows > 0 ? [letter] : []))
    .join('')
}
