import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type RestHarness, restHarness } from './testing/harness.ts'

/**
 * PostgREST v14's own examples of behaviour that is easily missed, on tables of our own: each is one request and what
 * must be true of its response.
 */
let rest: RestHarness
let token: string
beforeAll(async () => {
  rest = await restHarness(`
    alter role authenticator in database {database} set pgrst.db_tx_end to 'rollback';
    alter role authenticator in database {database} set pgrst.db_aggregates_enabled to 'true';

    -- A colour is kept as a number and shown as text.
    create domain colour as int;
    create function colour_out(colour) returns json language sql immutable as $$
      select case when $1 is null then '""'::json else to_json('#' || lpad(to_hex($1::int), 6, '0')) end
    $$;
    create function colour_in(text) returns colour language sql immutable as $$
      select ('x' || lpad(ltrim($1, '#'), 8, '0'))::bit(32)::int::colour
    $$;
    create function colour_in(json) returns colour language sql immutable as $$ select public.colour_in($1 #>> '{}') $$;
    create cast (colour as json) with function colour_out(colour) as implicit;
    create cast (json as colour) with function colour_in(json) as implicit;
    create cast (text as colour) with function colour_in(text) as implicit;
    create table paints (id int primary key, name text, tint colour, at timestamptz default '2026-01-01 00:00:00+00');
    insert into paints values (1, 'red', 16711680), (2, 'green', 65280), (3, 'none', null);
    create table walls (id int primary key, paint_id int references paints);
    insert into walls values (1, 1), (2, 3);

    create domain found as tsvector;
    create domain found_more as found not null;
    create table texts (id int primary key, words found, more found_more);
    insert into texts values (1, 'cat dog', 'cat dog'), (2, 'fish', 'fish');

    create domain "*/*" as bytea;
    create domain "text/tab-separated-values" as text;
    create domain "application/vnd.pgrst.object" as text;
    create domain "app/any" as bytea;
    create function plain_bytes() returns "*/*" language plpgsql as $$
    begin
      perform set_config('response.headers', '[{"Content-Type": "app/chosen"}]', true);
      return '\\x00ff41'::bytea;
    end $$;
    create function never(state "application/vnd.pgrst.object", item genres) returns "application/vnd.pgrst.object"
      language sql as $$ select 'never'::"application/vnd.pgrst.object" $$;
    create aggregate never_agg(genres) (sfunc = never, stype = "application/vnd.pgrst.object", initcond = '');
    create function add_row(state "app/any", item anyelement) returns "app/any" language sql immutable as $$
      select (state || convert_to(item::text, 'UTF8'))::"app/any" $$;
    create aggregate any_rows(anyelement) (sfunc = add_row, stype = "app/any", initcond = '');
    create function add_tabs(state "text/tab-separated-values", item genres) returns "text/tab-separated-values"
      language sql immutable as $$ select (state || item.id || E'\\t' || item.name || E'\\n')::"text/tab-separated-values" $$;
    create aggregate tabs(genres) (sfunc = add_tabs, stype = "text/tab-separated-values", initcond = '');
    create function add_shelf(state "*/*", item shelves) returns "*/*" language sql immutable as $$
      select (state || convert_to(item.label, 'UTF8'))::"*/*" $$;
    create aggregate shelf_bytes(shelves) (sfunc = add_shelf, stype = "*/*", initcond = '');

    create function one_record() returns record language sql as $$ select 1 as id, 'one' as name $$;
    create function records() returns setof record language sql as $$ values (1, 'one'), (2, 'two') $$;

    create view covered_books as
      select b.id, b.title, c.book_id as cover_id, c.url from books b join covers c on c.book_id = b.id;
    create function covered_books_insert() returns trigger language plpgsql as 'begin return new; end';
    create trigger covered_books_insert instead of insert on covered_books
      for each row execute function covered_books_insert();

    grant all on all tables in schema public to service_role;
    grant execute on all functions in schema public to service_role;
  `)
  token = await rest.as('service_role')
})
afterAll(() => rest.close())

interface Example {
  ask: string
  send?: unknown
  headers?: Record<string, string>
  status?: number
  json?: unknown
  text?: string
  /** Headers of the response; null for one that must not be there. */
  has?: Record<string, string | null>
}

