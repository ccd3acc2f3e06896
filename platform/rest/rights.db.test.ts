import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestHarness, restHarness } from './testing/harness.ts'

let rest: RestHarness
beforeAll(async () => {
  rest = await restHarness(`
    create table private_table (id int primary key, word text);
    create view private_view as select * from private_table;
    create table some_columns (id int primary key, word text, secret text);
    revoke all on private_table, private_view, some_columns from anon, authenticated;
    grant insert (id, word), update (word) on some_columns to anon;
    create function private_function(a int) returns int language sql volatile as 'select a';
    create function private_function(a int, b int) returns int language sql volatile as 'select a + b';
    revoke execute on function private_function(int), private_function(int, int) from public, anon, authenticated;
    create schema closed;
  `)
})
afterAll(() => rest.close())

/** A body that tells how much of it was read. */
function unread() {
  let pulls = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulls += 1
        controller.enqueue(Buffer.from('[{},'.repeat(1000)))
      },
    },
    { highWaterMark: 0 },
  )
  return { body, duplex: 'half' as const, pulls: () => pulls }
}

const DENIED = [
  ['POST', '/private_table', 'table private_table'],
  ['POST', '/private_table?columns=id', 'table private_table'],
  ['PATCH', '/private_table?id=eq.1', 'table private_table'],
  ['PUT', '/private_table?id=eq.1', 'table private_table'],
  ['POST', '/private_view', 'view private_view'],
  ['PATCH', '/private_view?id=eq.1', 'view private_view'],
  ['POST', '/rpc/private_function', 'function private_function'],
] as const

test.each(DENIED)('%s %s without the right is refused before its body is read', async (method, path, what) => {
  for (const type of ['application/json', 'text/csv']) {
    const { pulls, ...init } = unread()
    const visitor = await rest.send(path, { method, headers: { 'content-type': type }, ...init })
    expect(visitor).toMatchObject({
      status: 401,
      json: { code: '42501', message: `permission denied for ${what}`, details: null, hint: null },
    })
    expect(pulls()).toBe(0)
  }
  const { pulls, ...init } = unread()
  const authorization = `Bearer ${await rest.as('authenticated')}`
  expect(await rest.send(path, { method, headers: { authorization }, ...init })).toMatchObject({ status: 403 })
  expect(pulls()).toBe(0)
})

test('a table that is not there is said so before a body is read', async () => {
  const { pulls, ...init } = unread()
  expect(await rest.send('/nowhere', { method: 'POST', ...init })).toMatchObject({ status: 404 })
  expect(pulls()).toBe(0)
})

test('a right to some columns is a right to send a body', async () => {
  const insert = (row: object) => rest.send('/some_columns', { method: 'POST', body: JSON.stringify(row) })
  expect((await insert({ id: 1, word: 'a' })).status).toBe(201)
  expect(await insert({ id: 2, secret: 'b' })).toMatchObject({ status: 401, json: { code: '42501' } })
  const update = await rest.send('/some_columns?word=eq.a', { method: 'PATCH', body: '{"secret":"b"}' })
  expect(update).toMatchObject({ status: 401, json: { code: '42501' } })
})

test('a right that came without a notice to the schema cache counts at once', async () => {
  await rest.sql(`create role private_writers; grant insert on private_table to private_writers`)
  const insert = () => rest.send('/private_table', { method: 'POST', body: '{"id": 5, "word": "x"}' })
  await expect.poll(async () => (await insert()).status).toBe(401)
  await rest.sql('grant private_writers to anon with inherit true')
  try {
    expect((await insert()).status).toBe(201)
  } finally {
    await rest.sql('revoke private_writers from anon; drop owned by private_writers; drop role private_writers')
  }
})

test('the anonymous role is asked to sign in, with its key as a token as well as with none', async () => {
  const authorization = `Bearer ${await rest.as('anon')}`
  const given: Record<string, string>[] = [{}, { authorization }]
  for (const headers of given) {
    const answer = await rest.send('/secrets', { headers })
    expect(answer).toMatchObject({ status: 401, json: { code: '42501' } })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  }
})
