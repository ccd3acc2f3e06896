import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStaff, asCaller } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
})
afterAll(() => db.drop())

const owner = (sql: string, values: unknown[] = []) => db.pools.owner.query(sql, values)

test('staff save no row that is longer than anything the site shows', async () => {
  const save = (length: number) =>
    asCaller(db, 'editor', (client) =>
      client.query(`insert into public.pages (name, url, content) values ('L', '/long', repeat('x', $1))`, [length]),
    )
  await expect(save(5_000_000)).rejects.toThrow('This row is too long')
  await save(400_000)
})

test.each([
  ['networks', 'price_max_age'],
  ['merchants', 'max_age'],
])('an age of prices in %s is positive', async (table, column) => {
  await owner(`insert into public.merchants (name, slug) values ('Aged', 'aged') on conflict do nothing`)
  for (const age of ['-5 days', '0', '200 years']) {
    await expect(owner(`update public.${table} set ${column} = $1`, [age])).rejects.toThrow('max_age_is_an_age')
  }
})
