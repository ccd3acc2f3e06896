import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestHarness, restHarness } from './testing/harness.ts'

let rest: RestHarness
beforeAll(async () => {
  rest = await restHarness()
})
afterAll(() => rest.close())

const get = async (path: string) => (await rest.send(path)).json

describe('selecting columns', () => {
  test.each([
    [
      'renames, casts and walks into json',
      'title:title,price::text,details->pages,w:details->size->>w',
      [{ title: 'Engines', price: '5.00', pages: 100, w: '10' }],
    ],
    ['shows computed columns', 'id,shout', [{ id: 1, shout: 'ENGINES' }]],
    ['indexes json arrays', 'id,tags->0', [{ id: 1, tags: 'steam' }]],
  ])('%s', async (_, select, expected) => {
    expect(await get(`/books?id=eq.1&select=${encodeURIComponent(select)}`)).toEqual(expected)
  })

  test('takes names with blanks, quotes and punctuation', async () => {
    const select = encodeURIComponent('"Id!",white space,"quo\\"te"')
    expect(await get(`/Odd%20Names?select=${select}`)).toEqual([{ 'Id!': 1, 'white space': 'blank', 'quo"te': 'mark' }])
  })

  test('says that a column is unknown in the words of Postgres, with its suggestion', async () => {
    const answer = await rest.send('/books?select=titel')
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({
      code: '42703',
      message: 'column books.titel does not exist',
      details: null,
      hint: 'Perhaps you meant to reference the column "books.title".',
    })
    const direct = await rest.sql('select public.books.titel from public.books').catch((error: unknown) => error)
    expect(direct).toMatchObject({ hint: 'Perhaps you meant to reference the column "books.title".' })
  })

  test('refuses a type that does not exist', async () => {
    const answer = await rest.send('/books?select=title::nonsense')
    expect(answer).toMatchObject({ status: 400, json: { code: '42704' } })
  })
})

describe('filters', () => {
  test.each([
    ['id=eq.1', [1]],
    ['id=neq.1', [2, 3, 4]],
    ['id=gt.2', [3, 4]],
    ['id=gte.2', [2, 3, 4]],
    ['id=lt.2', [1]],
    ['id=lte.2', [1, 2]],
    ['title=like.N*', [2]],
    ['title=ilike.n%25', [2]],
    ['title=match.^E', [1]],
    ['title=imatch.^e', [1]],
    ['id=in.(1,3)', [1, 3]],
    ['title=in.("Robots, \\"R.U.R.\\"",Notes)', [2, 4]],
    ['id=in.()', []],
    ['id=not.in.(1,2)', [3, 4]],
    ['editor_id=is.null', [2]],
    ['editor_id=not.is.null', [1, 3, 4]],
    ['editor_id=is.not_null', [1, 3, 4]],
    ['editor_id=isdistinct.1', [1, 2]],
    ['tags=cs.{maths}', [1, 2]],
    ['tags=cd.{maths,steam}', [1, 2]],
    ['tags=ov.{moor,stage}', [3, 4]],
    ['details=cs.{"pages":20}', [2]],
    ['years=sl.[1845,1846)', [2]],
    ['years=sr.[1845,1846)', [3, 4]],
    ['years=nxl.[1845,1846)', [3, 4]],
    ['years=nxr.[1844,1845)', [2]],
    ['years=adj.[1850,1860)', [1]],
    ['words=fts.steam', [1, 2]],
    ['words=plfts(simple).moor', [3]],
    ['title=wfts(english).engine', [1]],
    ['title=phfts(english).engine', [1]],
    ['title=like(any).{E*,N*}', [1, 2]],
    ['title=like(all).{*o*,*s}', [2]],
    ['id=eq(any).{1,4}', [1, 4]],
    ['mood=eq.dark', [2, 3]],
    ['details->pages=gt.50', [1, 4]],
    ['details->>pages=eq.20', [2]],
    ['details->size->>w=eq.10', [1]],
    ['shout=eq.NOTES', [2]],
    ['or=(id.eq.1,id.eq.2)', [1, 2]],
    ['or=(id.eq.1,and(author_id.eq.1,price.gt.10))', [1, 2]],
    ['and=(id.gt.1,id.lt.4,not.or(id.eq.2))', [3]],
    ['not.or=(id.eq.1,id.eq.2)', [3, 4]],
    ['or=(title.eq."Robots, \\"R.U.R.\\"",id.in.(1,2))', [1, 2, 4]],
    ['or=(tags.cs.{"a,b"},id.eq.2)', [2, 4]],
    ['id=gt.1&id=lt.3', [2]],
  ])('%s', async (filter, ids) => {
    const [key = '', ...value] = filter.split('=')
    const query =
      filter.includes('&') || filter.includes('%') ? filter : `${key}=${encodeURIComponent(value.join('='))}`
    const rows = await get(`/books?select=id&order=id&${query}`)
    expect(rows).toEqual(ids.map((id) => ({ id })))
  })

  test('a parameter without an operator is refused with what would have fit', async () => {
    const answer = await rest.send('/books?id=1')
    expect(answer.json).toEqual({
      code: 'PGRST100',
      message: '"failed to parse filter (1)" (line 1, column 1)',
      details: 'unexpected "1" expecting "not" or operator (eq, gt, ...)',
      hint: null,
    })
  })
})

