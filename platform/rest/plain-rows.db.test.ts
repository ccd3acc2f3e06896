import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestHarness, restHarness } from './testing/harness.ts'

/** Values that are odd in their own type, each as SQL. */
const ODD_VALUES: Record<string, string[]> = {
  boolean: ['true', 'false'],
  smallint: ['-32768', '0'],
  integer: ['2147483647', '-1'],
  bigint: ['9223372036854775807', '-9223372036854775808'],
  real: ["'NaN'", "'-Infinity'", '1e-30', '0.1'],
  'double precision': ["'Infinity'", '1e300', '-0.0', '1e21', '123456.789'],
  numeric: ["'NaN'", "'-Infinity'", '-0.000000000000000000001', '123456789012345678901234567890.10'],
  'numeric(10,2)': ['0', '9.5', '-0.01'],
  json: [`'{"a" :  [1,\n 2], "ü":"\\u0041"}'`, `'null'`, `'"text"'`],
  jsonb: [`'{"b": 1, "a": {"c": [true, null, "\\""]}}'`, `'12'`],
  date: ["'2026-11-22'", "'0044-03-15 BC'", "'12026-01-01'", "'infinity'", "'-infinity'"],
  timestamp: ["'2026-11-22 09:30:00'", "'0044-03-15 12:00:00.5 BC'", "'infinity'", "'2026-11-22 23:59:59.999999'"],
  timestamptz: [
    "'2026-11-22 09:30:00+00'",
    "'0044-03-15 12:00:00+00 BC'",
    "'1850-01-01 00:00:00+00'",
    "'-infinity'",
    "'12026-01-01 00:00:00.25+00'",
  ],
  'timestamp(0)': ["'2026-11-22 09:30:00.7'"],
  text: [
    `E'"\\\\/\\b\\f\\n\\r\\t\\x01\\x1f\\x7f'`,
    "''",
    "'🌸 é \u2028'",
    `repeat('"', 40000)`,
    `repeat('x', 40000) || E'\\n'`,
  ],
  'character varying(20)': [`'a"b'`],
  'character(5)': ["'a'"],
  name: ["'n'"],
  uuid: ["'00000000-0000-4000-8000-00000000000a'"],
  bytea: [`'\\x00ff'`],
  time: ["'24:00:00'", "'09:30:00.5'"],
  timetz: ["'09:30:00+05:30'"],
  interval: ["'1 year -2 days 03:04:05.6'"],
  inet: ["'10.0.0.1/8'"],
  cidr: ["'10.0.0.0/8'"],
  tsvector: [`'a:1 ''b"c'':2'`],
  mood: ["'dark'"],
  'text[]': [`array['a"b', null]`, "'{}'"],
  int4range: ["'[1,5)'"],
  'timestamptz[]': ["array['2026-11-22 09:30:00+00'::timestamptz]"],
  'pg_catalog.point': ["'(1,2)'"],
  '"text/html"': ["'<b>'"],
  authors: [`row(1, 'Ann', '2000-01-01', '{"a":1}')`],
}
const TYPES = Object.keys(ODD_VALUES)

function oddTable(): string {
  const columns = TYPES.map((type, at) => `c${at} ${type}`).join(', ')
  const rows = TYPES.flatMap((type, at) =>
    (ODD_VALUES[type] ?? []).map((value) => `insert into odd (c${at}) values (cast(${value} as ${type}));`),
  )
  return `
    create table odd (id int generated always as identity primary key, "say ""hi"", ü" text default 'x', ${columns});
    ${rows.join('\n')}
    create table simple (id int primary key, body text, at timestamptz default '2026-11-22 09:30:00+00', day date);
    create view replying as select 1 as id, public.set_reply() as reply;
    create function replies() returns table (reply text) language sql stable as $$ select public.set_reply() $$;
    create table changing (id int primary key, value int);
    insert into changing values (1, 42);
    create table growing (id int primary key);
    insert into growing values (1);
    grant all on odd, simple, replying, changing, growing to anon, authenticated;
    grant execute on function replies to anon;
  `
}

let rest: RestHarness

beforeAll(async () => {
  rest = await restHarness(oddTable())
})
afterAll(() => rest.close())

/** A count is made by Postgres, and so is the body then: json_agg's, which parts rows by a comma and a line. */
async function byPostgres(path: string, init: RequestInit = {}): Promise<string> {
  const { text } = await rest.send(path, { ...init, headers: { ...init.headers, prefer: 'count=exact' } })
  return text.replaceAll(', \n ', ',')
}

