import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Claims } from '../../tokens.ts'
import { createStorageService } from '../index.ts'
import { pngClaiming } from '../testing/png.ts'
import { ANON, SERVICE, type TestStorage, testStorage } from '../testing/test-service.ts'

const OWNER: Claims = { role: 'authenticated', sub: '317eadce-631a-4429-a0bb-f19a7a517b4a' }
const OTHER: Claims = { role: 'authenticated', sub: '4d56e902-f0a0-4662-8448-a4d9e643c142' }

let storage: TestStorage
beforeAll(async () => {
  storage = await testStorage({ settings: { file_size_limit: '1MB' } })
  const service = await storage.client(SERVICE)
  await service.createBucket('files')
  await service.createBucket('images', { public: false, allowedMimeTypes: ['image/*'], fileSizeLimit: '100kb' })
  await storage.db.pools.owner.query(
    `create policy "owners write" on storage.objects for insert to authenticated with check (owner_id = auth.uid()::text)`,
  )
})
afterAll(() => storage.stop())

const V = { 'tus-resumable': '1.0.0' }
const describeUpload = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

interface Begin {
  as?: Claims
  headers?: Record<string, string>
  path?: string
}
const begin = (fields: Record<string, string>, length: number, { as = SERVICE, headers = {}, path = '' }: Begin = {}) =>
  storage.call(`/upload/resumable${path}`, {
    method: 'POST',
    as,
    headers: { ...V, 'upload-length': String(length), 'upload-metadata': describeUpload(fields), ...headers },
  })
const place = (response: Response) =>
  new URL(response.headers.get('location') ?? '').pathname.replace('/storage/v1', '')