async function run({ ask, send, headers = {} }: Example): Promise<Answer> {
  const [method = 'GET', path = '/'] = ask.split(' ')
  return rest.send(path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(send === undefined ? {} : { body: typeof send === 'string' ? send : JSON.stringify(send) }),
  })
}

async function judge(example: Example) {
  const answer = await run(example)
  expect(answer).toMatchObject({
    status: example.status ?? 200,
    ...('json' in example ? { json: example.json } : {}),
    ...('text' in example ? { text: example.text } : {}),
  })
  if (Array.isArray(example.json)) expect(answer.json).toEqual(example.json)
  for (const [name, value] of Object.entries(example.has ?? {})) expect(answer.headers.get(name), name).toBe(value)
}

const FULL = { prefer: 'return=representation' }

describe('domains that are shown and read through casts of their own', () => {
  test.each<Example>([
    { ask: 'GET /paints?select=id,tint&id=eq.1', json: [{ id: 1, tint: '#ff0000' }] },
    { ask: 'GET /paints?select=id,shade:tint&id=eq.2', json: [{ id: 2, shade: '#00ff00' }] },
    { ask: 'GET /paints?select=shade:tint::text&id=eq.2', json: [{ shade: '"#00ff00"' }] },
    { ask: 'GET /paints?select=tint&id=eq.3', json: [{ tint: '' }] },
    { ask: 'GET /paints?id=eq.1', json: [{ id: 1, name: 'red', tint: '#ff0000', at: '2026-01-01T00:00:00+00:00' }] },
    { ask: 'GET /paints?select=name,*&id=eq.3', json: [{ name: 'none', id: 3, tint: '', at: expect.any(String) }] },
    { ask: 'GET /walls?select=id,paints(tint)&id=eq.1', json: [{ id: 1, paints: { tint: '#ff0000' } }] },
    { ask: 'GET /walls?select=id,paints(*)&id=eq.2', json: [{ id: 2, paints: expect.objectContaining({ tint: '' }) }] },
    { ask: 'GET /walls?select=id,...paints(tint)&id=eq.1', json: [{ id: 1, tint: '#ff0000' }] },
    { ask: 'GET /paints?select=id&tint=eq.00ff00', json: [{ id: 2 }] },
    { ask: 'GET /paints?select=id&tint=neq.00ff00', json: [{ id: 1 }] },
    { ask: 'GET /paints?select=id&tint=in.(00ff00,ff0000)&order=id', json: [{ id: 1 }, { id: 2 }] },
    { ask: 'GET /paints?select=id&tint=not.in.(00ff00)', json: [{ id: 1 }] },
    { ask: 'GET /paints?select=id&tint=isdistinct.ff0000&order=id', json: [{ id: 2 }, { id: 3 }] },
    { ask: 'GET /paints?select=id&or=(tint.eq.ff0000,id.eq.3)&order=id', json: [{ id: 1 }, { id: 3 }] },
    {
      ask: 'GET /walls?select=id,paints!inner(tint)&paints.tint=eq.ff0000',
      json: [{ id: 1, paints: { tint: '#ff0000' } }],
    },
    {
      ask: 'POST /paints?select=id,tint',
      send: { id: 9, tint: '#0000ff' },
      headers: FULL,
      status: 201,
      json: [{ id: 9, tint: '#0000ff' }],
    },
    {
      ask: 'POST /paints',
      send: [
        { id: 9, tint: '#0000ff' },
        { id: 10, tint: null },
      ],
      headers: FULL,
      status: 201,
      json: [expect.objectContaining({ tint: '#0000ff' }), expect.objectContaining({ tint: '' })],
    },
    {
      ask: 'POST /paints?columns=id,name',
      send: { id: 9, tint: 'no colour' },
      headers: FULL,
      status: 201,
      json: [expect.objectContaining({ id: 9, tint: '' })],
    },
    {
      ask: 'POST /paints?columns=id,tint,at&select=tint',
      send: [{ id: 9, tint: '#0000ff' }],
      headers: { prefer: 'missing=default,return=representation' },
      status: 201,
      json: [{ tint: '#0000ff' }],
    },
    { ask: 'PATCH /paints?id=eq.1&select=tint', send: { tint: '#000001' }, headers: FULL, json: [{ tint: '#000001' }] },
    {
      ask: 'PUT /paints?id=eq.1',
      send: { id: 1, tint: '#000001' },
      headers: FULL,
      json: [expect.objectContaining({ tint: '#000001' })],
    },
    { ask: 'DELETE /paints?tint=eq.00ff00&select=tint', headers: FULL, json: [{ tint: '#00ff00' }] },
  ])('$ask', judge)
})