describe('rows that become JSON here are what Postgres would make of them', () => {
  test.each(TYPES.map((type, at) => [type, `c${at}`]))('%s', async (_, column) => {
    const path = `/odd?select=id,${column}&or=(${column}.not.is.null,id.eq.1)&order=id`
    expect((await rest.send(path)).text).toBe(await byPostgres(path))
  })

  test('in other time zones, with minutes and seconds in their offset', async () => {
    const at = TYPES.indexOf('timestamptz')
    for (const zone of ['Asia/Kolkata', 'America/New_York', 'Europe/Amsterdam']) {
      const path = `/odd?select=c${at}&c${at}=not.is.null&order=id`
      const headers = { prefer: `timezone=${zone}` }
      const own = (await rest.send(path, { headers })).text
      const both = await rest.send(path, { headers: { prefer: `timezone=${zone}, count=exact` } })
      expect(own).toBe(both.text.replaceAll(', \n ', ','))
      expect(own).toMatch(zone === 'Europe/Amsterdam' ? /\+00:\d\d:\d\d"/ : /[+-]\d\d:\d\d"/)
    }
  })

  test('aliases, casts, paths into JSON, computed columns and embedded rows', async () => {
    for (const path of [
      '/simple?select=*',
      '/simple',
      '/books?select=title,title,t:title,price::text,price::int,details->a,details->>b,mood,tags&order=id',
      '/books?select=shout,authors!author_id(*),covers(url)&order=id',
      '/books?select=authors!author_id()&order=id',
      `/odd?select=${encodeURIComponent('"say \\"hi\\", ü"')}&limit=1`,
    ]) {
      const answer = await rest.send(path)
      expect([answer.status, answer.text], path).toEqual([200, await byPostgres(path)])
    }
  })

  test('rows of functions that only read, asked for by GET and by POST', async () => {
    const selects = [
      'id,title,price,tags,mood&order=id',
      'id,shout,authors!author_id(name)&order=id',
      'title&price=lt.9&order=title.desc',
    ]
    for (const select of selects) {
      const path = `/rpc/cheaper_than?select=${select}`
      const called = await rest.send(`${path}&top=100`)
      expect([called.status, called.text]).toEqual([200, await byPostgres(`${path}&top=100`)])
      const init = { method: 'POST', body: '{"top": 100}', headers: { 'content-type': 'application/json' } }
      expect((await rest.send(path, init)).text).toBe(called.text)
    }
    expect((await rest.send('/rpc/summary')).text).toBe(await byPostgres('/rpc/summary'))
    const all = (await rest.send('/rpc/cheaper_than?top=100&order=id')).text
    expect(all.replaceAll(', \n ', ',')).toBe(await byPostgres('/rpc/cheaper_than?top=100&order=id'))
  })

  test('all columns, some of them of types that only Postgres can show', async () => {
    for (const path of ['/odd?order=id', '/books?select=*&order=id', '/odd?select=*,again:id&order=id']) {
      const { status, text } = await rest.send(path)
      expect([status, text.replaceAll(', \n ', ',')], path).toEqual([200, await byPostgres(path)])
    }
  })

  test('any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { minLength: 1, maxLength: 20 }),
        async (drawn) => {
          const texts = drawn.map((text) => text.replaceAll('\0', '').toWellFormed())
          const values = texts.map((text, at) => `(${at}, '${text.replaceAll("'", "''")}')`)
          await rest.sql(`set standard_conforming_strings = on; truncate simple; insert into simple values ${values}`)
          const { text, json } = await rest.send('/simple?select=id,body&order=id')
          expect(json).toEqual(texts.map((body, id) => ({ id, body })))
          expect(text).toBe(await byPostgres('/simple?select=id,body&order=id'))
        },
      ),
      { numRuns: 40 },
    )
  })
})

test('one row alone, and no rows', async () => {
  await rest.sql(`truncate simple; insert into simple (id, body) values (1, 'one')`)
  const headers = { accept: 'application/vnd.pgrst.object+json' }
  expect((await rest.send('/simple?select=id,body', { headers })).text).toBe('{"id":1,"body":"one"}')
  expect((await rest.send('/simple?select=id&id=eq.2', { headers })).status).toBe(406)
  const none = await rest.send('/simple?select=id&id=eq.2')
  expect([none.text, none.headers.get('content-range')]).toEqual(['[]', '*/*'])
})

test('functions still have their say on status and headers', async () => {
  const { status, headers, json } = await rest.send('/replying')
  expect([status, headers.get('x-library'), json]).toEqual([202, 'open', [{ id: 1, reply: 'set' }]])
  const called = await rest.send('/rpc/replies')
  expect([called.status, called.headers.get('x-library'), called.json]).toEqual([202, 'open', [{ reply: 'set' }]])
})

test('a table that was altered a moment ago is read as it is now', async () => {
  const value = () => rest.send('/changing?select=id,value')
  for (let time = 0; time < 4; time += 1) expect((await value()).json).toEqual([{ id: 1, value: 42 }])
  await rest.sql('alter table changing alter column value type text')
  expect(await value()).toMatchObject({ status: 200, json: [{ id: 1, value: '42' }] })
  const all = () => rest.send('/growing')
  for (let time = 0; time < 4; time += 1) expect((await all()).json).toEqual([{ id: 1 }])
  await rest.sql(`alter table growing add column mood mood default 'light'`)
  expect(await all()).toMatchObject({ status: 200, json: [{ id: 1, mood: 'light' }] })
})

test('a database with another style of dates shows them as JSON does', async () => {
  const german = await restHarness(`${oddTable()}; alter database {database} set datestyle = 'German'`)
  try {
    await german.sql(`insert into simple (id, day) values (1, '2026-11-22')`)
    for (let time = 0; time < 2; time += 1) {
      const { json } = await german.send('/simple?select=at,day')
      expect(json).toEqual([{ at: '2026-11-22T09:30:00+00:00', day: '2026-11-22' }])
    }
  } finally {
    await german.close()
  }
})