const patch = (
  path: string,
  offset: number,
  body: BodyInit,
  as: Claims = SERVICE,
  headers: Record<string, string> = {},
) =>
  storage.call(path, {
    method: 'PATCH',
    as,
    body,
    headers: { ...V, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
  })
const offsetOf = async (path: string, as: Claims = SERVICE) => {
  const response = await storage.call(path, { method: 'HEAD', as, headers: V })
  return [response.status, response.headers.get('upload-offset')]
}
const files = async () => (await storage.client(SERVICE)).from('files')
const leftovers = async () =>
  (await readdir(join(storage.store.tempDir, 'resumable'))).filter((name) => name.endsWith('.part')).length

describe('a resumable upload', () => {
  test('grows piece by piece into a file with its facts', async () => {
    const fields = {
      bucketName: 'files',
      objectName: 'a/b.txt',
      contentType: 'text/css',
      cacheControl: '60',
      metadata: '{"k":1}',
    }
    const created = await begin(fields, 10)
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toMatch(/^http:\/\/storage\.test\/storage\/v1\/upload\/resumable\/[\w-]+$/)
    const path = place(created)
    expect(await offsetOf(path)).toEqual([200, '0'])
    expect((await patch(path, 0, '01234')).status).toBe(204)
    expect(await offsetOf(path)).toEqual([200, '5'])
    expect((await (await files()).info('a/b.txt')).error).not.toBeNull()
    const last = await patch(path, 5, '56789')
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, '10'])
    expect(await offsetOf(path)).toEqual([200, '10'])
    expect(await (await (await files()).download('a/b.txt')).data?.text()).toBe('0123456789')
    expect((await (await files()).info('a/b.txt')).data).toMatchObject({
      contentType: 'text/css',
      cacheControl: 'max-age=60',
      metadata: { k: 1 },
      etag: '"781e5e245d69b566979b86e28d23f2c7"',
    })
    expect(await leftovers()).toBe(0)
  })

  test('may carry its first bytes, or all of them, with its creation', async () => {
    const headers = { 'content-type': 'application/offset+octet-stream' }
    const response = await storage.call('/upload/resumable', {
      method: 'POST',
      body: 'whole',
      headers: {
        ...V,
        ...headers,
        'upload-length': '5',
        'upload-metadata': describeUpload({ bucketName: 'files', objectName: 'w' }),
      },
    })
    expect([response.status, response.headers.get('upload-offset')]).toEqual([201, '5'])
    expect(await (await (await files()).download('w')).data?.text()).toBe('whole')
  })

  test('goes on after a broken connection from where it got to', async () => {
    const path = place(await begin({ bucketName: 'files', objectName: 'broken' }, 6))
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('abc'))
      },
      pull(controller) {
        controller.error(new DOMException('gone', 'AbortError'))
      },
    })
    await storage.call(path, {
      duplex: 'half',
      method: 'PATCH',
      body: broken,
      headers: { ...V, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    })
    const [, offset] = await offsetOf(path)
    expect(Number(offset)).toBeLessThanOrEqual(3)
    await patch(path, Number(offset), 'abcdef'.slice(Number(offset)))
    expect(await (await (await files()).download('broken')).data?.text()).toBe('abcdef')
  })

  test('goes on in another process', async () => {
    const unfinished = place(await begin({ bucketName: 'files', objectName: 'restart' }, 4))
    await patch(unfinished, 0, 'ha')
    const second = await createStorageService(storage.context, { store: storage.store })
    const headers = { ...V, 'upload-offset': '2', 'content-type': 'application/offset+octet-stream' }
    const request = new Request(`http://storage.test${unfinished}`, { method: 'PATCH', body: 'lf', headers })
    request.headers.set('authorization', `Bearer ${await storage.token(SERVICE)}`)
    const answer = await second.fetch(request, { requestId: 'x', clientAddress: 'x', mountPath: '/storage/v1' })
    expect(answer.status).toBe(204)
    await second.close()
    expect(await (await (await files()).download('restart')).data?.text()).toBe('half')
  })

  test('becomes an object with the next question, when the process ended right after its last piece', async () => {
    const path = place(await begin({ bucketName: 'files', objectName: 'ended' }, 4))
    const part = join(storage.store.tempDir, 'resumable', `${path.split('/').at(-1)}.part`)
    await writeFile(part, 'full')
    expect((await (await files()).info('ended')).error).not.toBeNull()
    expect(await offsetOf(path)).toEqual([200, '4'])
    expect(await (await (await files()).download('ended')).data?.text()).toBe('full')
  })

  test('can be given up', async () => {
    const path = place(await begin({ bucketName: 'files', objectName: 'given-up' }, 10))
    await patch(path, 0, '0123')
    expect((await storage.call(path, { method: 'DELETE', headers: V })).status).toBe(204)
    expect((await offsetOf(path))[0]).toBe(404)
    expect(await leftovers()).toBe(0)
  })

  test('says what it can', async () => {
    const response = await storage.call('/upload/resumable', { method: 'OPTIONS', as: null })
    expect(response.status).toBe(204)
    expect(response.headers.get('tus-version')).toBe('1.0.0')
    expect(response.headers.get('tus-extension')).toContain('creation')
    expect(response.headers.get('tus-max-size')).toBe(String(1024 * 1024))
  })
})

