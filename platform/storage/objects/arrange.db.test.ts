import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICE, type TestStorage, testStorage } from '../testing/test-service.ts'

let storage: TestStorage
const client = () => storage.client(SERVICE)
beforeAll(async () => {
  storage = await testStorage()
  const service = await client()
  for (const bucket of ['from', 'to', 'shelf']) await service.createBucket(bucket)
  await service.createBucket('small', { public: false, fileSizeLimit: '3B', allowedMimeTypes: ['text/*'] })
})
afterAll(() => storage.stop())

const given = async (bucket: string, name: string, body = name, options = {}) =>
  expect((await (await client()).from(bucket).upload(name, body, { upsert: true, ...options })).error).toBeNull()
const textOf = async (bucket: string, name: string) => (await (await client()).from(bucket).download(name)).data?.text()
const versionsAndRows = async () => {
  let versions = 0
  for await (const _ of storage.store.list()) versions += 1
  const { rows } = await storage.db.pools.owner.query('select count(*)::int as n from storage.objects')
  return [versions, rows[0].n]
}

describe('moving', () => {
  test('gives a file another name or bucket and keeps everything else', async () => {
    const files = (await client()).from('from')
    await given('from', 'a', 'moved', { contentType: 'text/css', metadata: { k: 1 } })
    const before = (await files.info('a')).data
    expect((await files.move('a', 'b/c')).data).toEqual({ message: 'Successfully moved' })
    expect((await files.move('b/c', 'd', { destinationBucket: 'to' })).data).toEqual({ message: 'Successfully moved' })
    const after = (await (await client()).from('to').info('d')).data
    expect(after).toEqual({ ...before, name: 'd', bucketId: 'to' })
    expect(await textOf('to', 'd')).toBe('moved')
    expect((await files.info('a')).error).toMatchObject({ message: 'Object not found' })
  })

  test('never lands on another file, outside of the names or in a missing bucket', async () => {
    await given('from', 'x')
    await given('from', 'y')
    const files = (await client()).from('from')
    expect((await files.move('x', 'y')).error).toMatchObject({ message: 'The resource already exists' })
    expect((await files.move('x', '../y')).error).toMatchObject({ message: 'Invalid key: ../y' })
    expect((await files.move('x', '')).error).toMatchObject({ message: 'Invalid key: ' })
    expect((await files.move('x', 'z', { destinationBucket: 'none' })).error).toMatchObject({
      message: 'Bucket not found',
    })
    expect((await files.move('none', 'z')).error).toMatchObject({ message: 'Object not found' })
    expect(await textOf('from', 'x')).toBe('x')
    expect(await textOf('from', 'y')).toBe('y')
  })

  test('into a bucket that does not take such files is refused, and the file stays where it was', async () => {
    const files = (await client()).from('from')
    await given('from', 'page', 'too long', { contentType: 'text/css' })
    await given('from', 'image', 'GIF', { contentType: 'image/gif' })
    expect((await files.move('image', 'a', { destinationBucket: 'small' })).error).toMatchObject({
      message: expect.stringContaining('is not supported'),
    })
    expect((await files.move('page', 'a', { destinationBucket: 'small' })).error).toMatchObject({
      message: 'The object exceeded the maximum allowed size',
    })
    expect(await textOf('from', 'page')).toBe('too long')
  })
})

