import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROWS } from '#tests/acceptance/who-may-do-what/rows.ts'
import type { Row } from '#tests/acceptance/who-may-do-what/sample.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { attempt, insertRow, type SqlBase, sampleRow, sqlBase, takenBack } from '#tests/support/sample-rows.ts'
import { PRIVATE_ROWS, REFUSED } from './refused-values.ts'

/** Each check constraint of the shop, with a row that it alone refuses: without the check the row would go in. */
let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
})
afterAll(() => db.drop())

test('every check has a row here that it refuses', async () => {
  const { rows } = await db.pools.owner.query<{ name: string }>(`
    select conrelid::regclass || '.' || conname as name from pg_constraint
    where contype = 'c' and connamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`)
  const listed = Object.entries(REFUSED).flatMap(([table, rules]) =>
    Object.keys(rules).map((rule) => `${table}.${rule}`),
  )
  expect(listed.sort()).toEqual(rows.map(({ name }) => name).sort())
})

const CASES = Object.entries(REFUSED).flatMap(([table, rules]) =>
  Object.entries(rules).map(([check, values]) => ({ table, check, values })),
)

describe('a value that only one check refuses', () => {
  test.each(CASES)('is refused by $check of $table, and would go in without it', async ({ table, check, values }) => {
    await takenBack(db.pools.owner, async (client) => {
      const base = await sqlBase(client)
      const insert = async (more: Row) => {
        const row = await rowOf(table, base)
        return attempt(client, async () => {
          await insertRow(client, table, { ...row, ...more })
          return { rowCount: 1 }
        })
      }
      await emptySingletons(client, table)
      expect(await insert(values)).toEqual({ refused: check, rows: 0 })
      await client.query(`alter table ${table} drop constraint ${check}`)
      expect(await insert(values)).toEqual({ refused: null, rows: 1 })
    })
  })
})

async function rowOf(table: string, base: SqlBase): Promise<Row> {
  const own = PRIVATE_ROWS[table]
  if (own) return own(base)
  const line = Object.keys(ROWS).find((name) => name === table || name.startsWith(`${table} (`))
  return sampleRow(line ?? table, base)
}

/** Tables of one row make room for the one that is tried. */
async function emptySingletons(client: pg.ClientBase, table: string): Promise<void> {
  if (['private.image_key', 'private.shop_settings'].includes(table)) await client.query(`delete from ${table}`)
}
