import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStaff, asCaller, type Caller } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

// In a database of its own: the setting shuts every admin out who has not shown a second factor.
let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
})
afterAll(() => db.drop())

const run = (caller: Caller, sql: string, claims = {}) =>
  asCaller(db, caller, async (client) => (await client.query(sql)).rows, { claims })
const SHOWN = { aal: 'aal2' }

test('the shop can ask every admin for a second factor, and nobody locks all of them out', async () => {
  const ask = `insert into public.site_settings (key, value) values ('second_factor_required', 'true')`
  await expect(run('admin', ask)).rejects.toThrow('Set up your own second factor first')
  await run('admin', ask, SHOWN)
  const rightsOf = async (caller: Caller, claims = {}) =>
    (await run(caller, 'select role, given, reason from public.my_staff_role()', claims))[0]
  expect(await rightsOf('admin', SHOWN)).toEqual({ role: 'admin', given: 'admin', reason: null })
  expect(await rightsOf('second admin')).toEqual({ role: null, given: 'admin', reason: 'second_factor_missing' })
  expect(await rightsOf('editor')).toEqual({ role: 'editor', given: 'editor', reason: null })
  expect(await run('second admin', 'select key from public.site_settings')).toEqual([])
  expect(await rightsOf('second admin', SHOWN)).toEqual({ role: 'admin', given: 'admin', reason: null })
})