describe('text search on domains', () => {
  test.each<Example>([
    { ask: 'GET /texts?select=id&words=fts(simple).cat', json: [{ id: 1 }] },
    { ask: 'GET /texts?select=id&more=fts(simple).cat', json: [{ id: 1 }] },
    { ask: 'GET /texts?select=id&more=not.wfts(simple).cat', json: [{ id: 2 }] },
  ])('$ask', judge)
})

describe('writes', () => {
  test.each<Example>([
    { ask: 'POST /genres', send: { id: 50, name: 'x' }, status: 201, text: '', has: { 'content-type': null } },
    {
      ask: 'POST /genres',
      send: { id: 50, name: 'x' },
      headers: { prefer: 'return=headers-only' },
      status: 201,
      has: { 'content-type': null, location: '/genres?id=eq.50' },
    },
    ...['{}', '[]', '[{}]'].flatMap((send) => [
      { ask: 'PATCH /genres', send, status: 204, text: '', has: { 'content-range': '*/*' } },
      { ask: 'PATCH /genres?select=id', send, headers: FULL, json: [], has: { 'content-range': '*/*' } },
    ]),
    { ask: 'PATCH /genres', send: { name: 'x' }, status: 400, json: { code: '21000' } },
    { ask: 'DELETE /genres', status: 400, json: { code: '21000' } },
    { ask: 'DELETE /genres?select=id&order=id.desc&id=lt.0', headers: FULL, json: [] },
    {
      ask: 'DELETE /book_genres?book_id=gt.2&select=genre_id&order=genre_id.desc',
      headers: FULL,
      json: [{ genre_id: 3 }, { genre_id: 2 }, { genre_id: 1 }],
    },
    {
      ask: 'PATCH /books?id=lt.4&select=id&order=title',
      send: { price: 1 },
      headers: FULL,
      json: [{ id: 1 }, { id: 3 }, { id: 2 }],
    },
    {
      ask: 'POST /genres?select=name&order=id.desc',
      send: [
        { id: 60, name: 'a' },
        { id: 61, name: 'b' },
      ],
      headers: FULL,
      status: 201,
      json: [{ name: 'b' }, { name: 'a' }],
    },
    {
      ask: 'POST /covered_books',
      send: { id: 1, cover_id: 3 },
      headers: { prefer: 'return=headers-only' },
      status: 201,
      has: { location: '/covered_books?id=eq.1&cover_id=eq.3' },
    },
    {
      ask: 'POST /covered_books',
      send: { id: 1 },
      headers: { prefer: 'return=headers-only' },
      status: 201,
      has: { location: '/covered_books?id=eq.1&cover_id=is.null' },
    },
    ...['name=eq.x', 'id=not.eq.1', 'nothing=eq.1', 'and=(id.eq.1)', 'id=in.(1)', 'id=eq.1&name=eq.x'].map(
      (filters) => ({
        ask: `PUT /genres?${filters}`,
        send: { id: 1, name: 'x' },
        status: 405,
        json: { code: 'PGRST105' },
      }),
    ),
  ])('$ask $send', judge)
})

describe('ranges and preferences', () => {
  test.each<Example>([
    {
      ask: 'GET /genres?offset=100',
      headers: { prefer: 'count=exact' },
      status: 416,
      json: { code: 'PGRST103' },
      has: { 'content-range': '*/3' },
    },
    {
      ask: 'GET /rpc/numbers?offset=9',
      headers: { prefer: 'count=exact' },
      status: 416,
      has: { 'content-range': '*/5' },
    },
    { ask: 'GET /genres?id=eq.1', headers: { prefer: 'timezone=Nowhere/Land' }, has: { 'preference-applied': null } },
    {
      ask: 'GET /genres?id=eq.1',
      headers: { prefer: 'timezone=Europe/Berlin' },
      has: { 'preference-applied': 'timezone=Europe/Berlin' },
    },
    { ask: 'GET /genres?id=in.(%20%20)', json: [] },
    { ask: 'GET /genres?select=id&and=(id.gt.1,id.lt.3))', json: [{ id: 2 }] },
  ])('$ask $headers', judge)
})

