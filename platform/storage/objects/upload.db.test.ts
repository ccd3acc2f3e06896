import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pngClaiming } from '../testing/png.ts'
import { SERVICE, type TestStorage, testStorage } from '../testing/test-service.ts'

let storage: TestStorage
let files: Awaited<ReturnType<typeof clientFor>>
const clientFor = async (bucket: string) => (await storage.client(SERVICE)).from(bucket)
beforeAll(async () => {
  storage = await testStorage({ settings: { file_size_limit: '1MB' } })
  const service = await storage.client(SERVICE)
  await service.createBucket('files')
  await service.createBucket('images', { public: false, allowedMimeTypes: ['image/*'], fileSizeLimit: '100kb' })
  files = await clientFor('files')
})
afterAll(() => storage.stop())

const raw = (path: string, body: BodyInit, headers: Record<string, string> = {}, method = 'POST') =>
  storage.call(`/object/${path}`, {
    method,
    body,
    headers,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
const refusal = async (response: Response) => ({ status: response.status, ...(await response.json()) })
const spooled = async () => (await readdir(storage.store.tempDir, { withFileTypes: true })).filter((e) => e.isFile())
const versions = async () => {
  let count = 0
  for await (const _ of storage.store.list()) count += 1
  return count
}
const rows = async () =>
  Number((await storage.db.pools.owner.query('select count(*) from storage.objects')).rows[0].count)

describe('an upload', () => {
  test('comes back as it was sent, with what was said about it', async () => {
    const uploaded = await files.upload('a/b.txt', 'hello', { contentType: 'text/plain', metadata: { by: 'me' } })
    expect(uploaded.data).toEqual({ path: 'a/b.txt', fullPath: 'files/a/b.txt', id: expect.any(String) })
    expect(await (await files.download('a/b.txt')).data?.text()).toBe('hello')
    expect((await files.info('a/b.txt')).data).toMatchObject({
      name: 'a/b.txt',
      bucketId: 'files',
      size: 5,
      contentType: 'text/plain',
      cacheControl: 'max-age=3600',
      etag: '"5d41402abc4b2a76b9719d911017c592"',
      metadata: { by: 'me' },
    })
  })

  test.each([
    ['text', 'hello'],
    ['bytes', new TextEncoder().encode('hello')],
    ['a buffer', new TextEncoder().encode('hello').buffer],
    ['a blob', new Blob(['hello'])],
    ['a stream', new Blob(['hello']).stream()],
  ])('may be %s', async (name, body) => {
    const key = `kinds/${name}`
    expect((await files.upload(key, body)).error).toBeNull()
    expect(await (await files.download(key)).data?.text()).toBe('hello')
  })

  test.each([['before'], ['after']])('may be a form with its fields %s the file', async (place) => {
    const form = new FormData()
    if (place === 'after') form.append('', new Blob(['in a form'], { type: 'text/css' }), 'x')
    form.append('cacheControl', '60')
    form.append('metadata', '{"k":1}')
    if (place === 'before') form.append('', new Blob(['in a form'], { type: 'text/css' }), 'x')
    expect((await raw(`files/form-${place}`, form)).status).toBe(200)
    const { data } = await files.info(`form-${place}`)
    expect(data).toMatchObject({ contentType: 'text/css', cacheControl: 'max-age=60', metadata: { k: 1 }, size: 9 })
  })

  test.each(['filename=""', 'filename="a.txt"'])('takes a part with %s for the file', async (name) => {
    const lines = [
      '--b',
      `Content-Disposition: form-data; name=""; ${name}`,
      'Content-Type: text/css',
      '',
      'in a form',
      '--b--',
    ]
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'x-upsert': 'true' }
    expect((await raw('files/unnamed', `${lines.join('\r\n')}\r\n`, headers)).status).toBe(200)
    expect((await files.info('unnamed')).data).toMatchObject({ contentType: 'text/css', size: 9 })
  })

  test('refuses a name that is taken, replaces it when told to, and forgets the old bytes', async () => {
    await files.upload('twice', 'one')
    const before = await versions()
    const duplicate = (await files.upload('twice', 'two')).error
    expect(duplicate).toMatchObject({ message: 'The resource already exists', statusCode: '409' })
    expect((await files.upload('twice', 'two', { upsert: true })).error).toBeNull()
    expect((await files.update('twice', 'three')).error).toBeNull()
    expect(await (await files.download('twice')).data?.text()).toBe('three')
    expect(await versions()).toBe(before)
    expect((await files.update('not yet there', 'x')).error).toBeNull()
  })

  test('of a hundred at once under one name leaves one row and its bytes', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => files.upload('race', `body ${index}`, { upsert: index % 2 === 0 })),
    )
    expect(outcomes.some(({ error }) => error === null)).toBe(true)
    expect(await (await files.download('race')).data?.text()).toMatch(/^body \d+$/)
    expect(await versions()).toBe(await rows())
  })

  test('leaves nothing behind when it is refused', async () => {
    const before = [await versions(), await rows()]
    await raw('files/too-large', 'x'.repeat(1024 * 1024 + 1))
    await raw('images/page.png', '<html>', { 'content-type': 'image/png' })
    await raw('nowhere/x', 'x')
    expect([await versions(), await rows()]).toEqual(before)
    expect(await spooled()).toEqual([])
  })
})

