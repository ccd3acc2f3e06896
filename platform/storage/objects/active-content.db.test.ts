import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICE, type TestStorage, testStorage } from '../testing/test-service.ts'

/** Types that a browser would run, show or read as something of this origin, as they might be claimed. */
const ACTIVE = [
  'text/html',
  'TEXT/HTML;charset=utf-8',
  'application/xhtml+xml',
  'image/svg+xml',
  'image/svg+xml;charset=utf-8',
  'IMAGE/SVG+XML',
  'text/xml',
  'application/xml',
  'application/rss+xml',
  'text/javascript',
  'Application/JavaScript; charset=utf-8',
  'application/x-javascript',
  'text/ecmascript',
  'text/css',
  'application/wasm',
  'application/pdf',
  'multipart/related',
  'message/rfc822',
  'image/png;,text/html',
  'image/png,text/javascript',
  'x/unknown',
  'nonsense',
]
const MARKUP = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

let storage: TestStorage
const places: Record<string, (name: string) => string> = {
  public: (name) => `/object/public/open/${name}`,
  authenticated: (name) => `/object/authenticated/open/${name}`,
  plain: (name) => `/object/open/${name}`,
  'to be saved': (name) => `/object/public/open/${name}?download=page.html`,
}
const signed: Record<string, string> = {}
beforeAll(async () => {
  storage = await testStorage()
  const service = await storage.client(SERVICE)
  await service.createBucket('open', { public: true })
  const open = service.from('open')
  for (const [index, type] of ACTIVE.entries()) {
    const sent = await storage.call(`/object/open/f${index}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: MARKUP,
    })
    expect(sent.status).toBe(200)
    const { data } = await open.createSignedUrl(`f${index}`, 60)
    const { pathname, search } = new URL(data?.signedUrl ?? '')
    signed[`f${index}`] = pathname + search
  }
  places.signed = (name) => signed[name] ?? ''
})
afterAll(() => storage.stop())

async function mustBeHarmless(response: Response, status: number) {
  expect(response.status).toBe(status)
  const { headers } = response
  expect(headers.get('content-disposition')).toMatch(/^attachment/)
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  // What a browser makes of the header, by the same rules (Fetch, 2.2.5).
  const { type } = await new Response('', { headers: { 'content-type': headers.get('content-type') ?? '' } }).blob()
  expect(type).not.toMatch(/html(;|$)|javascript|ecmascript/)
}

describe.each(ACTIVE.map((type, index) => ({ type, name: `f${index}` })))('a file that says $type', ({ name }) => {
  test.each([
    'public',
    'authenticated',
    'plain',
    'signed',
    'to be saved',
  ])('is only saved when it is %s', async (at) => {
    const path = places[at]?.(name) ?? ''
    await mustBeHarmless(await storage.call(path), 200)
    await mustBeHarmless(await storage.call(path, { method: 'HEAD' }), 200)
    await mustBeHarmless(await storage.call(path, { headers: { range: 'bytes=5-' } }), 206)
  })
  test('is no image to render', async () => {
    expect((await storage.call(`/render/image/public/open/${name}?width=10`)).status).toBe(400)
  })
})

test('an image under the name of a list of types is an image, whatever the list ends with', async () => {
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const body = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])
  for (const type of ['image/png;,text/html', 'image/png; charset=utf-7']) {
    await storage.call('/object/open/both.png', { method: 'PUT', headers: { 'content-type': type }, body })
    const { headers } = await storage.call('/object/public/open/both.png')
    const { type: believed } = await new Response('', { headers }).blob()
    expect(believed).not.toContain('html')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})
