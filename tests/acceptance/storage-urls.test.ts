import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { anonClient, serviceClient, target } from '#tests/support/target.ts'

const storage = serviceClient().storage
const open = `open-${randomUUID()}`
const shut = `shut-${randomUUID()}`
const path = 'a folder/image (1).jpg'
beforeAll(async () => {
  const image = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  await storage.createBucket(open, { public: true })
  await storage.createBucket(shut, { public: false })
  for (const bucket of [open, shut]) {
    expect((await storage.from(bucket).upload(path, image, { contentType: 'image/jpeg' })).error).toBeNull()
  }
})

describe('a public URL', () => {
  const url = (options = {}) => storage.from(open).getPublicUrl(path, options).data.publicUrl

  test('works without a key, in ranges and conditionally, and asks no cookie', async () => {
    const response = await fetch(url())
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(response.headers.get('cache-control')).toBe('max-age=3600')
    expect(response.headers.get('set-cookie')).toBeNull()
    const part = await fetch(url(), { headers: { range: 'bytes=0-9' } })
    expect([part.status, (await part.bytes()).length]).toEqual([206, 10])
    const etag = response.headers.get('etag') ?? ''
    expect((await fetch(url(), { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(url(), { method: 'HEAD' })).headers.get('content-length')).toBe(
      response.headers.get('content-length'),
    )
  })

  test('names a download', async () => {
    const named = await fetch(url({ download: 'näme.jpg' }))
    expect(named.headers.get('content-disposition')).toBe(
      "attachment; filename=n%C3%A4me.jpg; filename*=UTF-8''n%C3%A4me.jpg",
    )
    expect((await fetch(url({ download: true }))).headers.get('content-disposition')).toBe('attachment;')
  })

  test('renders', async () => {
    const response = await fetch(url({ transform: { width: 30, height: 20, quality: 70 } }))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const { width, height } = await sharp(await response.bytes()).metadata()
    expect([width, height]).toEqual([30, 20])
  })

  test('of a private bucket finds nothing', async () => {
    const response = await fetch(storage.from(shut).getPublicUrl(path).data.publicUrl)
    expect([response.status, (await response.json()).message]).toEqual([400, 'Bucket not found'])
  })
})

describe('a signed URL', () => {
  test('reads a private file, and can be saved under a name [B7.43]', async () => {
    const { data } = await storage.from(shut).createSignedUrl(path, 2000, { download: 'test.jpg' })
    expect(data?.signedUrl).toContain(`/storage/v1/object/sign/${shut}/`)
    const response = await fetch(data?.signedUrl ?? '')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toBe("attachment; filename=test.jpg; filename*=UTF-8''test.jpg")
    await expect(storage.from(shut).throwOnError().createSignedUrl('none', 2000)).rejects.toThrow('Object not found')
  })

  test('renders what was signed', async () => {
    const transform = { width: 200, height: 200, quality: 60 }
    const { data } = await storage.from(shut).createSignedUrl(path, 60_000, { transform })
    expect(data?.signedUrl).toContain(`/storage/v1/render/image/sign/${shut}/`)
    const response = await fetch(data?.signedUrl ?? '')
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
    expect(response.headers.get('x-transformations')).toBe('height:200,width:200,resizing_type:fill,quality:60')
  })

  test('is refused for another file, for another direction and when it was tampered with', async () => {
    const { data } = await storage.from(shut).createSignedUrl(path, 2000)
    const url = data?.signedUrl ?? ''
    const token = new URL(url).searchParams.get('token') ?? ''
    const upload = `${target().url}/storage/v1/object/upload/sign/${shut}/new.txt?token=${token}`
    const attempts = [
      fetch(url.replace('image', 'other')),
      fetch(url.replace(shut, open)),
      fetch(`${url.slice(0, -4)}AAAA`),
      fetch(url.replace(/token=.*/, '')),
      fetch(upload, { method: 'PUT', body: 'x' }),
    ]
    for (const response of await Promise.all(attempts)) expect(response.status).toBe(400)
  })

  test('is not made for whoever may not read', async () => {
    const { error } = await anonClient().storage.from(shut).createSignedUrl(path, 60)
    expect(error).toMatchObject({ message: 'Object not found', statusCode: '404' })
  })
})

describe('a transformed download', () => {
  test('of a private file is an image', async () => {
    const { data } = await storage.from(shut).download(path, { transform: { width: 200, height: 200 } })
    expect([data?.type, (data?.size ?? 0) > 0]).toEqual(['image/jpeg', true])
  })
})