describe('is refused', () => {
  const endless = (bytes: number) => {
    let left = bytes
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left <= 0) return controller.close()
        controller.enqueue(new Uint8Array(64 * 1024))
        left -= 64 * 1024
      },
    })
  }
  const tooLarge = {
    statusCode: '413',
    error: 'Payload too large',
    message: 'The object exceeded the maximum allowed size',
  }

  test('more than the bucket allows, announced, streamed or in a form', async () => {
    const image = { 'content-type': 'image/x-own' }
    const announced = await raw('images/a', new Uint8Array(100_001), { ...image, 'content-length': '100001' })
    expect(await refusal(announced)).toMatchObject({ status: 400, ...tooLarge, code: 'EntityTooLarge' })
    expect(await refusal(await raw('images/b', endless(200_000), image))).toMatchObject(tooLarge)
    const form = new FormData()
    form.append('', new Blob([new Uint8Array(100_001)], { type: 'image/x-own' }))
    expect(await refusal(await raw('images/c', form))).toMatchObject(tooLarge)
    expect((await raw('images/d', new Uint8Array(100_000), image)).status).toBe(200)
  })

  test('more than the service allows, where the bucket has no limit', async () => {
    expect(await refusal(await raw('files/endless', endless(8 * 1024 * 1024)))).toMatchObject(tooLarge)
  })

  test('a type that the bucket does not take', async () => {
    expect(await refusal(await raw('images/t.txt', 'x', { 'content-type': 'text/plain' }))).toEqual({
      status: 400,
      statusCode: '415',
      error: 'invalid_mime_type',
      message: 'mime type text/plain is not supported',
      code: 'InvalidMimeType',
    })
  })

  test.each([
    '<script>alert(1)</script>',
    '%PDF-1.7',
    'GIF',
    '',
  ])('the content %j that calls itself image/png', async (body) => {
    const response = await raw('images/x.png', new Blob([body]).stream(), { 'content-type': 'image/png' })
    expect(await refusal(response)).toMatchObject({
      statusCode: '415',
      message: 'mime type image/png is not supported: the content is something else',
    })
  })

  test.each([
    ['files/a%5Cb', 'InvalidKey'],
    ['files/a%00b', 'InvalidKey'],
    ['files/%C3%BC', 'InvalidKey'],
    ['files/a%2F..%2F..%2Fetc%2Fpasswd', 'InvalidKey'],
    ['files/..%2Fx', 'InvalidKey'],
    ['nowhere/x', 'NoSuchBucket'],
  ])('the path %s', async (path, code) => {
    expect(await refusal(await raw(path, 'x'))).toMatchObject({ status: 400, code })
  })

  test.each([
    ['no body', undefined, {}],
    ['metadata that is no JSON', 'x', { 'x-metadata': Buffer.from('{').toString('base64') }],
    ['metadata that is no object', 'x', { 'x-metadata': Buffer.from('[1]').toString('base64') }],
    [
      'a form that is cut off',
      '--b\r\nContent-Disposition: form-data; name=""; filename="x"\r\n\r\nhalf',
      { 'content-type': 'multipart/form-data; boundary=b' },
    ],
    ['a form without a boundary', 'x', { 'content-type': 'multipart/form-data;' }],
    [
      'a form without a file',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--b--\r\n',
      { 'content-type': 'multipart/form-data; boundary=b' },
    ],
    ['a strange content encoding', 'x', { 'content-encoding': 'rot13' }],
  ])('%s', async (_, body, headers) => {
    const response = await storage.call('/object/files/odd', {
      method: 'POST',
      headers,
      ...(body === undefined ? {} : { body }),
    })
    expect(await refusal(response)).toMatchObject({ status: 400, code: 'InvalidRequest' })
    expect((await files.info('odd')).error).not.toBeNull()
  })

  test('an image that is small on the wire and huge once decoded', async () => {
    const bomb = pngClaiming(40_000, 40_000)
    expect(bomb.byteLength).toBeLessThan(1000)
    for (const type of ['image/png', 'text/plain']) {
      expect(await refusal(await raw('files/bomb', bomb, { 'content-type': type }))).toMatchObject({
        statusCode: '413',
        message: 'The image exceeded the maximum of 100000000 pixels',
      })
    }
    expect((await raw('files/large.png', pngClaiming(9000, 9000), { 'content-type': 'image/png' })).status).toBe(200)
  })
})