describe('copying', () => {
  test('makes an independent file with the same facts', async () => {
    await given('from', 'o', 'original', { contentType: 'text/css', cacheControl: '7', metadata: { k: 1 } })
    const files = (await client()).from('from')
    expect((await files.copy('o', 'p')).data).toEqual({ path: 'from/p' })
    expect((await files.copy('o', 'q', { destinationBucket: 'to' })).data).toEqual({ path: 'to/q' })
    await files.remove(['o'])
    expect(await textOf('from', 'p')).toBe('original')
    expect(await textOf('to', 'q')).toBe('original')
    const facts = { contentType: 'text/css', cacheControl: 'max-age=7', metadata: { k: 1 }, size: 8 }
    expect((await files.info('p')).data).toMatchObject(facts)
  })

  test('onto a file needs x-upsert, and then leaves no bytes behind', async () => {
    await given('from', 'one')
    await given('from', 'two')
    const copy = (headers: Record<string, string>, body: object) =>
      storage.call('/object/copy', { method: 'POST', headers, body: JSON.stringify({ bucketId: 'from', ...body }) })
    const wish = { sourceKey: 'one', destinationKey: 'two' }
    expect(await (await copy({}, wish)).json()).toMatchObject({ statusCode: '409', error: 'Duplicate' })
    expect(await (await copy({ 'x-upsert': 'true' }, wish)).json()).toMatchObject({
      Key: 'from/two',
      name: 'two',
      bucket_id: 'from',
    })
    expect(await textOf('from', 'two')).toBe('one')
    // onto itself, with other facts
    const metadata = { cacheControl: 'max-age=999', mimetype: 'image/gif' }
    const headers = { 'x-upsert': 'true', 'x-metadata': Buffer.from('{"new":"facts"}').toString('base64') }
    const own = { sourceKey: 'two', destinationKey: 'two', copyMetadata: false, metadata }
    expect(await (await copy(headers, own)).json()).toMatchObject({ metadata, user_metadata: { new: 'facts' } })
    expect(await textOf('from', 'two')).toBe('one')
    const [versions, rows] = await versionsAndRows()
    expect(versions).toBe(rows)
  })

  test('obeys the limits of the destination', async () => {
    await given('from', 'long', 'four')
    await given('from', 'pic', 'x', { contentType: 'application/json' })
    const files = (await client()).from('from')
    const options = { destinationBucket: 'small' }
    expect((await files.copy('long', 'l', options)).error).toMatchObject({ statusCode: '413' })
    expect((await files.copy('pic', 'p', options)).error).toMatchObject({ statusCode: '415' })
    expect((await files.copy('none', 'n', options)).error).toMatchObject({ message: 'Object not found' })
  })
})

describe('deleting', () => {
  test('takes rows and bytes, and answers with what went', async () => {
    for (const name of ['d1', 'd2', 'd3']) await given('from', name)
    const files = (await client()).from('from')
    const removed = await files.remove(['d1', 'd2', 'none', "d3'; drop table storage.objects; --"])
    expect(removed.data?.map(({ name }) => name).sort()).toEqual(['d1', 'd2'])
    expect((await storage.call('/object/from/d3', { method: 'DELETE' })).status).toBe(200)
    expect((await storage.call('/object/from/d3', { method: 'DELETE' })).status).toBe(400)
    const [versions, rows] = await versionsAndRows()
    expect(versions).toBe(rows)
  })

  test('of one version leaves a newer one alone', async () => {
    await given('from', 'v', 'old')
    const files = (await client()).from('from')
    const versionId = (await files.info('v')).data?.version ?? ''
    await given('from', 'v', 'new')
    expect((await files.remove([{ path: 'v', versionId }])).data).toEqual([])
    expect(await textOf('from', 'v')).toBe('new')
  })

  test.each([
    [[]],
    [Array.from({ length: 1001 }, (_, i) => `${i}`)],
    ['x'],
    [[1]],
  ])('refuses the list %j', async (prefixes) => {
    const response = await storage.call('/object/from', { method: 'DELETE', body: JSON.stringify({ prefixes }) })
    expect([response.status, (await response.json()).code]).toEqual([400, 'InvalidRequest'])
  })
})