describe('is refused', () => {
  const refusal = async (response: Response) => {
    const text = await response.text()
    return [response.status, text.startsWith('{') ? JSON.parse(text).code : text.trim()]
  }
  test.each<[string, Record<string, string>, number, Begin, [number, string]]>([
    [
      'without a token',
      { bucketName: 'files', objectName: 'x' },
      1,
      { headers: { authorization: 'Bearer x' } },
      [403, 'AccessDenied'],
    ],
    ['where policies say no', { bucketName: 'files', objectName: 'x' }, 1, { as: ANON }, [403, 'AccessDenied']],
    ['into a missing bucket', { bucketName: 'none', objectName: 'x' }, 1, {}, [404, 'NoSuchBucket']],
    ['without a bucket', { objectName: 'x' }, 1, {}, [400, 'InvalidRequest']],
    ['without a name', { bucketName: 'files' }, 1, {}, [400, 'InvalidRequest']],
    ['under a wrong name', { bucketName: 'files', objectName: '../x' }, 1, {}, [400, 'InvalidKey']],
    [
      'larger than the bucket allows',
      { bucketName: 'images', objectName: 'x' },
      100_001,
      {},
      [413, 'Maximum size exceeded'],
    ],
    [
      'larger than the service allows',
      { bucketName: 'files', objectName: 'x' },
      2e6,
      {},
      [413, 'Maximum size exceeded'],
    ],
    [
      'with metadata that is none',
      { bucketName: 'files', objectName: 'x', metadata: '{' },
      1,
      {},
      [400, 'InvalidRequest'],
    ],
  ])('%s', async (_, fields, length, options, expected) => {
    const sent = options.headers?.authorization
      ? storage.call('/upload/resumable', {
          method: 'POST',
          as: null,
          headers: { ...V, ...options.headers, 'upload-length': '1', 'upload-metadata': describeUpload(fields) },
        })
      : begin(fields, length, options)
    expect(await refusal(await sent)).toEqual(expected)
    expect(await leftovers()).toBe(0)
  })

  test('larger than the bucket allows when the length was told late', async () => {
    const created = await storage.call('/upload/resumable', {
      method: 'POST',
      headers: {
        ...V,
        'upload-defer-length': '1',
        'upload-metadata': describeUpload({ bucketName: 'images', objectName: 'late', contentType: 'image/x-own' }),
      },
    })
    expect(created.status).toBe(201)
    const body = new Uint8Array(100_001)
    const sent = await patch(place(created), 0, body, SERVICE, { 'upload-length': String(body.byteLength) })
    expect(await refusal(sent)).toEqual([413, 'EntityTooLarge'])
    expect(await leftovers()).toBe(0)
  })

  test('a piece at the wrong place, for an unknown upload or from somebody else', async () => {
    const path = place(await begin({ bucketName: 'files', objectName: 'mine' }, 4, { as: OWNER }))
    expect((await patch(path, 2, 'xx', OWNER)).status).toBe(409)
    expect((await patch(path, 0, 'xx', OTHER)).status).toBe(404)
    expect((await offsetOf(path, OTHER))[0]).toBe(404)
    expect((await storage.call(path, { method: 'DELETE', as: OTHER, headers: V })).status).toBe(404)
    expect((await patch('/upload/resumable/00000000-0000-4000-8000-000000000000', 0, 'x')).status).toBe(404)
    expect((await patch('/upload/resumable/..%2F..%2Fpasswd', 0, 'x')).status).toBe(404)
    expect((await patch(path, 0, 'mine', OWNER)).status).toBe(204)
  })

  test('an upload of a key or a signature, which name nobody, continued by another right', async () => {
    const goOn = async (path: string, as: Claims) => [
      (await offsetOf(path, as))[0],
      (await patch(path, 0, 'xx', as)).status,
      (await storage.call(path, { method: 'DELETE', as, headers: V })).status,
    ]
    const services = place(await begin({ bucketName: 'files', objectName: 'by-key' }, 4))
    expect(await goOn(services, ANON)).toEqual([404, 404, 404])
    expect((await patch(services, 0, 'done')).status).toBe(204)
    const { data } = await (await files()).createSignedUploadUrl('by-signature')
    const headers = { 'x-signature': data?.token ?? '' }
    const fields = { bucketName: 'files', objectName: 'by-signature' }
    const signed = place(await begin(fields, 4, { as: ANON, path: '/sign', headers }))
    for (const as of [ANON, SERVICE]) {
      expect(await goOn(signed.replace('/sign', ''), as)).toEqual([404, 404, 404])
    }
    expect((await patch(signed, 0, 'done', ANON, headers)).status).toBe(204)
  })

  test('a finished upload of the wrong type, of a bomb or onto an existing file, and its bytes go', async () => {
    const image = { bucketName: 'images', objectName: 'p.png', contentType: 'image/png' }
    const fake = await begin(image, 6)
    expect(await refusal(await patch(place(fake), 0, '<html>'))).toEqual([415, 'InvalidMimeType'])
    const bomb = pngClaiming(40_000, 40_000)
    expect(await refusal(await patch(place(await begin(image, bomb.byteLength)), 0, bomb))).toEqual([
      413,
      'EntityTooLarge',
    ])
    const late = place(await begin({ bucketName: 'files', objectName: 'taken' }, 1))
    await (await files()).upload('taken', 'first')
    expect(await refusal(await patch(late, 0, 'x'))).toEqual([409, 'KeyAlreadyExists'])
    expect(await (await (await files()).download('taken')).data?.text()).toBe('first')
    const replacing = await begin({ bucketName: 'files', objectName: 'taken' }, 6, { headers: { 'x-upsert': 'true' } })
    expect((await patch(place(replacing), 0, 'second')).status).toBe(204)
    expect(await leftovers()).toBe(0)
  })
})

