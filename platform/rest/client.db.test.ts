import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestHarness, restHarness } from './testing/harness.ts'

/** The unmodified client, call by call: what it sends is understood and what it gets it understands. */
let rest: RestHarness
let db: SupabaseClient
beforeAll(async () => {
  rest = await restHarness(`
    alter role authenticator in database {database} set pgrst.db_plan_enabled to 'true';
    alter role authenticator in database {database} set pgrst.db_tx_end to 'commit-allow-override';
  `)
  db = rest.client(await rest.as('service_role'))
})
afterAll(() => rest.close())

describe('every filter of the builder', () => {
  const books = () => db.from('books').select('id').order('id')
  test.each([
    ['eq', () => books().eq('id', 1), [1]],
    ['neq', () => books().neq('id', 1), [2, 3, 4]],
    ['gt and lte', () => books().gt('id', 1).lte('id', 3), [2, 3]],
    ['gte and lt', () => books().gte('id', 2).lt('id', 4), [2, 3]],
    ['like', () => books().like('title', '%o%'), [2, 4]],
    ['likeAllOf', () => books().likeAllOf('title', ['%o%', '%s']), [2]],
    ['likeAnyOf', () => books().likeAnyOf('title', ['E%', 'H%']), [1, 3]],
    ['ilike', () => books().ilike('title', 'n%'), [2]],
    ['ilikeAllOf', () => books().ilikeAllOf('title', ['n%', '%ES']), [2]],
    ['ilikeAnyOf', () => books().ilikeAnyOf('title', ['e%', 'h%']), [1, 3]],
    ['is', () => books().is('editor_id', null), [2]],
    ['in', () => books().in('title', ['Notes', 'Heights']), [2, 3]],
    ['contains, array', () => books().contains('tags', ['maths']), [1, 2]],
    ['contains, object', () => books().contains('details', { pages: 20 }), [2]],
    ['contains, range', () => books().contains('years', '[1847,1848)'), [1, 3]],
    ['containedBy', () => books().containedBy('tags', ['maths', 'moor']), [2, 3]],
    ['overlaps', () => books().overlaps('tags', ['moor', 'steam']), [1, 3]],
    ['rangeGt', () => books().rangeGt('years', '[1845,1846)'), [3, 4]],
    ['rangeLt', () => books().rangeLt('years', '[1845,1846)'), [2]],
    ['rangeGte', () => books().rangeGte('years', '[1845,1846)'), [3, 4]],
    ['rangeLte', () => books().rangeLte('years', '[1843,1844)'), [2]],
    ['rangeAdjacent', () => books().rangeAdjacent('years', '[1850,1851)'), [1]],
    ['textSearch', () => books().textSearch('words', 'steam', { type: 'plain', config: 'simple' }), [1, 2]],
    ['match', () => books().match({ author_id: 1, mood: 'dark' }), [2]],
    ['not', () => books().not('id', 'in', '(1,2)'), [3, 4]],
    ['or', () => books().or('id.eq.1,and(author_id.eq.2,mood.eq.dark)'), [1, 3]],
    ['filter', () => books().filter('title', 'match', '^R'), [4]],
    ['json path', () => books().eq('details->>pages', '90'), [4]],
    ['range', () => books().range(1, 2), [2, 3]],
  ])('%s', async (_, build, ids) => {
    const { data, error } = await build()
    expect(error).toBeNull()
    expect(data).toEqual(ids.map((id) => ({ id })))
  })
})

