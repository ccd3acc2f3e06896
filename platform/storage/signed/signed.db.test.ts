import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICE, type TestStorage, testStorage } from '../testing/test-service.ts'

let storage: TestStorage
let now = new Date()
let files: ReturnType<Awaited<ReturnType<TestStorage['client']>>['from']>
beforeAll(async () => {
  storage = await testStorage({ now: () => now })
  const service = await storage.client(SERVICE)
  await service.createBucket('shut')
  files = service.from('shut')
  await files.upload('my dir/a+b (1).txt', 'secret', { contentType: 'text/plain' })
  await files.upload('other.txt', 'other')
})
afterAll(() => storage.stop())

/** As a browser opens it: no key, no token but the one in the URL. */
const open = (signedUrl: string, options: RequestInit = {}) => {
  const { pathname, search } = new URL(signedUrl)
  return storage.call(pathname + search, { ...options, as: null })
}
const signed = async (path: string, seconds = 60, options = {}) => {
  const { data, error } = await files.createSignedUrl(path, seconds, options)
  expect(error).toBeNull()
  return data?.signedUrl ?? ''
}
const refusal = async (response: Response) => {
  const { statusCode, error, message } = await response.json()
  return [response.status, statusCode, error, message]
}

describe('a signed URL', () => {
  test('reads its file without a key, whatever characters its name has', async () => {
    const response = await open(await signed('my dir/a+b (1).txt'))
    expect([response.status, await response.text()]).toEqual([200, 'secret'])
    expect(response.headers.get('cache-control')).toBeNull()
    expect(Date.parse(response.headers.get('expires') ?? '')).toBeGreaterThan(now.getTime() + 50_000)
    const part = await open(await signed('my dir/a+b (1).txt'), { headers: { range: 'bytes=0-2' } })
    expect(await part.text()).toBe('sec')
    const saved = await open(await signed('my dir/a+b (1).txt', 60, { download: 'x.txt' }))
    expect(saved.headers.get('content-disposition')).toBe("attachment; filename=x.txt; filename*=UTF-8''x.txt")
  })

  test('can be made for many at once', async () => {
    const { data } = await files.createSignedUrls(['other.txt', 'none'], 60)
    expect(data?.[1]).toEqual({
      error: 'Either the object does not exist or you do not have access to it',
      path: 'none',
      signedURL: null,
      signedUrl: null,
    })
    expect(await (await open(data?.[0]?.signedUrl ?? '')).text()).toBe('other')
  })

  test('ends when its time is over, to the second', async () => {
    const url = await signed('other.txt', 60)
    const start = now
    now = new Date(start.getTime() + 58_000)
    expect((await open(url)).status).toBe(200)
    now = new Date(start.getTime() + 60_000)
    expect(await refusal(await open(url))).toEqual([400, '400', 'InvalidJWT', '"exp" claim timestamp check failed'])
    now = start
  })

  test('opens no other file', async () => {
    const url = await signed('other.txt')
    const elsewhere = url.replace('/shut/other.txt', '/shut/my%20dir/a+b%20(1).txt')
    expect(await refusal(await open(elsewhere))).toEqual([400, '400', 'InvalidSignature', 'Invalid signature'])
    const twice = url.replace('/shut/other.txt', '/shut/%256fther.txt')
    expect((await open(twice)).status).toBe(400)
  })

  test.each([
    ['', 'Invalid Compact JWS'],
    ['?token=', 'Invalid Compact JWS'],
    ['?token=xxx', 'Invalid Compact JWS'],
  ])('with the query %j is refused', async (query, message) => {
    const response = await storage.call(`/object/sign/shut/other.txt${query}`, { as: null })
    expect(await refusal(response)).toEqual([400, '400', 'InvalidJWT', message])
  })

  test('is worth nothing with a changed token, an access token or as an access token', async () => {
    const url = new URL(await signed('other.txt'))
    const token = url.searchParams.get('token') ?? ''
    const [head, , tail] = token.split('.')
    const forged = Buffer.from(JSON.stringify({ url: 'shut/other.txt', scope: 'download', iat: 1, exp: 9e9 })).toString(
      'base64url',
    )
    const at = (value: string) => storage.call(`/object/sign/shut/other.txt?token=${value}`, { as: null })
    expect((await refusal(await at(`${head}.${forged}.${tail}`))).at(-1)).toBe('signature verification failed')
    expect((await refusal(await at(await storage.token(SERVICE)))).at(-1)).toBe('Invalid signature')
    const headers = { authorization: `Bearer ${token}` }
    expect((await storage.call('/object/shut/other.txt', { as: null, headers })).status).toBe(400)
  })

  test.each([{}, { expiresIn: 0 }, { expiresIn: 'soon' }, { expiresIn: 1.5 }])('is not made for %j', async (body) => {
    const response = await storage.call('/object/sign/shut/other.txt', { method: 'POST', body: JSON.stringify(body) })
    expect((await refusal(response))[0]).toBe(400)
  })
})

describe('a signed upload URL', () => {
  const uploadTo = (path: string, token: string, body = 'up') => files.uploadToSignedUrl(path, token, body)
  const grantFor = async (path: string, options?: { upsert: boolean }) => {
    const { data, error } = await files.createSignedUploadUrl(path, options)
    expect(error).toBeNull()
    return data?.token ?? ''
  }

  test('uploads its one file once, as its maker', async () => {
    const token = await grantFor('new/u.txt')
    expect((await uploadTo('new/u.txt', token)).data).toEqual({ path: 'new/u.txt', fullPath: 'shut/new/u.txt' })
    expect(await (await files.download('new/u.txt')).data?.text()).toBe('up')
    expect((await uploadTo('new/u.txt', token, 'again')).error).toMatchObject({
      message: 'The resource already exists',
    })
    expect((await files.createSignedUploadUrl('new/u.txt')).error).toMatchObject({ statusCode: '409' })
  })

  test('replaces only when it was made to, whatever the uploader asks', async () => {
    const replacing = await grantFor('new/u.txt', { upsert: true })
    expect((await uploadTo('new/u.txt', replacing, 'replaced')).error).toBeNull()
    const creating = await grantFor('new/v.txt')
    await files.upload('new/v.txt', 'theirs')
    const options = { method: 'PUT', body: 'mine', headers: { 'x-upsert': 'true' }, as: null }
    const response = await storage.call(`/object/upload/sign/shut/new/v.txt?token=${creating}`, options)
    expect((await refusal(response))[1]).toBe('409')
    expect(await (await files.download('new/v.txt')).data?.text()).toBe('theirs')
  })

  test('is bound to its path, its direction and two hours', async () => {
    const token = await grantFor('new/w.txt')
    expect((await uploadTo('new/other.txt', token)).error).toMatchObject({ message: 'Invalid signature' })
    await files.upload('new/w.txt', 'there')
    expect((await refusal(await storage.call(`/object/sign/shut/new/w.txt?token=${token}`, { as: null }))).at(-1)).toBe(
      'Invalid signature',
    )
    const download = new URL(await signed('new/w.txt')).searchParams.get('token') ?? ''
    expect((await uploadTo('new/w.txt', download)).error).toMatchObject({ message: 'Invalid signature' })
    const start = now
    now = new Date(start.getTime() + 7200_000)
    expect((await uploadTo('new/w.txt', token)).error).toMatchObject({ message: '"exp" claim timestamp check failed' })
    now = start
  })
})
