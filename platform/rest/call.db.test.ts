import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALICE, type RestHarness, restHarness } from './testing/harness.ts'

let rest: RestHarness
beforeAll(async () => {
  rest = await restHarness()
})
afterAll(() => rest.close())

const post = (name: string, body: unknown, headers: Record<string, string> = {}) =>
  rest.send(`/rpc/${name}`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers })
const get = (path: string) => rest.send(`/rpc/${path}`)

describe('arguments', () => {
  test.each([
    ['add?a=1&b=2', 3],
    ['add?a=1', 11],
    ['total?nums=1&nums=2&nums=3', 6],
  ])('GET %s', async (path, expected) => {
    expect(await get(path)).toMatchObject({ status: 200, json: expected })
  })

  test.each([
    ['add', { a: 1, b: 2 }, 3],
    ['add', { a: 5 }, 15],
    ['total', { nums: [1, 2, 3] }, 6],
    ['echo', { any: ['thing'] }, { any: ['thing'] }],
  ])('POST %s %j', async (name, body, expected) => {
    expect(await post(name, body)).toMatchObject({ status: 200, json: expected })
  })

  test('a whole text body goes to a single unnamed parameter', async () => {
    const answer = await post('echo_text', 'just words', { 'content-type': 'text/plain' })
    expect(answer).toMatchObject({ status: 200, json: 'just words' })
  })

  test('a form calls like GET', async () => {
    const answer = await post('add', 'a=2&b=3', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(answer.json).toBe(5)
  })

  test('overloads that differ in type alone cannot be chosen', async () => {
    expect(await post('pick', { x: 1 })).toMatchObject({
      status: 300,
      json: {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: public.pick(x => integer), public.pick(x => text)',
      },
    })
  })

  test.each([
    ['ad?a=1', 'public.ad(a)', 'with parameter a', null],
    ['cheaper_tha?top=1', 'public.cheaper_tha(top)', 'with parameter top', 'public.cheaper_than'],
    ['add?aa=1', 'public.add(aa)', 'with parameter aa', 'public.add(a, b)'],
    ['total', 'public.total without parameters', 'without parameters', 'public.total(nums)'],
  ])('%s is not found', async (path, shown, searched, hint) => {
    const answer = await get(path)
    expect(answer).toMatchObject({
      status: 404,
      json: {
        code: 'PGRST202',
        message: `Could not find the function ${shown} in the schema cache`,
        hint: hint === null ? null : `Perhaps you meant to call the function ${hint}`,
      },
    })
    expect(answer.text).toContain(searched)
  })
})

describe('results', () => {
  test.each([
    ['numbers', [1, 2, 3, 4, 5]],
    ['summary', [{ books: 4, authors: 3 }]],
    ['cheaper_than?top=10&select=id&order=id', [{ id: 1 }, { id: 3 }]],
    [
      'cheaper_than?top=10&id=gt.1&select=title,authors!author_id(name)',
      [{ title: 'Heights', authors: { name: 'Brontë' } }],
    ],
    ['cheaper_than?top=10&select=shout&order=shout.desc&limit=1', [{ shout: 'HEIGHTS' }]],
    ['cheaper_than?top=100&select=id&order=id&offset=1&limit=2', [{ id: 2 }, { id: 3 }]],
  ])('%s', async (path, expected) => {
    expect(await get(path)).toMatchObject({ status: 200, json: expected })
  })

  test('void answers 204', async () => {
    expect(await post('nothing', {})).toMatchObject({ status: 204, text: '' })
  })

  test('counts and pages a set', async () => {
    const answer = await rest.send('/rpc/cheaper_than?top=100&limit=2', { headers: { prefer: 'count=exact' } })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe('0-1/4')
  })

  test('a function that returns a media type answers in it', async () => {
    const answer = await rest.send('/rpc/page', { headers: { accept: 'text/html' } })
    expect(answer).toMatchObject({ status: 200, text: '<b>hi</b>' })
    expect(answer.headers.get('content-type')).toBe('text/html')
  })

  test('status and headers are the function’s to overrule', async () => {
    const answer = await get('set_reply')
    expect(answer.status).toBe(202)
    expect(answer.headers.get('x-library')).toBe('open')
    expect(await get('bad_status')).toMatchObject({ status: 500, json: { code: 'PGRST112' } })
    expect(await get('bad_headers')).toMatchObject({ status: 500, json: { code: 'PGRST111' } })
  })
})

describe('transactions', () => {
  test('GET is read only, so a writing function is refused', async () => {
    const token = await rest.as('service_role')
    const headers = { authorization: `Bearer ${token}` }
    expect(await rest.send('/rpc/reprice?factor=2', { headers })).toMatchObject({
      status: 405,
      json: { code: '25006' },
    })
    const answer = await post('reprice?select=id,price&order=id', { factor: 2 }, headers)
    expect(answer.json).toMatchObject([{ id: 1, price: 10 }, { id: 2 }, { id: 3 }])
  })

  test('max-affected undoes a call that changed more, and wants a set', async () => {
    const token = await rest.as('service_role')
    const headers = { authorization: `Bearer ${token}`, prefer: 'handling=strict,max-affected=2' }
    expect(await post('reprice', { factor: 5 }, headers)).toMatchObject({ status: 400, json: { code: 'PGRST124' } })
    const { rows } = await rest.sql('select price::int as price from books where id = 1')
    expect(rows).toEqual([{ price: 10 }])
    expect(await post('add', { a: 1 }, headers)).toMatchObject({ status: 400, json: { code: 'PGRST128' } })
  })

  test('the function sees the caller, the request and the time zone', async () => {
    const token = await rest.as('authenticated')
    const answer = await rest.send('/rpc/request_settings', {
      headers: {
        authorization: `Bearer ${token}`,
        'x-test': 'yes',
        cookie: 'taste=sweet; other=1',
        prefer: 'timezone=Asia/Tokyo',
      },
    })
    expect(answer.json).toEqual({
      role: 'authenticated',
      claims: { role: 'authenticated', sub: ALICE, exp: expect.any(Number) },
      method: 'GET',
      path: '/rpc/request_settings',
      header: 'yes',
      cookie: 'sweet',
      search_path: '"public", "public", "extensions"',
      timezone: 'Asia/Tokyo',
      timeout: '8s',
    })
    const anonymous = await get('request_settings')
    expect(anonymous.json).toMatchObject({ role: 'anon', claims: { role: 'anon' }, timeout: '3s' })
  })

  test('an unknown time zone is ignored, or refused when asked strictly', async () => {
    const lenient = await rest.send('/rpc/add?a=1', { headers: { prefer: 'timezone=Mars/Base' } })
    expect(lenient.status).toBe(200)
    const strict = await rest.send('/rpc/add?a=1', { headers: { prefer: 'handling=strict,timezone=Mars/Base' } })
    expect(strict).toMatchObject({
      status: 400,
      json: { code: 'PGRST122', details: 'Invalid preferences: timezone=Mars/Base' },
    })
  })
})

describe('methods', () => {
  test.each([
    ['/books', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/fixed_view', 'OPTIONS,GET,HEAD'],
    ['/rpc/add', 'OPTIONS,GET,HEAD,POST'],
    ['/', 'OPTIONS,GET,HEAD'],
  ])('OPTIONS %s', async (path, allow) => {
    const answer = await rest.send(path === '/rpc/add' ? '/rpc/add?a=1' : path, { method: 'OPTIONS' })
    expect(answer.headers.get('allow')).toBe(allow)
  })

  test.each([
    ['PATCH', '/rpc/add', 405, 'PGRST101'],
    ['POST', '/', 405, 'PGRST117'],
    ['GET', '/a/b/c', 404, 'PGRST125'],
    ['GET', '/rpc', 404, 'PGRST205'],
  ])('%s %s is refused', async (method, path, status, code) => {
    expect(await rest.send(path, { method })).toMatchObject({ status, json: { code } })
  })
})