describe('the stored type', () => {
  test("is the true one for an image under another image's name", async () => {
    const jpeg = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    expect((await raw('images/p.png', new Uint8Array(jpeg), { 'content-type': 'image/png' })).status).toBe(200)
    expect((await storage.call('/object/images/p.png', { method: 'HEAD' })).headers.get('content-type')).toBe(
      'image/jpeg',
    )
  })
  test('is plain bytes for a page under the name of an image', async () => {
    await raw('files/p.png', '<script>', { 'content-type': 'image/png' })
    const response = await storage.call('/object/files/p.png', { method: 'HEAD' })
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toBe('attachment')
  })
})

describe('a bucket whose images are written anew', () => {
  const photo = () =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: 'me' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
  beforeAll(async () => {
    await (await storage.client(SERVICE)).createBucket('clean')
  })

  test.each([
    'jpeg',
    'png',
    'webp',
    'avif',
  ] as const)('keeps of a %s its pixels, upright, and nothing else', async (format) => {
    const sent = Buffer.concat([
      await photo().toFormat(format).toBuffer(),
      Buffer.from('<script>and a second file</script>'),
    ])
    const clean = await clientFor('clean')
    const contentType = `image/${format}`
    expect((await clean.upload(`p.${format}`, sent, { contentType })).error).toBeNull()
    const stored = Buffer.from((await (await clean.download(`p.${format}`)).data?.bytes()) ?? [])
    const { width, height, exif } = await sharp(stored).metadata()
    expect({ width, height, exif }).toEqual({ width: 40, height: 60, exif: undefined })
    expect(stored.includes('second file')).toBe(false)
    expect((await clean.info(`p.${format}`)).data).toMatchObject({ size: stored.byteLength, contentType })
  })

  test('keeps of a GIF its frames, and neither a script in it nor a file behind it', async () => {
    const frames = Buffer.concat([Buffer.alloc(16 * 16 * 3, 0), Buffer.alloc(16 * 16 * 3, 255)])
    const raw = { width: 16, height: 32, channels: 3, pageHeight: 16 } as const
    const animation = await sharp(frames, { raw })
      .gif({ delay: [100, 200] })
      .toBuffer()
    // A comment extension before the trailer, as a script would use it, and an archive behind.
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 12]), Buffer.from('*/alert(1)/*'), Buffer.from([0])])
    const commented = Buffer.concat([animation.subarray(0, -1), comment, animation.subarray(-1)])
    const followed = Buffer.concat([animation, Buffer.from('PK second file')])
    const clean = await clientFor('clean')
    for (const sent of [commented, followed]) {
      expect((await clean.upload('a.gif', sent, { contentType: 'image/gif', upsert: true })).error).toBeNull()
      const stored = Buffer.from((await (await clean.download('a.gif')).data?.bytes()) ?? [])
      const { format, pages, delay } = await sharp(stored, { animated: true }).metadata()
      expect({ format, pages, delay }).toEqual({ format: 'gif', pages: 2, delay: [100, 200] })
      expect([stored.includes('alert'), stored.includes('second file')]).toEqual([false, false])
    }
    const script = await clean.upload('b.gif', Buffer.from('GIF89a=1;alert(1)//'), { contentType: 'image/gif' })
    expect(script.error).toMatchObject({ statusCode: '415' })
  })

  test('refuses an image that cannot be decoded, and leaves other files as they are', async () => {
    const cut = (await photo().jpeg().toBuffer()).subarray(0, 200)
    const clean = await clientFor('clean')
    const refused = await clean.upload('cut.jpg', cut, { contentType: 'image/jpeg' })
    expect(refused.error).toMatchObject({ statusCode: '415' })
    await clean.upload('t.txt', 'text stays', { contentType: 'text/plain' })
    expect(await (await clean.download('t.txt')).data?.text()).toBe('text stays')
    expect(await spooled()).toEqual([])
    expect(await versions()).toBe(await rows())
  })
})

describe('slow senders', () => {
  test('hold no database connection, so others go on', async () => {
    const slow = Array.from({ length: 40 }, (_, index) => {
      let send: (end: boolean) => void = () => {}
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(100))
          send = (end) => (end ? controller.close() : controller.enqueue(new Uint8Array(1)))
        },
      })
      return { response: raw(`files/slow-${index}`, body), send: (end: boolean) => send(end) }
    })
    for (const { send } of slow) send(false)
    for (let index = 0; index < 10; index += 1) expect((await files.upload(`quick-${index}`, 'x')).error).toBeNull()
    for (const { send } of slow) send(true)
    for (const { response } of slow) expect((await response).status).toBe(200)
  })
})