describe('media types with handlers', () => {
  test.each<Example>([
    {
      ask: 'GET /genres?id=lt.3&order=id',
      headers: { accept: 'text/tab-separated-values' },
      text: '1\tscience\n2\tnovel\n',
      has: { 'content-type': 'text/tab-separated-values' },
    },
    { ask: 'GET /genres?select=id', headers: { accept: 'text/tab-separated-values' }, status: 406 },
    {
      ask: 'GET /genres?id=eq.1',
      headers: { accept: 'application/vnd.pgrst.object' },
      json: { id: 1, name: 'science' },
      has: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
    },
    {
      ask: 'GET /genres?id=eq.1',
      headers: { accept: 'app/any' },
      text: '(1,science)',
      has: { 'content-type': 'app/any' },
    },
    { ask: 'GET /genres?id=eq.1&select=name', headers: { accept: 'app/any' }, text: '(science)' },
    { ask: 'GET /genres', headers: { accept: 'app/other' }, status: 406, json: { code: 'PGRST107' } },
    {
      ask: 'GET /shelves?id=eq.1',
      headers: { accept: 'some/thing' },
      text: 'room',
      has: { 'content-type': 'application/octet-stream' },
    },
    { ask: 'GET /shelves?id=eq.1', headers: { accept: '*/*' }, text: 'room' },
    { ask: 'GET /shelves?id=eq.1&select=label', headers: { accept: '*/*' }, json: [{ label: 'room' }] },
    { ask: 'GET /rpc/page', headers: { accept: 'text/html' }, text: '<b>hi</b>', has: { 'content-type': 'text/html' } },
  ])('$ask $headers', judge)

  test('a handler of any type answers bytes as they are, under the type that it chooses', async () => {
    const request = new Request('http://rest.test/rpc/plain_bytes', {
      headers: { authorization: `Bearer ${token}`, accept: 'magic/number' },
    })
    const answer = await rest.service.fetch(request, { requestId: 'test', clientAddress: '::1', mountPath: '' })
    expect(answer.headers.get('content-type')).toBe('app/chosen')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from([0, 255, 0x41]))
  })
})

describe('functions and aggregates', () => {
  test.each<Example>([
    { ask: 'POST /rpc/one_record', json: { id: 1, name: 'one' } },
    {
      ask: 'POST /rpc/records',
      json: [
        { column1: 1, column2: 'one' },
        { column1: 2, column2: 'two' },
      ],
    },
    {
      ask: 'GET /books?select=...authors!author_id(writer:name),count()&order=authors(writer).desc',
      json: [
        { writer: 'Čapek', count: 1 },
        { writer: 'Brontë', count: 1 },
        { writer: 'Ada', count: 2 },
      ],
    },
    {
      ask: 'GET /covers?select=...books(authors!author_id(name),price.sum())',
      json: expect.arrayContaining([
        { authors: { name: 'Ada' }, sum: 5 },
        { authors: { name: 'Brontë' }, sum: 7.5 },
      ]),
    },
    { ask: 'GET /shelves?select=id,shelves!shelves_parent_id_fkey(id)', status: 400, json: { code: 'PGRST200' } },
  ])('$ask', judge)
})

describe('tokens', () => {
  test.each([
    ['exp', 'soon', "The JWT 'exp' claim must be a number"],
    ['nbf', 'soon', "The JWT 'nbf' claim must be a number"],
    ['iat', 'soon', "The JWT 'iat' claim must be a number"],
    ['aud', { a: 1 }, "The JWT 'aud' claim must be a string or an array of strings"],
    ['aud', ['a', 1], "The JWT 'aud' claim must be a string or an array of strings"],
  ])('a claim %s of %j is refused', async (claim, value, message) => {
    const authorization = `Bearer ${await rest.as('authenticated', { [claim]: value })}`
    const answer = await rest.send('/genres', { headers: { authorization } })
    expect(answer).toMatchObject({ status: 401, json: { code: 'PGRST303', message } })
  })

  test.each([
    ['Bearer', 'Empty JWT is sent in Authorization header', null],
    [
      'Bearer eyJhbGciOiJub25lIn0.e30.eA',
      'Wrong or unsupported encoding algorithm',
      "JWT is unsecured but expected 'alg' was not 'none'",
    ],
  ])('%s is no token', async (authorization, message, details) => {
    const answer = await rest.send('/genres', { headers: { authorization } })
    expect(answer).toMatchObject({ status: 401, json: { code: 'PGRST301', message, details } })
  })
})
