import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let db: TestDatabase
const [userId, sessionId] = [randomUUID(), randomUUID()]
beforeAll(async () => {
  db = await testDatabase('shop')
  await db.pools.owner.query('insert into auth.users (id) values ($1)', [userId])
  await db.pools.owner.query('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, userId])
})
afterAll(() => db.drop())

async function isOpen(): Promise<unknown> {
  const claims = JSON.stringify({ sub: userId, session_id: sessionId, role: 'authenticated' })
  const { rows } = await db.pools.owner.query(
    `select private.session_is_open() as open from (select set_config('request.jwt.claims', $1, false)) as set_first`,
    [claims],
  )
  return rows[0]?.open
}

test.each([
  [null, true],
  ["now() + interval '1 hour'", true],
  ["now() - interval '1 second'", false],
])('a session that ends at %s is open: %s', async (end, open) => {
  await db.pools.owner.query(`update auth.sessions set not_after = ${end ?? 'null'}`)
  expect(await isOpen()).toBe(open)
})
