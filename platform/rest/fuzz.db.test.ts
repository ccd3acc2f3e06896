import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RestHarness, restHarness } from './testing/harness.ts'

/** The word that no response may contain: it lies in a table nobody was given, and in a row of somebody else. */
const SECRET = 'swordfish'
const RUNS = 400

let rest: RestHarness
beforeAll(async () => {
  rest = await restHarness(`
    insert into notes (owner, body) values ('00000000-0000-4000-8000-00000000000b', '${SECRET}');
    create function leak(books) returns text language sql stable security definer as $$ select '${SECRET}' $$;
    revoke execute on function leak(books) from public;
    create function canary() returns int language sql as $$ select count(*)::int from secrets $$;
  `)
})
afterAll(() => rest.close())

const INJECTIONS = [
  `'; drop table books; --`,
  `" union select word from secrets --`,
  `1) or 1=1 --`,
  `*,secrets(word)`,
  `notes!inner(body)`,
  `word::text`,
  `id::int)from secrets--`,
  `id::text from secrets`,
  `pg_sleep(10)`,
  `pg_read_file`,
  `current_user`,
  `ctid`,
  `xmin`,
  `tableoid`,
  `row_to_json`,
  `leak`,
  `books.id`,
  `"books"."id"`,
  `$1`,
  `$$`,
  `\\'; select 1`,
  `%00`,
  `\u0000secrets`,
  `a\u0000"b`,
  `🦊`,
  `\ud800`,
  `{"a":1}`,
  `{}`,
  `()`,
  `((((((((`,
  `in.(1,2`,
  `not.not.eq.1`,
  `eq.1`,
  `is.null`,
  `fts(english).a`,
  `fts('english').a`,
  `like.*`,
  `match.(((((`,
  `->>`,
  `data->`,
  `->-1`,
  `->99999999999999`,
  `count()`,
  `id.sum()`,
  `...authors(*)`,
  `authors!author_id!inner(*)`,
  `asc.nullslast`,
  `9223372036854775808`,
  `-1`,
  `NaN`,
  `infinity`,
]
const NAMES = [
  'id',
  'title',
  'author_id',
  'details',
  'tags',
  'years',
  'words',
  'shout',
  'covers',
  'genres',
  'authors',
  'nope',
]
const KEYS = [
  'select',
  'order',
  'limit',
  'offset',
  'or',
  'and',
  'not.or',
  'columns',
  'on_conflict',
  'covers.order',
  'genres.limit',
  'genres.or',
  ...NAMES,
]

const fragment = fc.oneof(fc.constantFrom(...INJECTIONS, ...NAMES), fc.string({ maxLength: 12, unit: 'binary' }))
const value = fc.array(fragment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
const wrapped = fc.oneof(
  value,
  value.map((text) => `eq.${text}`),
  value.map((text) => `(${text})`),
  value.map((text) => `in.(${text})`),
  value.map((text) => `cs.{${text}}`),
  value.map((text) => `title,${text}`),
  value.map((text) => `x:${text}(id)`),
)
const key = fc.oneof(
  fc.constantFrom(...KEYS),
  fragment,
  fc.tuple(fragment, fc.constantFrom('.order', '.id', '->a', '->>0')).map((pair) => pair.join('')),
)
/** Good parts between the bad ones, so that the bad ones are reached. */
const GOOD_PAIRS: [string, string][] = [
  ['select', 'id,title,authors!author_id(name)'],
  ['select', '*'],
  ['id', 'gt.0'],
  ['order', 'id.desc'],
  ['limit', '3'],
  ['or', '(id.eq.1,id.gt.2)'],
]
const pair = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...GOOD_PAIRS) },
  { weight: 1, arbitrary: fc.tuple(key, wrapped) },
)
const query = fc.array(pair, { maxLength: 3 })
const path = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom('books', 'authors', 'notes', 'cheap_books', 'rpc/cheaper_than', 'rpc/add', 'shelves'),
  },
  { weight: 1, arbitrary: fragment },
)
const headerText = fc.string({ maxLength: 20 }).map((text) => text.replace(/[^\x21-\x7e]/g, '').trim())
const PREFERENCES = [
  '',
  'count=exact',
  'return=representation',
  'resolution=merge-duplicates',
  'handling=strict',
  'timezone=x',
  'max-affected=x',
  'tx=rollback',
]
const prefer = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PREFERENCES) }, { weight: 1, arbitrary: headerText })
const ACCEPTED = ['', '*/*', 'application/json', 'text/csv', 'application/vnd.pgrst.object+json']
const accept = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ACCEPTED) }, { weight: 1, arbitrary: headerText })