describe('order, limit and range', () => {
  test.each([
    ['order=price.desc', [4, 2, 3, 1]],
    ['order=editor_id.desc.nullslast,id', [1, 3, 4, 2]],
    ['order=editor_id.nullsfirst,id.desc', [2, 4, 3, 1]],
    ['order=details->size->>w.desc.nullslast,id', [1, 2, 3, 4]],
    ['order=id&limit=2&offset=1', [2, 3]],
    ['order=id&limit=0', []],
    ['order=shout.desc', [4, 2, 3, 1]],
  ])('%s', async (query, ids) => {
    expect(await get(`/books?select=id&${query}`)).toEqual(ids.map((id) => ({ id })))
  })

  test('the Range header pages like limit and offset', async () => {
    const answer = await rest.send('/books?select=id&order=id', { headers: { range: '1-2', prefer: 'count=exact' } })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe('1-2/4')
    expect(answer.json).toEqual([{ id: 2 }, { id: 3 }])
  })

  test.each([
    ['/books?limit=-1', {}, 'Limit should be greater than or equal to zero.'],
    [
      '/books',
      { range: '5-2' },
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    ],
    ['/books?offset=9', { prefer: 'count=exact' }, 'An offset of 9 was requested, but there are only 4 rows.'],
  ])('%s is not satisfiable', async (path, headers, details) => {
    const answer = await rest.send(path, { headers })
    expect(answer).toMatchObject({ status: 416, json: { code: 'PGRST103', details } })
  })

  test('no reply holds more rows than max_rows, embedded ones included', async () => {
    await rest.sql('insert into genres select n, n::text from generate_series(100, 190) n')
    await rest.sql('insert into book_genres select 2, n from generate_series(100, 190) n')
    const rows = await get('/genres?select=id')
    expect(rows).toHaveLength(50)
    const [book] = [await get('/books?id=eq.2&select=genres(id)')].flat()
    expect(book).toMatchObject({ genres: expect.toSatisfy((list) => list.length === 50) })
    await rest.sql('delete from book_genres where genre_id >= 100; delete from genres where id >= 100')
  })
})

describe('counts', () => {
  test('exact counts all rows that the filters reach, inner joins included', async () => {
    const answer = await rest.send('/books?select=id,authors!author_id!inner()&authors.name=eq.Ada&limit=1', {
      headers: { prefer: 'count=exact' },
    })
    expect(answer.headers.get('content-range')).toBe('0-0/2')
    expect(answer.status).toBe(206)
  })

  test('planned and estimated give a number without error', async () => {
    for (const kind of ['planned', 'estimated']) {
      const answer = await rest.send('/books?select=id', { headers: { prefer: `count=${kind}` } })
      expect(answer.headers.get('content-range')).toMatch(/^0-3\/\d+$/)
    }
  })

  test('HEAD answers with the headers alone', async () => {
    const answer = await rest.send('/books?select=id', { method: 'HEAD', headers: { prefer: 'count=exact' } })
    expect(answer).toMatchObject({ status: 200, text: '' })
    expect(answer.headers.get('content-range')).toBe('0-3/4')
  })

  test('an empty result has no range', async () => {
    const answer = await rest.send('/books?id=eq.0', { headers: { prefer: 'count=exact' } })
    expect(answer.headers.get('content-range')).toBe('*/0')
  })
})

