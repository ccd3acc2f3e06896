import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANON, SERVICE, type TestStorage, testStorage } from '../testing/test-service.ts'

let storage: TestStorage
beforeAll(async () => {
  storage = await testStorage()
  const service = await storage.client(SERVICE)
  await service.createBucket('open', { public: true })
  await service.createBucket('shut')
  for (const bucket of ['open', 'shut']) {
    await service.from(bucket).upload('dir/file.txt', '0123456789', { contentType: 'text/plain' })
  }
  await service.from('open').upload('page.html', '<script>', { contentType: 'text/html;charset=utf-8' })
})
afterAll(() => storage.stop())

const get = (path: string, headers: Record<string, string> = {}) => storage.call(path, { headers })

describe('reading', () => {
  test('gives the bytes with everything a cache and a browser need', async () => {
    const response = await get('/object/public/open/dir/file.txt')
    expect(await response.text()).toBe('0123456789')
    expect(Object.fromEntries(response.headers)).toEqual({
      'accept-ranges': 'bytes',
      'cache-control': 'max-age=3600',
      'content-disposition': 'attachment',
      'content-length': '10',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'text/plain',
      etag: '"781e5e245d69b566979b86e28d23f2c7"',
      'last-modified': expect.stringMatching(/GMT$/),
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'none',
    })
    const head = await storage.call('/object/public/open/dir/file.txt', { method: 'HEAD' })
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(response.headers))
    expect(await head.text()).toBe('')
  })

  test('never serves a stored page as a page', async () => {
    const page = await storage.call('/object/public/open/page.html', { method: 'HEAD' })
    expect(page.headers.get('content-type')).toBe('text/plain;charset=utf-8')
  })

  test.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
  ])('answers the range %s', async (range, status, body, contentRange) => {
    const response = await get('/object/shut/dir/file.txt', { range })
    expect([response.status, await response.text()]).toEqual([status, body])
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect(response.headers.get('content-length')).toBe(String(body.length))
  })

  test('refuses a range outside of the file', async () => {
    const response = await get('/object/shut/dir/file.txt', { range: 'bytes=10-' })
    const body = { statusCode: '400', error: 'invalid_range', message: 'invalid range provided', code: 'InvalidRange' }
    expect([response.status, await response.json()]).toEqual([400, body])
  })

  test('knows what the client already has', async () => {
    const first = await storage.call('/object/shut/dir/file.txt', { method: 'HEAD' })
    const etag = first.headers.get('etag') ?? ''
    const since = first.headers.get('last-modified') ?? ''
    expect((await get('/object/shut/dir/file.txt', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('/object/shut/dir/file.txt', { 'if-modified-since': since })).status).toBe(304)
    expect(await (await get('/object/shut/dir/file.txt', { 'if-none-match': '"other"' })).text()).toBe('0123456789')
    expect((await get('/object/shut/dir/file.txt', { 'if-match': '"other"' })).status).toBe(412)
  })

  test.each([
    ['?download', 'attachment;'],
    ['?download=', 'attachment;'],
    ['?download=x%20y.txt', "attachment; filename=x%20y.txt; filename*=UTF-8''x%20y.txt"],
  ])('with %s is a download', async (query, header) => {
    const response = await storage.call(`/object/public/open/dir/file.txt${query}`, { method: 'HEAD' })
    expect(response.headers.get('content-disposition')).toBe(header)
  })
})

describe('who may read', () => {
  const codeOf = async (path: string, as: typeof ANON | null) => {
    const response = await storage.call(path, { as })
    const body = await response.text()
    return response.ok ? response.status : JSON.parse(body).code
  }
  test.each([
    ['/object/public/open/dir/file.txt', null, 200],
    ['/object/open/dir/file.txt', null, 200],
    ['/object/info/public/open/dir/file.txt', null, 200],
    ['/object/authenticated/open/dir/file.txt', null, 'AccessDenied'],
    ['/object/authenticated/open/dir/file.txt', ANON, 200],
    ['/object/public/shut/dir/file.txt', null, 'NoSuchBucket'],
    ['/object/public/shut/dir/file.txt', SERVICE, 'NoSuchBucket'],
    ['/object/info/public/shut/dir/file.txt', null, 'NoSuchBucket'],
    ['/object/shut/dir/file.txt', null, 'AccessDenied'],
    ['/object/shut/dir/file.txt', ANON, 'NoSuchKey'],
    ['/object/shut/dir/file.txt', SERVICE, 200],
    ['/object/authenticated/shut/dir/file.txt', SERVICE, 200],
    ['/object/public/open/none', null, 'NoSuchKey'],
    ['/object/public/none/none', null, 'NoSuchBucket'],
  ])('%s as %j: %s', async (path, as, expected) => {
    expect(await codeOf(path, as)).toBe(expected)
  })
})

test('a file that is replaced all the time is always there, and whole', async () => {
  const files = (await storage.client(SERVICE)).from('open')
  await files.upload('busy.txt', 'version 0')
  let writing = true
  const writer = (async () => {
    for (let version = 1; version <= 60; version += 1) await files.update('busy.txt', `version ${version}`)
    writing = false
  })()
  const reader = async (path: string) => {
    while (writing) {
      const response = await storage.call(path)
      expect([response.status, await response.text()]).toEqual([200, expect.stringMatching(/^version \d+$/)])
    }
  }
  const copier = async () => {
    for (let copies = 0; writing; copies += 1) expect((await files.copy('busy.txt', `copy-${copies}`)).error).toBeNull()
  }
  const readers = ['/object/public/open/busy.txt', '/object/authenticated/open/busy.txt'].map(reader)
  await Promise.all([writer, ...readers, copier()])
})

test('a row that came without its bytes looks like a missing file', async () => {
  await storage.db.pools.owner.query(
    `insert into storage.objects (bucket_id, name, version, metadata)
     values ('shut', 'moved-in', '../../etc/passwd', '{"size": 10}'), ('shut', 'older', null, null)`,
  )
  for (const name of ['moved-in', 'older']) {
    const response = await get(`/object/shut/${name}`)
    expect([response.status, (await response.json()).code]).toEqual([400, 'NoSuchKey'])
    expect((await get(`/object/info/shut/${name}`)).status).toBe(200)
  }
})
