import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { serviceClient, signedInClient, target } from '#tests/support/target.ts'

const storage = serviceClient().storage
const bucket = `resumable-${randomUUID()}`
beforeAll(async () => {
  await storage.createBucket(bucket, { public: false, fileSizeLimit: '1mb' })
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
const send = (url: string, method: string, headers: Record<string, string>, body?: string) => {
  const { secretKey } = target()
  const all = { apikey: secretKey, 'tus-resumable': '1.0.0', ...headers }
  return fetch(url, { method, headers: all, ...(body === undefined ? {} : { body }) })
}
const begin = (objectName: string, length: number, headers: Record<string, string> = {}) =>
  send(`${target().url}/storage/v1/upload/resumable`, 'POST', {
    'upload-length': String(length),
    'upload-metadata': `bucketName ${base64(bucket)},objectName ${base64(objectName)},contentType ${base64('text/plain')}`,
    ...headers,
  })
const piece = (offset: number) => ({
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})

describe('a resumable upload', () => {
  test('is told where to send its pieces, and where it stands', async () => {
    const created = await begin('dir/resumed.txt', 10)
    expect(created.status).toBe(201)
    const location = created.headers.get('location') ?? ''
    expect(location.startsWith(`${target().url}/storage/v1/upload/resumable/`)).toBe(true)
    expect((await send(location, 'PATCH', piece(0), '01234')).status).toBe(204)
    expect((await send(location, 'HEAD', {})).headers.get('upload-offset')).toBe('5')
    expect((await send(location, 'PATCH', piece(3), 'xx')).status).toBe(409)
    expect((await send(location, 'PATCH', piece(5), '56789')).status).toBe(204)
    expect(await (await storage.from(bucket).download('dir/resumed.txt')).data?.text()).toBe('0123456789')
  })

  test('is continued by its owner alone', async () => {
    const location = (await begin('mine.txt', 4)).headers.get('location') ?? ''
    const { accessToken } = await signedInClient()
    const theirs = { authorization: `Bearer ${accessToken}`, apikey: target().publishableKey }
    expect((await send(location, 'PATCH', { ...piece(0), ...theirs }, 'evil')).status).toBe(404)
    expect((await begin('theirs.txt', 4, theirs)).status).toBe(403)
  })

  test('is refused when it is too large or its name leads out', async () => {
    expect((await begin('large', 1_000_001)).status).toBe(413)
    expect((await begin('../out', 1)).status).toBe(400)
  })

  test('can be reached from a browser of another origin', async () => {
    const preflight = await fetch(`${target().url}/storage/v1/upload/resumable`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'tus-resumable,upload-length,upload-metadata,x-upsert,apikey,authorization',
      },
    })
    expect(preflight.ok).toBe(true)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('upload-metadata')
    const created = await begin('cors.txt', 1)
    expect(created.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('location')
  })
})
