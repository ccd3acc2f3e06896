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

test('a copy holds everything that the look-up finds, no other person’s address, and no way to sign in', async () => {
  const address = 'mia@copy.example'
  await db.pools.owner.query(
    `insert into public.newsletter_subscribers (email, status, source_page) values ('Mia@copy.example', 'confirmed', '/blog');
     insert into public.contact_messages (name, email, subject, message) values ('Mia', 'mia@copy.example', 'S', 'Hello there');
     insert into public.price_watchers (email) values ('mia@copy.example');
     insert into auth.users (id, email, encrypted_password, confirmation_token)
       values ('00000000-0000-4000-8000-0000000000b7', 'mia@copy.example', 'a hash', 'a token');
     insert into _platform.outbox (channel, kind, recipient, body_text)
       values ('email', 'invite', 'mia@copy.example', 'https://x.example/?token=abc')`,
  )
  await run(
    'service',
    `insert into public.pages (name, url, content) values ('P', '/p', 'Ask Mia@copy.example or nada@copy.example')`,
  )
  await run('editor', `delete from public.pages where url = '/p'`)
  const kinds = (await found(address)).map(({ kept }) => kept)
  expect(kinds).toHaveLength(6)
  const [{ copy }] = await run('admin', 'select public.copy_address($1) as copy', [' Mia@COPY.example '])
  expect(Object.keys(copy.kept).toSorted()).toEqual(kinds)
  expect(copy).toMatchObject({
    address,
    kept: {
      'newsletter subscription': [{ status: 'confirmed', source_page: '/blog' }],
      'contact messages': [{ name: 'Mia', message: 'Hello there' }],
      'removed rows that name it': [{ kind: 'pages', texts: ['Ask Mia@copy.example or [another address]'] }],
      'account of the back office': [{ email: address }],
      'mails that wait or were refused': [{ kind: 'invite' }],
    },
  })
  expect(JSON.stringify(copy)).not.toMatch(/a hash|a token|token=abc|nada/)
  const lines = await run(
    'admin',
    `select action, columns, row_key, row_name, before, after from public.audit_log
    where table_name = 'addresses' and action = 'export'`,
  )
  expect(lines).toEqual([
    { action: 'export', columns: ['copy made'], row_key: '', row_name: null, before: null, after: null },
  ])
  await expect(run('editor', `select public.copy_address($1)`, [address])).rejects.toThrow('Only admins copy')
  await expect(run('admin', `select public.copy_address('mia')`)).rejects.toThrow('This is no e-mail address')
})
