import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROWS } from '#tests/acceptance/who-may-do-what/rows.ts'
import { addStaff, become, STAFF } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { attempt, insertRow, sampleRow, sqlBase, takenBack } from '#tests/support/sample-rows.ts'
import { ACTS, type Act } from './trigger-acts.ts'

/** Each trigger of the shop by what it does, and that nothing else does it: without the trigger the same act ends differently. */
let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
})
afterAll(() => db.drop())

type Doing = (client: pg.ClientBase, table: string) => Promise<string>

/** Triggers of one function on many tables: what is seen of it when a row is added, changed and deleted. */
const SHARED: Record<string, { seen: string; look: Doing }> = {
  log_changed: { seen: 'insert, update, delete', look: logged },
  to_trash: { seen: '1', look: (client, table) => count(client, `public.trash where table_name = '${table}'`) },
  touch_updated_at: { seen: 'now', look: async () => touched },
  change_pages: { seen: 'dropped', look: heard },
}
/** Whether the last update that was tried set the time. */
let touched = ''

test('every trigger has an act here that shows it', async () => {
  const { rows } = await db.pools.owner.query<{ name: string }>(`
    select tgrelid::regclass || '.' || tgname as name from pg_trigger
    where not tgisinternal and tgrelid in (
      select oid from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
    ) and tgfoid in (select oid from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace))
    order by 1`)
  const own = rows.map(({ name }) => name).filter((name) => sharedOf(name) === undefined)
  expect(Object.keys(ACTS).sort()).toEqual(own.sort())
})

describe.each(Object.entries(ACTS))('%s', (name, { seen, ...act }) => {
  test('does its work, which nothing else does', async () => {
    expect(await outcome(act)).toBe(seen)
    expect(await outcome({ ...act, without: name })).not.toBe(seen)
  })
})

test.each(Object.keys(SHARED))('every trigger %s does its work, which nothing else does', async (kind) => {
  const { rows } = await db.pools.owner.query<{ table: string; trigger: string }>(
    `select tgrelid::regclass::text as table, tgname as trigger from pg_trigger
     where not tgisinternal and (tgname = $1 or tgname like '%' || $1)`,
    [kind],
  )
  expect(rows.length).toBeGreaterThan(9)
  for (const { table, trigger } of rows) {
    const name = `${table}.${trigger}`
    const expected = SHARED[kind]?.seen
    expect(await life(kind, table), name).toBe(expected)
    expect(await life(kind, table, trigger), `without ${name}`).not.toBe(expected)
  }
})

function sharedOf(name: string): string | undefined {
  return Object.keys(SHARED).find((kind) => name.endsWith(`.${kind}`) || name.endsWith(`_${kind}`))
}

interface Trial extends Omit<Act, 'seen'> {
  without?: string
}

async function outcome({ given, by, act, look, without }: Trial): Promise<string> {
  return takenBack(db.pools.owner, async (client) => {
    if (given) await client.query(given)
    if (without) await dropTrigger(client, without)
    if (by) await become(client, by, {})
    const { refused } = await attempt(client, () => client.query(act))
    if (refused !== null) return refused.replace('error: ', '')
    await client.query('reset role')
    return String(Object.values((await client.query(look)).rows[0] ?? {})[0])
  })
}

const dropTrigger = (client: pg.ClientBase, name: string) => {
  const [, table, trigger] = /^(.*)\.([^.]*)$/.exec(name) ?? []
  return client.query(`drop trigger ${trigger} on ${table}`)
}

/** A row of the table is added, changed and deleted by somebody of staff. */
async function life(kind: string, table: string, without?: string): Promise<string> {
  return takenBack(db.pools.owner, async (client) => {
    const base = await sqlBase(client)
    if (without) await dropTrigger(client, `${table}.${without}`)
    // Notifications leave with the transaction, which never ends: they are written down instead.
    await client.query(`
      create temp table heard (table_name text);
      create or replace function private.notify_page_invalidation() returns trigger language plpgsql as
        $$ begin insert into pg_temp.heard values (tg_table_name); return null; end $$;
      create or replace function private.notify_price_tracking() returns trigger language plpgsql as
        $$ begin insert into pg_temp.heard values (tg_table_name); return null; end $$`)
    await client.query(`select set_config('app.actor', $1, true)`, [STAFF.admin])
    if (table === 'private.shop_settings') {
      await client.query('insert into private.shop_settings (price_tracking) values (true)')
      return SHARED[kind]?.look(client, table) ?? ''
    }
    const line = Object.keys(ROWS).find((name) => name === table || name.startsWith(`${table} (`)) ?? table
    const [row, sample] = [await sampleRow(line, base), ROWS[line]]
    const where = `where ${sample?.key.map((column) => `${column} = '${row[column]}'`).join(' and ')}`
    const change = Object.entries(sample?.change ?? {}).map(([column, value]) => `${column} = '${value}'`)
    await client.query('delete from heard')
    await insertRow(client, table, row)
    await client.query(`update ${table} set ${change.join(', ')} ${where}`)
    if (kind === 'touch_updated_at') {
      await client.query(`update ${table} set updated_at = '2000-01-01' ${where}`)
      touched = (await count(client, `${table} ${where} and updated_at = now()`)) === '1' ? 'now' : 'as it was sent'
    }
    await client.query(`delete from ${table} ${where}`)
    return SHARED[kind]?.look(client, table) ?? ''
  })
}

async function logged(client: pg.ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ action: string }>(
    'select action from public.audit_log where table_name = $1 and actor = $2 order by id',
    [table, STAFF.admin],
  )
  return rows.map(({ action }) => action).join(', ')
}

async function heard(client: pg.ClientBase, table: string): Promise<string> {
  const own = `heard where table_name = '${table.replace(/^private\./, '')}'`
  return (await count(client, own)) === '0' ? '' : 'dropped'
}

async function count(client: pg.ClientBase, from: string): Promise<string> {
  return String((await client.query(`select count(*) from ${from}`)).rows[0]?.count)
}
