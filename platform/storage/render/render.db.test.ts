import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pngClaiming } from '../testing/png.ts'
import { ANON, SERVICE, type TestStorage, testStorage } from '../testing/test-service.ts'

let storage: TestStorage
beforeAll(async () => {
  storage = await testStorage()
  const service = await storage.client(SERVICE)
  await service.createBucket('open', { public: true })
  await service.createBucket('shut')
  // Left half red, right half blue, and a note that no visitor needs to see.
  const blue = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()
  const image = sharp({ create: { width: 400, height: 200, channels: 3, background: 'red' } })
    .composite([{ input: blue, left: 200, top: 0 }])
    .withExif({ IFD0: { Copyright: 'taken at home' } })
  const jpeg = await image.jpeg().toBuffer()
  for (const bucket of ['open', 'shut']) {
    await service.from(bucket).upload('p.jpg', jpeg, { contentType: 'image/jpeg' })
    await service.from(bucket).upload('as-text', jpeg)
  }
  const open = service.from('open')
  await open.upload('p.png', await image.png().toBuffer(), { contentType: 'image/png' })
  await open.upload('text.png', 'no image')
  await open.upload('cut.jpg', jpeg.subarray(0, 300), { contentType: 'image/jpeg' })
  await open.upload('large.png', pngClaiming(8000, 8000), { contentType: 'image/png' })
  await open.upload('s.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', { contentType: 'image/svg+xml' })
})
afterAll(() => storage.stop())

const render = (query: string, headers: Record<string, string> = {}) =>
  storage.call(`/render/image/public/open/p.jpg?${query}`, { as: null, headers })
const factsOf = async (response: Response) => {
  const bytes = await response.clone().arrayBuffer()
  const { width, height, format, exif } = await sharp(bytes).metadata()
  return { status: response.status, type: response.headers.get('content-type'), width, height, format, exif }
}

describe('a rendered image', () => {
  test.each([
    ['width=100&height=100', 100, 100],
    ['width=100&height=100&resize=contain', 100, 50],
    ['width=100&height=100&resize=fill', 100, 100],
    ['width=100', 100, 50],
    ['height=50', 100, 50],
    ['width=0&height=50', 100, 50],
    ['width=9999&resize=contain', 400, 200],
    ['', 400, 200],
  ])('with %s is %i × %i', async (query, width, height) => {
    const image = { status: 200, type: 'image/jpeg', width, height, format: 'jpeg', exif: undefined }
    expect(await factsOf(await render(query))).toEqual(image)
  })

  test.each([
    ['format=webp', '', 'image/webp'],
    ['format=avif', '', 'image/avif'],
    ['', 'image/avif,image/webp,*/*', 'image/webp'],
    ['', 'image/avif', 'image/avif'],
    ['format=origin', 'image/webp', 'image/jpeg'],
    ['', '*/*', 'image/jpeg'],
  ])('with %j for a client that accepts %j is %s', async (query, accept, type) => {
    const response = await render(`width=40&${query}`, { accept })
    expect((await factsOf(response)).type).toBe(type)
    expect(response.headers.get('vary')).toBe('Accept')
  })

  test('says how it was made and can be kept', async () => {
    const response = await render('width=200&height=200&quality=60')
    const { headers } = response
    expect(headers.get('x-transformations')).toBe('height:200,width:200,resizing_type:fill,quality:60')
    expect(Number(headers.get('content-length'))).toBe((await response.arrayBuffer()).byteLength)
    expect(headers.get('cache-control')).toBe('max-age=3600')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const again = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await render('width=200&height=200&quality=60', again)).status).toBe(304)
    expect((await render('width=201&height=200&quality=60', again)).status).toBe(200)
  })

  test.each([
    ['gravity=we', 'red'],
    ['gravity=ea', 'blue'],
    ['gravity=we&x_offset=200', 'blue'],
    ['gravity=ea&x_offset=200', 'red'],
    ['gravity=we&x_offset=0.6', 'blue'],
    ['gravity=fp&x_offset=0&y_offset=0.5', 'red'],
    ['gravity=fp&x_offset=1&y_offset=0.5', 'blue'],
    ['gravity=fp&x_offset=0.9&y_offset=0', 'blue'],
  ])('with %s shows the %s side', async (query, side) => {
    const bytes = await (await render(`width=100&height=200&${query}`)).arrayBuffer()
    const { dominant } = await sharp(bytes).stats()
    expect(dominant.r > dominant.b ? 'red' : 'blue').toBe(side)
  })

  test('comes from the bytes, whatever the file is called', async () => {
    const { data } = await (await storage.client(SERVICE))
      .from('shut')
      .download('as-text', { transform: { width: 20 } })
    expect([data?.type, (data?.size ?? 0) > 0]).toEqual(['image/jpeg', true])
  })
})

describe('is refused', () => {
  const refusal = async (path: string, as: typeof ANON | null = null) => {
    const response = await storage.call(path, { as })
    return [response.status, await response.json()]
  }
  test.each([
    'width=-1',
    'width=x',
    'height=1.5',
    'quality=19',
    'quality=101',
    'resize=crop',
    'format=gif',
    'gravity=up',
  ])('%s, by its name', async (query) => {
    const [status, body] = await refusal(`/render/image/public/open/p.jpg?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'InvalidRequest',
      message: expect.stringContaining(`querystring/${query.split('=')[0]}`),
    })
  })

  test.each(['text.png', 'cut.jpg', 'large.png', 's.svg'])('%s, which is no image to render', async (name) => {
    expect(await refusal(`/render/image/public/open/${name}?width=10`)).toEqual([
      400,
      {
        statusCode: '400',
        error: 'InvalidRequest',
        message: 'The source image is invalid or unsupported for rendering',
        code: 'InvalidRequest',
      },
    ])
  })

  test('what the caller may not read', async () => {
    expect(await refusal('/render/image/public/shut/p.jpg')).toMatchObject([400, { code: 'NoSuchBucket' }])
    expect(await refusal('/render/image/authenticated/shut/p.jpg')).toMatchObject([400, { code: 'AccessDenied' }])
    expect(await refusal('/render/image/authenticated/shut/p.jpg', ANON)).toMatchObject([400, { code: 'NoSuchKey' }])
    expect(await refusal('/render/image/sign/shut/p.jpg?token=x')).toMatchObject([400, { error: 'InvalidJWT' }])
  })
})

describe('a signed transform', () => {
  const signed = async () => {
    const transform = { width: 50, height: 50, resize: 'contain', quality: 60 } as const
    const { data } = await (await storage.client(SERVICE)).from('shut').createSignedUrl('p.jpg', 60, { transform })
    const { pathname, search } = new URL(data?.signedUrl ?? '')
    return pathname + search
  }
  test('is what was signed, whatever the query adds', async () => {
    const url = await signed()
    expect(url).toContain('/render/image/sign/shut/p.jpg?token=')
    const response = await storage.call(`${url}&width=400&quality=100`, { as: null })
    expect(await factsOf(response)).toMatchObject({ status: 200, width: 50, height: 25 })
    expect(response.headers.get('x-transformations')).toBe('height:50,width:50,resizing_type:fit,quality:60')
  })
  test('does not open the original', async () => {
    const url = (await signed()).replace('/render/image/sign/', '/object/sign/')
    const response = await storage.call(url, { as: null })
    expect([response.status, (await response.json()).error]).toEqual([400, 'InvalidSignature'])
  })
})
