import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type RestHarness, restHarness } from './testing/harness.ts'

let rest: RestHarness
beforeAll(async () => {
  rest = await restHarness(`
    comment on schema public is E'Library\\nBooks and who wrote them.';
    comment on table books is E'A book.\\nLonger words.';
    comment on column books.title is 'On the cover';
    alter role authenticator in database {database} set pgrst.db_plan_enabled to 'true';
    create table formats (
      id int primary key, small smallint, big bigint, letters character(5), amount numeric(10, 2), counts int[], mood mood
    );
    create function moody(mood mood, at bigint) returns int language sql immutable as 'select 1';
    grant all on formats to service_role;
    grant execute on function moody to service_role;
  `)
})
afterAll(() => rest.close())

const Document = z.object({
  swagger: z.literal('2.0'),
  info: z.object({ title: z.string(), description: z.string() }),
  host: z.string(),
  basePath: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  definitions: z.record(
    z.string(),
    z.object({ required: z.array(z.string()).optional(), properties: z.record(z.string(), z.unknown()) }),
  ),
  parameters: z.record(z.string(), z.unknown()),
})

const read = async (token?: string) => {
  const headers = new Headers({ accept: 'application/openapi+json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  const answer = await rest.send('/', { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8')
  return Document.parse(answer.json)
}

describe('the document at the root', () => {
  test('names the schema, the address and the tables with their keys', async () => {
    const document = await read()
    expect(document.info).toMatchObject({ title: 'Library', description: 'Books and who wrote them.' })
    expect([document.host, document.basePath]).toEqual(['rest.test', '/rest/v1'])
    expect(document.definitions.books?.required).toEqual(['id', 'title', 'author_id', 'price'])
    expect(document.definitions.books?.properties).toMatchObject({
      id: { type: 'integer', format: 'int32', description: 'Note:\nThis is a Primary Key.<pk/>' },
      title: { type: 'string', format: 'text', description: 'On the cover' },
      author_id: { description: "Note:\nThis is a Foreign Key to `authors.id`.<fk table='authors' column='id'/>" },
      price: { type: 'number', default: 9.5 },
      mood: { type: 'string', enum: ['dark', 'light'], default: 'light' },
      tags: { type: 'array', items: { type: 'string' } },
    })
    expect(Object.keys(document.paths['/books'] ?? {})).toEqual(['get', 'post', 'patch', 'delete'])
    expect(Object.keys(document.paths['/fixed_view'] ?? {})).toEqual(['get'])
    expect(Object.keys(document.paths['/rpc/add'] ?? {})).toEqual(['get', 'post'])
    expect(Object.keys(document.paths['/rpc/reprice'] ?? {})).toEqual(['post'])
  })

  test('formats are widths and bare names, an own enum has no schema in arguments, a one-to-one key is noted', async () => {
    const document = await read(await rest.as('service_role'))
    expect(document.definitions.formats?.properties).toMatchObject({
      small: { format: 'int32' },
      big: { type: 'integer', format: 'int64' },
      letters: { type: 'string', format: 'character', maxLength: 5 },
      amount: { type: 'number', format: 'numeric' },
      counts: { type: 'array', format: 'integer[]', items: { type: 'integer' } },
      mood: { format: 'public.mood' },
    })
    expect(document.definitions.covers?.properties.book_id).toMatchObject({
      description: expect.stringContaining("This is a Foreign Key to `books.id`.<fk table='books' column='id'/>"),
    })
    expect(document.definitions.books?.properties.id).toMatchObject({
      description: expect.not.stringContaining('Foreign Key'),
    })
    const moody = JSON.stringify(document.paths['/rpc/moody'])
    expect(moody).toContain('"format":"mood"')
    expect(moody).toContain('"format":"int64"')
    expect(moody).not.toContain('public.mood')
  })

  test('shows what the caller may touch and nothing else', async () => {
    const anonymous = await read()
    expect(anonymous.paths).not.toHaveProperty('/secrets')
    expect(anonymous.paths).not.toHaveProperty('/notes')
    const service = await read(await rest.as('service_role'))
    expect(service.paths).toHaveProperty('/secrets')
    await rest.sql('revoke execute on function add(int, int) from anon')
    expect((await read()).paths).not.toHaveProperty('/rpc/add')
  })

  test('every reference leads somewhere', async () => {
    const document = await read()
    const references: string[] = []
    JSON.stringify(document, (name, value) => {
      if (name === '$ref') references.push(value)
      return value
    })
    expect(references.length).toBeGreaterThan(50)
    for (const reference of references) {
      const [, kind, ...name] = reference.split('/')
      const known = kind === 'parameters' ? document.parameters : document.definitions
      expect(Object.keys(known)).toContain(name.join('/'))
    }
  })

  test('is not made in other media types, and can be turned off', async () => {
    expect(await rest.send('/', { headers: { accept: 'text/csv' } })).toMatchObject({ status: 406 })
    const { rows } = await rest.sql('select current_database() as name')
    await rest.sql(`alter role authenticator in database ${rows[0].name} set pgrst.openapi_mode to 'disabled'`)
    await rest.sql(`notify pgrst, 'reload config'`)
    await expect.poll(async () => (await rest.send('/')).json).toMatchObject({ code: 'PGRST126' })
  })
})

describe('plans', () => {
  test('are shown as text or JSON when the database has turned them on', async () => {
    const text = await rest.send('/books', { headers: { accept: 'application/vnd.pgrst.plan' } })
    expect(text.text).toMatch(/Aggregate {2}\(cost=/)
    const accept = 'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|verbose'
    const json = await rest.send('/books?id=eq.1', { headers: { accept } })
    expect(json.json).toMatchObject([{ Plan: { 'Actual Rows': expect.anything(), Output: expect.anything() } }])
    expect(json.headers.get('content-type')).toMatch(/^application\/vnd\.pgrst\.plan\+json; for="application\/vnd/)
  })
})