describe('shapes of the reply', () => {
  test('one object is asked for and given', async () => {
    const accept = 'application/vnd.pgrst.object+json'
    const answer = await rest.send('/books?id=eq.1&select=id', { headers: { accept } })
    expect(answer.json).toEqual({ id: 1 })
    expect(answer.headers.get('content-type')).toBe(`${accept}; charset=utf-8`)
    const many = await rest.send('/books?select=id', { headers: { accept } })
    expect(many).toMatchObject({ status: 406, json: { code: 'PGRST116', details: 'The result contains 4 rows' } })
  })

  test('CSV has a header line and quotes what needs it', async () => {
    const answer = await rest.send('/books?select=id,title&order=id.desc&limit=2', { headers: { accept: 'text/csv' } })
    expect(answer.text).toBe('id,title\n4,"Robots, ""R.U.R."""\n3,Heights')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  })

  test('nulls are left out on demand', async () => {
    const answer = await rest.send('/books?id=eq.2&select=id,editor_id', {
      headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
    })
    expect(answer.json).toEqual([{ id: 2 }])
  })

  test('a media type that cannot be made is refused', async () => {
    const answer = await rest.send('/books', { headers: { accept: 'image/png' } })
    expect(answer).toMatchObject({
      status: 406,
      json: { code: 'PGRST107', message: 'None of these media types are available: image/png' },
    })
  })

  test('a media type that the database makes by an aggregate is sent as it is', async () => {
    const answer = await rest.send('/books?order=id&limit=2', { headers: { accept: 'text/x-titles' } })
    expect(answer).toMatchObject({ status: 200, text: 'Engines;Notes;' })
    expect(answer.headers.get('content-type')).toBe('text/x-titles')
    expect(await rest.send('/authors', { headers: { accept: 'text/x-titles' } })).toMatchObject({ status: 406 })
  })

  test('plans are off until the database turns them on', async () => {
    const answer = await rest.send('/books', { headers: { accept: 'application/vnd.pgrst.plan+json' } })
    expect(answer).toMatchObject({ status: 406, json: { code: 'PGRST107' } })
  })

  test('Content-Location is the canonical url, where that fits a header', async () => {
    const answer = await rest.send('/books?select=id&id=eq.1')
    expect(answer.headers.get('content-location')).toBe('/books?id=eq.1&select=id')
    const ids = Array.from({ length: 2_000 }, (_none, n) => 10_000 + n)
    const long = await rest.send(`/books?select=id&id=in.(${ids.join(',')},1)`)
    expect(long.json).toEqual([{ id: 1 }])
    expect(long.headers.get('content-location'), 'too long for a client to read').toBeNull()
  })
})

describe('schemas', () => {
  test('a profile header chooses among the exposed ones, and the reply names it', async () => {
    const answer = await rest.send('/books', { headers: { 'accept-profile': 'archive' } })
    expect(answer.json).toEqual([{ id: 1, title: 'Old book' }])
    expect(answer.headers.get('content-profile')).toBe('archive')
  })

  test('any other is refused', async () => {
    const answer = await rest.send('/books', { headers: { 'accept-profile': 'auth' } })
    expect(answer).toMatchObject({
      status: 406,
      json: {
        code: 'PGRST106',
        message: 'Invalid schema: auth',
        hint: 'Only the following schemas are exposed: public, archive',
      },
    })
  })
})

test('a read is repeated from its cached plan with the same result, and never across roles', async () => {
  const first = await rest.send('/notes?select=id')
  expect(first.status).toBe(401)
  const token = await rest.as('authenticated')
  for (let round = 0; round < 3; round += 1) {
    const mine = await rest.send('/notes?select=id', { headers: { authorization: `Bearer ${token}` } })
    expect(mine).toMatchObject({ status: 200, json: [] })
    expect((await rest.send('/notes?select=id')).status).toBe(401)
  }
})