async function probe(
  token: string | null,
  input: { path: string; query: [string, string][]; prefer: string; accept: string; method: string; body: string },
) {
  const search = new URLSearchParams(input.query.map(([name, text]): [string, string] => [name, text.toWellFormed()]))
  const headers = new Headers({ prefer: input.prefer, accept: input.accept })
  if (token) headers.set('authorization', `Bearer ${token}`)
  const where = input.path
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/')
  const body = ['GET', 'HEAD', 'DELETE'].includes(input.method) ? null : input.body
  return rest.send(`/${where}?${search}`, { method: input.method, headers, body })
}

const input = fc.record({
  path,
  query,
  prefer,
  accept,
  method: fc.constantFrom(
    'GET',
    'GET',
    'GET',
    'GET',
    'GET',
    'GET',
    'POST',
    'PATCH',
    'DELETE',
    'PUT',
    'HEAD',
    'OPTIONS',
  ),
  body: fc.oneof(fc.json(), fc.constantFrom('', '{', '[]', '[{}]', '{"id":1}', '{"a":1}'), value),
})

test.each([
  'anon',
  'authenticated',
])('as %s no request breaks the server or shows more than the policies', async (role) => {
  const token = role === 'anon' ? null : await rest.as(role)
  let answered = 0
  await fc.assert(
    fc.asyncProperty(input, async (request) => {
      const answer = await probe(token, request)
      expect(answer.text).not.toContain(SECRET)
      expect(answer.status, answer.text).toBeLessThan(500)
      if (answer.status < 300) answered += 1
    }),
    { numRuns: RUNS },
  )
  // Nothing would be found if all were refused at the door.
  expect(answered).toBeGreaterThan(RUNS / 20)
  const { rows } = await rest.sql(
    `select (select count(*)::int from secrets) as secrets, to_regclass('books') is not null as books`,
  )
  expect(rows).toEqual([{ secrets: 1, books: true }])
})

test('the secret is there to be found: whoever may read it does', async () => {
  const token = await rest.as('service_role')
  const headers = { authorization: `Bearer ${token}` }
  expect((await rest.send('/secrets', { headers })).text).toContain(SECRET)
  expect((await rest.send('/notes', { headers })).text).toContain(SECRET)
})

test.each([
  ['brackets', `/books?select=${'a('.repeat(3000)}`],
  ['groups', `/books?or=${'(and'.repeat(3000)}`],
  ['nested groups', `/books?or=${`(or`.repeat(2000)}(id.eq.1)${')'.repeat(2000)}`],
  ['json steps', `/books?select=details${'->a'.repeat(3000)}`],
  ['columns', `/books?select=${'id,'.repeat(3000)}id`],
  ['filters', `/books?${'id=gt.0&'.repeat(3000)}`],
  ['values', `/books?id=in.(${'1,'.repeat(9000)}1)`],
  ['an expensive pattern', `/books?title=match.${encodeURIComponent(`${'(a*)*'.repeat(200)}b`)}`],
])('many %s end in an answer below 500', async (_, path) => {
  const answer = await rest.send(path)
  expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(500)
})

test('a body nested without end is refused, also as the whole argument of a function', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const headers = { authorization: `Bearer ${await rest.as('service_role')}` }
  const asColumn = await rest.send('/authors', { method: 'POST', headers, body: `{"id":9,"name":"x","about":${deep}}` })
  expect(asColumn).toMatchObject({ status: 400, json: { code: 'PGRST102' } })
  expect(await rest.send('/rpc/echo', { method: 'POST', body: deep })).toMatchObject({ status: 400 })
})

const EVIL = `x", (select 1) as "y`
const quoted = `"${EVIL.replaceAll('"', '\\"')}"`

test.each([
  ['a column alias', `/books?id=eq.1&select=${encodeURIComponent(`${quoted}:id`)}`, [{ [EVIL]: 1 }]],
  [
    'a resource alias',
    `/books?id=eq.1&select=${encodeURIComponent(`${quoted}:covers(url)`)}`,
    [{ [EVIL]: { url: 'one.jpg' } }],
  ],
  ['a json key', `/books?id=eq.1&select=${encodeURIComponent(`k:details->${quoted}`)}`, [{ k: null }]],
  ['a value', `/books?select=id&title=eq.${encodeURIComponent(`' or 1=1 --`)}`, []],
  ['a list value', `/books?select=id&title=in.(${encodeURIComponent(`"') or 1=1 --"`)})`, []],
])('%s that tries to leave its quotes is only a text', async (_, path, expected) => {
  expect(await rest.send(path)).toMatchObject({ status: 200, json: expected })
})

test.each([
  'row_to_json',
  'pg_typeof',
  'ctid',
  'tableoid',
  'leak2',
  'text',
])('a function or system column named %s is no column', async (name) => {
  expect(await rest.send(`/books?select=${name}`)).toMatchObject({ status: 400, json: { code: '42703' } })
})
