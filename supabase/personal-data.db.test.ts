import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStaff, asCaller, type Caller } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
})
afterAll(() => db.drop())

const run = (caller: Caller, sql: string, values: unknown[] = []) =>
  asCaller(db, caller, async (client) => (await client.query(sql, values)).rows)
const found = (address: string) =>
  run('admin', 'select kept, found::int from public.find_address($1) where found > 0 order by 1', [address])

test('an address is looked up in everything that erasing it empties', async () => {
  await db.pools.owner.query(
    `insert into public.newsletter_subscribers (email, status) values ('Ada@look.example', 'confirmed');
     insert into public.contact_messages (name, email, subject, message) values ('A', 'ada@look.example', 'S', 'M');
     insert into public.price_watchers (email) values ('ada@look.example')`,
  )
  await run('service', `insert into public.pages (name, url, content) values ('P', '/p', 'Write to ada@LOOK.example')`)
  await run('service', `insert into public.pages (name, url, content) values ('Q', '/q', 'Write to nada@look.example')`)
  await run('editor', `delete from public.pages where url in ('/p', '/q')`)
  expect(await found(' ADA@look.example ')).toEqual([
    { kept: 'address for price alerts', found: 1 },
    { kept: 'contact messages', found: 1 },
    { kept: 'newsletter subscription', found: 1 },
    { kept: 'removed rows that name it', found: 1 },
  ])
  await run('admin', `select public.erase_address('ada@look.example')`)
  expect(await found('ada@look.example')).toEqual([])
  await expect(found(' ')).rejects.toThrow('Say which address')
  await expect(run('editor', `select public.find_address('x')`)).rejects.toThrow('Only admins look addresses up')
})