describe('listing', () => {
  beforeAll(async () => {
    for (const name of ['a.txt', 'dir/b.txt', 'dir/sub/c.txt', 'Dir2/d.txt', 'z_1.txt', 'zx1.txt'])
      await given('shelf', name)
  })
  const list = async (path: string, options = {}) => {
    const { data, error } = await (await client()).from('shelf').list(path, options)
    expect(error).toBeNull()
    return data?.map(({ name }) => name)
  }

  test('shows a folder, its sub-folders as names without facts', async () => {
    const { data } = await (await client()).from('shelf').list('dir')
    expect(data).toEqual([
      expect.objectContaining({
        name: 'b.txt',
        id: expect.any(String),
        metadata: expect.objectContaining({ size: 9 }),
      }),
      { name: 'sub', id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null },
    ])
    expect(await list('dir/')).toEqual(['b.txt', 'sub'])
    expect(await list('')).toEqual(['a.txt', 'dir', 'Dir2', 'z_1.txt', 'zx1.txt'])
  })

  test('searches, sorts and pages', async () => {
    expect(await list('', { search: 'z_' })).toEqual(['z_1.txt'])
    expect(await list('', { search: 'D' })).toEqual(['dir', 'Dir2'])
    expect(await list('', { limit: 2, offset: 1 })).toEqual(['dir', 'Dir2'])
    expect(await list('', { sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'zx1.txt',
      'z_1.txt',
      'Dir2',
      'dir',
      'a.txt',
    ])
    expect(await list('', { sortBy: { column: 'created_at', order: 'desc' }, limit: 3 })).toEqual([
      'dir',
      'Dir2',
      'zx1.txt',
    ])
  })

  test.each([
    {},
    { prefix: 1 },
    { prefix: '', limit: 0 },
    { prefix: '', sortBy: { column: 'id; drop table x' } },
  ])('refuses %j', async (body) => {
    const response = await storage.call('/object/list/shelf', { method: 'POST', body: JSON.stringify(body) })
    expect([response.status, (await response.json()).code]).toEqual([400, 'InvalidRequest'])
  })

  test.each([
    [{ with_delimiter: true }, ['Dir2/', 'a.txt', 'dir/', 'z_1.txt', 'zx1.txt']],
    [{ with_delimiter: true, prefix: 'dir/' }, ['dir/b.txt', 'dir/sub/']],
    [{ with_delimiter: false }, ['Dir2/d.txt', 'a.txt', 'dir/b.txt', 'dir/sub/c.txt', 'z_1.txt', 'zx1.txt']],
    [{ prefix: 'z_' }, ['z_1.txt']],
  ])('by cursor gives %j in pages of any size', async (options, expected) => {
    const shelf = (await client()).from('shelf')
    for (const limit of [1, 2, 5, 100]) {
      for (const order of ['asc', 'desc'] as const) {
        const seen: string[] = []
        for (let cursor: string | undefined; ; ) {
          const { data, error } = await shelf.listV2({ ...options, limit, cursor, sortBy: { column: 'name', order } })
          expect(error).toBeNull()
          const page = [...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ name }) => name)
          expect(page.length).toBeLessThanOrEqual(limit)
          seen.push(...page)
          cursor = data?.nextCursor
          if (!data?.hasNext) break
        }
        expect(seen.sort()).toEqual(expected)
      }
    }
  })

  test('by cursor and time keeps the order of upload', async () => {
    const shelf = (await client()).from('shelf')
    const names = ['t/9', 't/1', 't/5', 't/3']
    for (const name of names) await given('shelf', name)
    for (const order of ['asc', 'desc'] as const) {
      for (const with_delimiter of [true, false]) {
        const seen: string[] = []
        for (let cursor: string | undefined; ; ) {
          const options = {
            prefix: 't/',
            with_delimiter,
            limit: 2,
            cursor,
            sortBy: { column: 'created_at', order },
          } as const
          const { data } = await shelf.listV2(options)
          seen.push(...(data?.objects ?? []).map(({ name }) => name))
          cursor = data?.nextCursor
          if (!data?.hasNext) break
        }
        expect(seen).toEqual(order === 'asc' ? names : names.toReversed())
      }
    }
  })

  test.each([
    'nonsense',
    Buffer.from('{"k":1}').toString('base64'),
    Buffer.from('{"k":"a","c":"x","o":"asc"}').toString('base64'),
  ])('refuses the cursor %s', async (cursor) => {
    const { error } = await (await client()).from('shelf').listV2({ cursor })
    expect(error).toMatchObject({ statusCode: '400' })
  })
})
