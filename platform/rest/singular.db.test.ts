import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestHarness, restHarness } from './testing/harness.ts'

let rest: RestHarness
let token: string
beforeAll(async () => {
  rest = await restHarness(`
    create table tags (id int primary key, word text);
    grant all on tags to service_role;
    create function retag(low int, high int) returns setof tags language sql volatile as $$
      update public.tags set word = 'changed' where id between low and high returning *
    $$;
    create function untag(low int) returns setof int language sql volatile as $$
      delete from public.tags where id >= low returning id
    $$;
    grant execute on all functions in schema public to service_role;
  `)
  token = await rest.as('service_role')
})
afterAll(() => rest.close())

const START = [1, 2, 3, 4].map((id) => ({ id, word: `word ${id}` }))
const tags = async () => (await rest.sql('select * from tags order by id')).rows

/** One write of a fresh table, with `.single()`'s media type. */
async function single(method: string, path: string, body: unknown, prefer: string) {
  await rest.sql(`truncate tags; insert into tags select i, 'word ' || i from generate_series(1, 4) i`)
  return rest.send(path, {
    method,
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.pgrst.object+json', prefer },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  })
}

const TWO_NEW = [
  { id: 7, word: 'a' },
  { id: 8, word: 'b' },
]
/** What is written, how many rows it reaches, and with which preference beside the wanted representation. */
const WRITES: readonly (readonly [string, string, unknown, number, string])[] = [
  ['DELETE', '/tags?id=gt.0', null, 4, ''],
  ['DELETE', '/tags?id=gt.9', null, 0, ''],
  ['PATCH', '/tags?id=lte.2', { word: 'changed' }, 2, ''],
  ['PATCH', '/tags?id=gt.9', { word: 'changed' }, 0, ''],
  ['POST', '/tags', TWO_NEW, 2, ''],
  ['POST', '/tags', [], 0, ''],
  ['POST', '/tags', TWO_NEW, 2, ',resolution=merge-duplicates'],
  ['POST', '/tags', { id: 1, word: 'a' }, 0, ',resolution=ignore-duplicates'],
]

describe.each([
  'return=minimal',
  'return=headers-only',
  'return=representation',
  'count=exact',
])('with %s', (wanted) => {
  test.each(
    WRITES,
  )('a single result of %s %s with %j is refused for %i rows, and nothing was done', async (...write) => {
    const [method, path, body, rows, more] = write
    const answer = await single(method, path, body, wanted + more)
    expect(answer).toMatchObject({
      status: 406,
      json: { code: 'PGRST116', details: `The result contains ${rows} rows` },
    })
    expect(await tags()).toEqual(START)
  })

  test('exactly one row is written', async () => {
    expect((await single('PATCH', '/tags?id=eq.2', { word: 'changed' }, wanted)).status).toBeLessThan(300)
    expect((await tags())[1]).toEqual({ id: 2, word: 'changed' })
    expect((await single('POST', '/tags', [{ id: 9, word: 'new' }], wanted)).status).toBe(201)
    expect((await single('DELETE', '/tags?id=eq.1', null, wanted)).status).toBeLessThan(300)
    expect(await tags()).toEqual(START.slice(1))
  })
})

test.each([
  ['/rpc/retag', { low: 1, high: 2 }, 2],
  ['/rpc/retag', { low: 8, high: 9 }, 0],
  ['/rpc/untag', { low: 1 }, 4],
])('a function that writes, called as %s with %j for a single result, is undone', async (path, body, rows) => {
  const answer = await single('POST', path, body, '')
  expect(answer).toMatchObject({ status: 406, json: { code: 'PGRST116', details: `The result contains ${rows} rows` } })
  expect(await tags()).toEqual(START)
})

test.each([
  ['DELETE', '/tags?id=gt.2', null],
  ['PATCH', '/tags?id=gt.2', { word: 'changed' }],
  ['POST', '/rpc/untag', { low: 3 }],
])('%s %s that affects more rows than allowed is undone, whatever it shall return', async (method, path, body) => {
  for (const wanted of ['return=minimal', 'return=headers-only', 'return=representation']) {
    const answer = await single(method, path, body, `handling=strict,max-affected=1,${wanted}`)
    expect(answer.json).toMatchObject({ code: expect.stringMatching(/PGRST1(16|24)/) })
    expect(await tags()).toEqual(START)
  }
})
