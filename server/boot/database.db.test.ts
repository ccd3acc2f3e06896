import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { migrateDatabase } from './database.ts'
import { databaseOutdated, StartError } from './errors.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('platform')
})
afterAll(() => db.drop())

test('a database of the migrations before their rewriting is refused, and nothing of it is touched', async () => {
  await db.pools.owner.query(`
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    insert into supabase_migrations.schema_migrations values ('20261120090000', '{}', 'foundations')`)
  const refusal = migrateDatabase({ databaseUrl: db.url, loginPassword: 'secret', hosted: false })
  await expect(refusal).rejects.toThrow(StartError)
  await expect(refusal).rejects.toThrow(databaseOutdated().message)
  const history = await db.pools.owner.query('select version from supabase_migrations.schema_migrations')
  expect(history.rows).toEqual([{ version: '20261120090000' }])
  const made = await db.pools.owner.query(`select from pg_namespace where nspname = 'private'`)
  expect(made.rows).toEqual([])
})
