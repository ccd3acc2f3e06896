import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type RestHarness, restHarness } from './testing/harness.ts'

let rest: RestHarness
let token: string
beforeAll(async () => {
  rest = await restHarness(`
    alter role authenticator in database {database} set pgrst.db_tx_end to 'commit-allow-override';
  `)
  token = await rest.as('service_role')
})
afterAll(() => rest.close())

async function write(method: string, path: string, body: unknown, prefer = '', headers: object = {}): Promise<Answer> {
  return rest.send(path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(prefer === '' ? {} : { prefer }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}
const rows = async (sql: string) => (await rest.sql(sql)).rows

describe('insert', () => {
  test('stores one row and says nothing about it unless asked', async () => {
    const answer = await write('POST', '/authors', { id: 10, name: 'New' })
    expect(answer).toMatchObject({ status: 201, text: '' })
    expect(answer.headers.get('content-range')).toBe('*/*')
    expect(await rows('select name from authors where id = 10')).toEqual([{ name: 'New' }])
  })

  test('returns what was stored, with embedded resources and computed columns', async () => {
    const answer = await write(
      'POST',
      '/books?select=title,shout,author:authors!author_id(name)',
      { title: 'Fresh', author_id: 1 },
      'return=representation',
    )
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual([{ title: 'Fresh', shout: 'FRESH', author: { name: 'Ada' } }])
    expect(answer.headers.get('preference-applied')).toBe('return=representation')
  })

  test('a star beside a computed column shows every column once', async () => {
    const answer = await write('POST', '/genres?select=*', [{ id: 20, name: 'essay' }], 'return=representation')
    expect(answer.json).toEqual([{ id: 20, name: 'essay' }])
    const book = await write('POST', '/books?select=*,shout', { title: 'Loud', author_id: 1 }, 'return=representation')
    expect(book.json).toMatchObject([{ title: 'Loud', shout: 'LOUD', price: 9.5 }])
  })

  test('many rows need the same keys, unless columns names them', async () => {
    const uneven = [{ id: 30, name: 'a' }, { id: 31 }]
    expect(await write('POST', '/genres', uneven)).toMatchObject({
      status: 400,
      json: { code: 'PGRST102', message: 'All object keys must match' },
    })
    const books = [
      { title: 'x', author_id: 1, price: 1 },
      { title: 'y', author_id: 1 },
    ]
    const nulls = await write('POST', '/books?columns="title","author_id","price"', books)
    expect(nulls).toMatchObject({ status: 400, json: { code: '23502' } })
    const defaults = await write(
      'POST',
      '/books?columns="title","author_id","price"&select=title,price',
      books,
      'missing=default,return=representation',
    )
    expect(defaults.json).toEqual([
      { title: 'x', price: 1 },
      { title: 'y', price: 9.5 },
    ])
  })

  test('empty objects take every default, and no rows store nothing', async () => {
    expect(await write('POST', '/books', {})).toMatchObject({ json: { code: '23502' } })
    const none = await write('POST', '/genres', [], 'return=representation')
    expect(none).toMatchObject({ status: 201, json: [] })
  })

  test('the Location header names the new row', async () => {
    const answer = await write('POST', '/genres', { id: 40, name: 'letter' }, 'return=headers-only')
    expect(answer.headers.get('location')).toBe('/genres?id=eq.40')
  })

  test('takes CSV and forms', async () => {
    const csv = await write('POST', '/genres', 'id,name\n50,"a, b"\n51,plain', 'return=representation', {
      'content-type': 'text/csv',
    })
    expect(csv.json).toEqual([
      { id: 50, name: 'a, b' },
      { id: 51, name: 'plain' },
    ])
    const form = await write('POST', '/genres', 'id=52&name=form+ed', 'return=representation', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(form.json).toEqual([{ id: 52, name: 'form ed' }])
  })

  test.each([
    ['/genres', '{"id":', 'PGRST102', 400],
    ['/genres', '"text"', 'PGRST102', 400],
    ['/genres', '[1]', 'PGRST102', 400],
    ['/genres', '{"id": 60, "colour": 1}', 'PGRST204', 400],
    ['/genres', '{"id": 1, "name": "twice"}', '23505', 409],
    ['/books', '{"title": "x", "author_id": 999}', '23503', 409],
    ['/genres', '{"id": "x"}', '22P02', 400],
  ])('%s refuses %s with %s', async (path, body, code, status) => {
    expect(await write('POST', path, body)).toMatchObject({ status, json: { code } })
  })
})

describe('upsert', () => {
  test('merges on the primary key: 201 when a row is new, 200 when none is', async () => {
    const merge = 'resolution=merge-duplicates,return=representation'
    const changed = await write('POST', '/genres', { id: 1, name: 'sciences' }, merge)
    expect(changed).toMatchObject({ status: 200, json: [{ id: 1, name: 'sciences' }] })
    expect(changed.headers.get('preference-applied')).toBe('resolution=merge-duplicates, return=representation')
    const mixed = await write(
      'POST',
      '/genres',
      [
        { id: 1, name: 'science' },
        { id: 70, name: 'added' },
      ],
      merge,
    )
    expect(mixed.status).toBe(201)
  })

  test('merges on other columns by on_conflict', async () => {
    const answer = await write(
      'POST',
      '/genres?on_conflict=name',
      { id: 71, name: 'novel' },
      'resolution=merge-duplicates,return=representation',
    )
    expect(answer).toMatchObject({ status: 409 })
    const same = await write(
      'POST',
      '/genres?on_conflict=name',
      { id: 3, name: 'drama' },
      'resolution=merge-duplicates',
    )
    expect(same.status).toBe(200)
  })

  test('ignores duplicates on demand', async () => {
    const answer = await write(
      'POST',
      '/genres',
      [
        { id: 1, name: 'other' },
        { id: 72, name: 'seventy-two' },
      ],
      'resolution=ignore-duplicates,return=representation',
    )
    expect(answer).toMatchObject({ status: 201, json: [{ id: 72 }] })
  })

  test('PUT stores exactly the row that the url names', async () => {
    const created = await write('PUT', '/genres?id=eq.80', { id: 80, name: 'put' }, 'return=representation')
    expect(created).toMatchObject({ status: 201, json: [{ id: 80, name: 'put' }] })
    const replaced = await write('PUT', '/genres?id=eq.80', { id: 80, name: 'put again' }, 'return=representation')
    expect(replaced.status).toBe(200)
    expect(await write('PUT', '/genres?id=eq.80', { id: 81, name: 'x' })).toMatchObject({
      status: 400,
      json: { code: 'PGRST115' },
    })
    expect(await rows('select id from genres where id = 81')).toEqual([])
    expect(await write('PUT', '/genres?name=eq.x', { id: 80, name: 'x' })).toMatchObject({
      status: 405,
      json: { code: 'PGRST105' },
    })
    expect(await write('PUT', '/genres?id=eq.80&limit=1', { id: 80, name: 'x' })).toMatchObject({
      status: 400,
      json: { code: 'PGRST114' },
    })
  })
})

describe('update and delete', () => {
  test('change what the filters reach and count it', async () => {
    const answer = await write('PATCH', '/shelves?id=in.(3,4)', { label: 'moved' }, 'count=exact')
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect(answer.headers.get('content-range')).toBe('0-1/2')
    const shown = await write('PATCH', '/shelves?id=eq.4&select=label', { label: 'back' }, 'return=representation')
    expect(shown).toMatchObject({ status: 200, json: [{ label: 'back' }] })
    const nothing = await write('PATCH', '/shelves?id=eq.4&select=label', {}, 'return=representation')
    expect(nothing).toMatchObject({ status: 200, json: [] })
    expect(nothing.headers.get('content-range')).toBe('*/*')
  })

  test('DELETE returns the rows it removed', async () => {
    await rest.sql("insert into shelves values (90, 'x', null), (91, 'y', null)")
    const answer = await write('DELETE', '/shelves?id=gte.90&select=id', undefined, 'return=representation,count=exact')
    expect(answer).toMatchObject({ status: 200, json: [{ id: 90 }, { id: 91 }] })
    expect(answer.headers.get('content-range')).toBe('*/2')
  })

  test('a forgotten filter changes nothing', async () => {
    for (const [method, word] of [
      ['PATCH', 'UPDATE'],
      ['DELETE', 'DELETE'],
    ] as const) {
      const answer = await write(method, '/shelves', { label: 'all' })
      expect(answer).toMatchObject({ status: 400, json: { code: '21000', message: `${word} requires a WHERE clause` } })
    }
  })

  test('more rows than max-affected are left as they were', async () => {
    const prefer = 'handling=strict,max-affected=1'
    const answer = await write('PATCH', '/shelves?id=in.(1,2)', { label: 'many' }, prefer)
    expect(answer).toMatchObject({ status: 400, json: { code: 'PGRST124', details: 'The query affects 2 rows' } })
    expect(await rows("select id from shelves where label = 'many'")).toEqual([])
    expect(await write('PATCH', '/shelves?id=eq.1', { label: 'room' }, prefer)).toMatchObject({ status: 204 })
  })

  test('more than one object where one was asked for is undone', async () => {
    const headers = { accept: 'application/vnd.pgrst.object+json' }
    const answer = await write('PATCH', '/shelves?id=in.(1,2)', { label: 'two' }, 'return=representation', headers)
    expect(answer).toMatchObject({ status: 406, json: { code: 'PGRST116' } })
    expect(await rows("select id from shelves where label = 'two'")).toEqual([])
  })

  test('what fails under tx=rollback leaves nothing behind for the next request', async () => {
    const failed = await write('POST', '/genres', { id: 1, name: 'again' }, 'tx=rollback')
    expect(failed.status).toBe(409)
    const next = await write('POST', '/shelves', { id: 70, label: 'next' })
    expect([next.status, await rows('select label from shelves where id = 70')]).toEqual([201, [{ label: 'next' }]])
  })

  test('tx=rollback shows the result and keeps nothing', async () => {
    const answer = await write('DELETE', '/covers?book_id=eq.1', undefined, 'tx=rollback,return=representation')
    expect(answer).toMatchObject({ status: 200, json: [{ book_id: 1 }] })
    expect(answer.headers.get('preference-applied')).toContain('tx=rollback')
    expect(await rows('select book_id from covers where book_id = 1')).toHaveLength(1)
  })

  test('unknown preferences matter only with handling=strict', async () => {
    expect(await write('PATCH', '/shelves?id=eq.1', { label: 'room' }, 'handling=lenient,colour=red')).toMatchObject({
      status: 204,
    })
    expect(await write('PATCH', '/shelves?id=eq.1', { label: 'room' }, 'handling=strict,colour=red')).toMatchObject({
      status: 400,
      json: { code: 'PGRST122', details: 'Invalid preferences: colour=red' },
    })
  })
})

describe('row level security', () => {
  test('owners see and write their own rows; a foreign row is refused, a foreign update finds nothing', async () => {
    const alice = { authorization: `Bearer ${await rest.as('authenticated')}` }
    const bob = {
      authorization: `Bearer ${await rest.as('authenticated', { sub: '00000000-0000-4000-8000-00000000000b' })}`,
    }
    const made = await rest.send('/notes', {
      method: 'POST',
      headers: { ...alice, prefer: 'return=representation' },
      body: '{"body": "mine"}',
    })
    expect(made.status).toBe(201)
    expect((await rest.send('/notes', { headers: alice })).json).toMatchObject([{ body: 'mine' }])
    expect((await rest.send('/notes', { headers: bob })).json).toEqual([])
    const stolen = await rest.send('/notes?body=eq.mine', {
      method: 'DELETE',
      headers: { ...bob, prefer: 'count=exact' },
    })
    expect(stolen.headers.get('content-range')).toBe('*/0')
    const forged = await rest.send('/notes', {
      method: 'POST',
      headers: bob,
      body: '{"body": "x", "owner": "00000000-0000-4000-8000-00000000000a"}',
    })
    expect(forged).toMatchObject({ status: 403, json: { code: '42501' } })
  })
})