describe('replies', () => {
  test('carry status and reason phrase', async () => {
    expect(await db.from('genres').insert({ id: 200, name: 'x' })).toMatchObject({
      status: 201,
      statusText: 'Created',
      data: null,
      error: null,
    })
    expect(await db.from('genres').update({ name: 'y' }).eq('id', 200)).toMatchObject({
      status: 204,
      statusText: 'No Content',
    })
    expect(await db.from('genres').delete({ count: 'exact' }).eq('id', 200)).toMatchObject({ status: 204, count: 1 })
    expect(await db.from('books').select('authors(name)')).toMatchObject({
      status: 300,
      statusText: 'Multiple Choices',
    })
  })

  test('single, maybeSingle and their errors', async () => {
    expect((await db.from('books').select('id').eq('id', 1).single()).data).toEqual({ id: 1 })
    expect((await db.from('books').select('id').eq('id', 0).maybeSingle()).data).toBeNull()
    expect(await db.from('books').select('id').single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
  })

  test('head with a count has the number and no rows', async () => {
    expect(await db.from('books').select('*', { head: true, count: 'exact' })).toMatchObject({ count: 4, data: null })
  })

  test('csv, stripped nulls and plans', async () => {
    const { data: csv } = await db.from('genres').select('id,name').order('id').limit(1).csv()
    expect(csv).toBe('id,name\n1,science')
    const { data: stripped } = await db.from('books').select('id,editor_id').eq('id', 2).stripNulls()
    expect(stripped).toEqual([{ id: 2 }])
    const { data: text } = await db.from('books').select().explain()
    expect(text).toMatch(/^Aggregate/)
    const { data: plan } = await db.from('books').select().explain({ format: 'json', analyze: true })
    expect(plan).toMatchObject([{ Plan: expect.anything() }])
  })
})

describe('writes', () => {
  test('a bulk insert names its columns and fills defaults on demand', async () => {
    const rows = [
      { title: 'a', author_id: 1, price: 3 },
      { title: 'b', author_id: 1 },
    ]
    const { data } = await db.from('books').insert(rows, { defaultToNull: false }).select('title, price')
    expect(data).toEqual([
      { title: 'a', price: 3 },
      { title: 'b', price: 9.5 },
    ])
    await db.from('books').delete().in('title', ['a', 'b'])
  })

  test('upsert merges, ignores, and takes a conflict target', async () => {
    const merged = await db.from('genres').upsert({ id: 1, name: 'Science' }).select()
    expect(merged.data).toEqual([{ id: 1, name: 'Science' }])
    const ignored = await db.from('genres').upsert({ id: 1, name: 'other' }, { ignoreDuplicates: true }).select()
    expect(ignored.data).toEqual([])
    const named = await db
      .from('genres')
      .upsert([{ id: 2, name: 'novel' }], { onConflict: 'name' })
      .select()
    expect(named.data).toEqual([{ id: 2, name: 'novel' }])
  })

  test('rollback shows the row and keeps nothing', async () => {
    const tried = await db.from('genres').insert({ id: 300, name: 'never' }).select().rollback()
    expect(tried.data).toEqual([{ id: 300, name: 'never' }])
    expect((await db.from('genres').select().eq('id', 300)).data).toEqual([])
  })
})

describe('functions', () => {
  test('by POST and GET, with filters, arrays, objects and no result', async () => {
    expect((await db.rpc('add', { a: 1, b: 2 })).data).toBe(3)
    expect((await db.rpc('add', { a: 1 }, { get: true })).data).toBe(11)
    expect((await db.rpc('total', { nums: [1, 2] })).data).toBe(3)
    expect((await db.rpc('nothing')).status).toBe(204)
    const { data } = await db.rpc('cheaper_than', { top: 10 }).select('title, covers(url)').eq('id', 1)
    expect(data).toEqual([{ title: 'Engines', covers: { url: 'one.jpg' } }])
    const counted = await db.rpc('cheaper_than', { top: 100 }, { head: true, count: 'exact' })
    expect(counted.count).toBe(4)
  })

  test('another schema', async () => {
    expect((await db.schema('archive').from('books').select()).data).toEqual([{ id: 1, title: 'Old book' }])
    expect((await db.schema('nowhere').from('books').select()).error).toMatchObject({ code: 'PGRST106' })
  })
})
