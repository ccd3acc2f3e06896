import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestHarness, restHarness } from './testing/harness.ts'

let rest: RestHarness
beforeAll(async () => {
  rest = await restHarness(`alter role anon in database {database} set statement_timeout to '300ms';`)
})
afterAll(() => rest.close())

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe('tokens', () => {
  test('none is anonymous, a role claim that is missing as well', async () => {
    expect((await rest.send('/rpc/request_settings')).json).toMatchObject({ role: 'anon' })
    const token = await rest.as('x', { role: undefined })
    const answer = await rest.send('/rpc/request_settings', withToken(token))
    expect(answer.json).toMatchObject({ role: 'anon', claims: { role: 'anon' } })
  })

  const seconds = Math.floor(Date.now() / 1000)
  test.each([
    ['JWT expired', { exp: seconds - 60 }, 'PGRST303'],
    ['JWT not yet valid', { nbf: seconds + 600 }, 'PGRST303'],
    ['JWT issued at future', { iat: seconds + 600 }, 'PGRST303'],
    ['role "postgres" does not exist', { role: 'postgres' }, '22023'],
    ['role "authenticator" does not exist', { role: 'authenticator' }, '22023'],
  ])('%s', async (message, claims, code) => {
    const answer = await rest.send('/books', withToken(await rest.as('anon', claims)))
    expect(answer).toMatchObject({ status: 401, json: { code, message } })
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(answer.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`)
  })

  test('a token that expires while it is cached stops working', async () => {
    const token = await rest.as('authenticated', { exp: seconds + 60 })
    expect((await rest.send('/notes', withToken(token))).status).toBe(200)
    rest.clock.aheadMs = 300_000
    const later = await rest.send('/notes', withToken(token))
    rest.clock.aheadMs = 0
    expect(later).toMatchObject({ status: 401, json: { code: 'PGRST303', message: 'JWT expired' } })
  })

  test('an empty token is refused, not taken for none', async () => {
    expect(await rest.send('/rpc/request_settings', withToken(''))).toMatchObject({
      status: 401,
      json: { code: 'PGRST301' },
    })
  })

  test.each([
    ['abc', 'Expected 3 parts in JWT; got 1'],
    ['a.b.c', 'JWT cryptographic operation failed'],
  ])('%j cannot be decoded', async (token, message) => {
    const answer = await rest.send('/books', { headers: { authorization: `Bearer ${token}` } })
    expect(answer).toMatchObject({ status: 401, json: { code: 'PGRST301', message } })
  })

  test('a signature by somebody else is refused', async () => {
    const [head, body] = (await rest.as('service_role')).split('.')
    const answer = await rest.send('/secrets', withToken(`${head}.${body}.${'A'.repeat(43)}`))
    expect(answer).toMatchObject({
      status: 401,
      json: { code: 'PGRST301', message: 'No suitable key or wrong key type' },
    })
  })
})

describe('privileges', () => {
  test('what is forbidden is 401 without a token and 403 with one', async () => {
    const anonymous = await rest.send('/secrets')
    expect(anonymous).toMatchObject({
      status: 401,
      json: { code: '42501', message: 'permission denied for table secrets' },
    })
    expect(anonymous.headers.get('www-authenticate')).toBe('Bearer')
    const known = await rest.send('/secrets', withToken(await rest.as('authenticated')))
    expect(known).toMatchObject({ status: 403, json: { code: '42501' } })
    expect((await rest.send('/secrets', withToken(await rest.as('service_role')))).status).toBe(200)
  })

  test('anonymous callers write nowhere', async () => {
    const tables = ['authors', 'books', 'covers', 'genres', 'notes', 'secrets']
    for (const table of tables) {
      const answer = await rest.send(`/${table}`, { method: 'POST', body: '{}' })
      expect(answer, table).toMatchObject({ status: 401, json: { code: '42501' } })
    }
  })
})

describe('errors of the database', () => {
  test.each([
    ['teapot', 418, { code: 'PT418', message: 'short and stout', details: 'handle', hint: 'spout' }],
    ['custom_error', 402, { code: 'BOOK1', message: 'closed', details: 'sunday', hint: 'monday' }],
    ['careless_error', 500, { code: 'PGRST121', details: "Invalid JSON value for MESSAGE: 'no json'" }],
  ])('raised by %s', async (name, status, json) => {
    const answer = await rest.send(`/rpc/${name}`, { method: 'POST' })
    expect(answer).toMatchObject({ status, json })
    if (name === 'custom_error') expect(answer.headers.get('x-why')).toBe('sunday')
  })

  test('a statement ends when its role’s time is over, with advice', async () => {
    const answer = await rest.send('/rpc/slow')
    expect(answer).toMatchObject({
      status: 500,
      json: { code: '57014', hint: expect.stringContaining('Narrow the filters') },
    })
  })

  test('an unknown table has a suggestion only when one is near', async () => {
    expect(await rest.send('/bookz')).toMatchObject({
      status: 404,
      json: { code: 'PGRST205', hint: "Perhaps you meant the table 'public.books'" },
    })
    expect(await rest.send('/zzz')).toMatchObject({ json: { hint: null } })
  })

  test('a query string without end is refused', async () => {
    const answer = await rest.send(`/books?id=in.(${'1,'.repeat(40_000)}1)`)
    expect(answer.status).toBe(414)
  })
})

describe('the schema cache', () => {
  test('hears of new tables, columns, functions and foreign keys', async () => {
    expect((await rest.send('/novelties')).status).toBe(404)
    await rest.sql(`
      create table novelties (id int primary key, book_id int references books);
      grant select on novelties to anon;
    `)
    await expect.poll(async () => (await rest.send('/novelties?select=id,books(title)')).status).toBe(200)
    await rest.sql('alter table novelties add column extra text')
    await expect.poll(async () => (await rest.send('/novelties?select=extra')).status).toBe(200)
    await rest.sql('drop table novelties')
    await expect.poll(async () => (await rest.send('/novelties')).json).toMatchObject({ code: 'PGRST205' })
  })

  test('takes its settings from the database, and new ones when told', async () => {
    const { rows } = await rest.sql('select current_database() as name')
    await rest.sql(`alter role authenticator in database ${rows[0].name} set pgrst.db_max_rows to '2'`)
    await rest.sql(`notify pgrst, 'reload config'`)
    await expect.poll(async () => (await rest.send('/books?select=id')).json).toHaveLength(2)
  })

  test('comes back after its session was ended', async () => {
    await rest.sql(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'platform rest cache' and datname = current_database()
    `)
    await rest.sql('create table late (id int); grant select on late to anon')
    await expect.poll(async () => (await rest.send('/late')).status).toBe(200)
  })
})

describe('an answer that is large by its address alone', () => {
  test.each([
    ['one column under many names', Array.from({ length: 400 }, (_, at) => `a${at}:title`).join(',')],
    ['one column again and again', Array.from({ length: 9 }, () => 'title').join(',')],
    ['one column in other types', Array.from({ length: 9 }, (_, at) => `a${at}:title::text`).join(',')],
    ['every column again and again', Array.from({ length: 300 }, () => '*').join(',')],
    ['one relation under many names', Array.from({ length: 9 }, (_, at) => `a${at}:authors(*)`).join(',')],
    ['one column within a relation', `authors(${Array.from({ length: 9 }, () => 'name').join(',')})`],
  ])('%s is refused', async (_, select) => {
    const answer = await rest.send(`/books?select=${select}`)
    expect(answer).toMatchObject({ status: 400, json: { code: 'PGRST100' } })
  })
  test('a column that is asked for a few times is not', async () => {
    expect((await rest.send('/books?select=*,title,a:title,b:title,c:title::text')).status).toBe(200)
  })
})