describe('with a signed upload token', () => {
  test('needs no key, for the one file that was signed', async () => {
    const { data } = await (await files()).createSignedUploadUrl('signed.txt')
    const call = (path: string, method: string, headers: Record<string, string>, body?: string) =>
      storage.call(path, {
        method,
        as: null,
        headers: { ...V, 'x-signature': data?.token ?? '', ...headers },
        ...(body ? { body } : {}),
      })
    const wish = (objectName: string) => ({
      'upload-length': '4',
      'upload-metadata': describeUpload({ bucketName: 'files', objectName }),
    })
    expect((await call('/upload/resumable/sign', 'POST', wish('other.txt'))).status).toBe(400)
    const created = await call('/upload/resumable/sign', 'POST', wish('signed.txt'))
    expect(created.status).toBe(201)
    const path = place(created)
    expect(path).toContain('/upload/resumable/sign/')
    const piece = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    expect((await call(path, 'PATCH', { ...piece, 'x-signature': 'x' }, 'body')).status).toBe(400)
    expect((await call(path, 'PATCH', piece, 'body')).status).toBe(204)
    expect(await (await (await files()).download('signed.txt')).data?.text()).toBe('body')
  })
})

test('a user may leave as many uploads unfinished as with S3, also asked at once and after a restart', async () => {
  const user: Claims = { role: 'authenticated', sub: 'a7a0bd7e-8b9c-4e3a-8a51-3f1f3ad0b6f1' }
  const one = (name: string, as: Claims) => begin({ bucketName: 'files', objectName: name }, 9, { as })
  // All at once: each takes its place before it is checked.
  const asked = await Promise.all(Array.from({ length: 60 }, (_, count) => one(`many/${count}`, user)))
  const begun = asked.filter(({ status }) => status === 201)
  expect([begun.length, asked.filter(({ status }) => status === 429).length]).toEqual([50, 10])
  const second = await createStorageService(storage.context, { store: storage.store })
  const request = new Request('http://storage.test/upload/resumable', {
    method: 'POST',
    headers: {
      ...V,
      'upload-length': '9',
      'upload-metadata': describeUpload({ bucketName: 'files', objectName: 'many/more' }),
      authorization: `Bearer ${await storage.token(user)}`,
    },
  })
  const answer = await second.fetch(request, { requestId: 'x', clientAddress: 'x', mountPath: '/storage/v1' })
  expect(answer.status).toBe(429)
  await second.close()
  expect((await one('many/others', OTHER)).status).toBe(201)
  const [cancelled, finished] = begun.map(place)
  await storage.call(cancelled ?? '', { method: 'DELETE', as: user, headers: V })
  expect((await one('many/more', user)).status).toBe(201)
  expect((await patch(finished ?? '', 0, 'the bytes', user)).status).toBe(204)
  expect((await one('many/again', user)).status).toBe(201)
  expect((await one('many/once-more', user)).status).toBe(429)
})
