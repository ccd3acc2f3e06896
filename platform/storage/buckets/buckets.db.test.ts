import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Claims } from '../../tokens.ts'
import { ANON, SERVICE, type TestStorage, testStorage } from '../testing/test-service.ts'

let storage: TestStorage
beforeAll(async () => {
  storage = await testStorage({ settings: { file_size_limit: '10MB', buckets: { seeded: { public: true } } } })
})
afterAll(() => storage.stop())

const json = async (path: string, method = 'GET', body?: unknown) => {
  const response = await storage.call(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  return { status: response.status, body: await response.json() }
}

describe('a bucket', () => {
  test('is private unless it says otherwise, and shows exactly the known fields', async () => {
    expect(await json('/bucket', 'POST', { name: 'plain' })).toEqual({ status: 200, body: { name: 'plain' } })
    const { body } = await json('/bucket/plain')
    expect(body).toEqual({
      id: 'plain',
      name: 'plain',
      owner: '',
      public: false,
      file_size_limit: null,
      allowed_mime_types: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
  })

  test('shows its owner, in whichever of the two columns it stands', async () => {
    const id = '4d56e902-f0a0-4662-8448-a4d9e643c142'
    await storage.db.pools.owner.query(
      `insert into storage.buckets (id, name, owner, owner_id)
       values ('by-owner', 'by-owner', $1, null), ('by-owner-id', 'by-owner-id', null, 'third-party|7')`,
      [id],
    )
    expect((await json('/bucket/by-owner')).body.owner).toBe(id)
    expect((await json('/bucket/by-owner-id')).body.owner).toBe('third-party|7')
    const listed: { id: string; owner: string }[] = (await json('/bucket?search=by-owner')).body
    expect(listed.map(({ owner }) => owner)).toEqual([id, 'third-party|7'])
  })

  test('from the settings is there after the start', async () => {
    expect((await json('/bucket/seeded')).body).toMatchObject({ id: 'seeded', public: true })
  })

  test('keeps limits written in words, and an update changes only what it names', async () => {
    await json('/bucket', 'POST', { name: 'limited', file_size_limit: '1mb', allowed_mime_types: ['image/*'] })
    expect(await json('/bucket/limited', 'PUT', { public: true })).toEqual({
      status: 200,
      body: { message: 'Successfully updated' },
    })
    const limits = { file_size_limit: 1_000_000, allowed_mime_types: ['image/*'] }
    expect((await json('/bucket/limited')).body).toMatchObject({ public: true, ...limits })
    await json('/bucket/limited', 'PUT', { file_size_limit: null, allowed_mime_types: null })
    const lifted = { public: true, file_size_limit: null, allowed_mime_types: null }
    expect((await json('/bucket/limited')).body).toMatchObject(lifted)
  })

  test('is deleted only when it is empty', async () => {
    await json('/bucket', 'POST', { name: 'full' })
    const files = (await storage.client(SERVICE)).from('full')
    await files.upload('x', 'x')
    expect(await json('/bucket/full', 'DELETE')).toMatchObject({
      status: 400,
      body: { statusCode: '409', code: 'ResourceNotEmpty' },
    })
    const emptied = await json('/bucket/full/empty', 'POST', {})
    expect(emptied.body).toEqual({ message: 'Empty bucket has been queued. Completion may take up to an hour.' })
    expect(await json('/bucket/full', 'DELETE', {})).toEqual({ status: 200, body: { message: 'Successfully deleted' } })
  })

  test.each([
    [{ name: 'plain' }, '409', 'BucketAlreadyExists'],
    [{ name: 'a/b' }, '400', 'InvalidBucketName'],
    [{ name: '' }, '400', 'InvalidBucketName'],
    [{ name: 'x'.repeat(101) }, '400', 'InvalidBucketName'],
    [{}, '400', 'InvalidRequest'],
    [{ name: 'big', file_size_limit: '11mb' }, '413', 'EntityTooLarge'],
    [{ name: 'big', file_size_limit: 'huge' }, '400', 'InvalidRequest'],
    [{ name: 'odd', allowed_mime_types: ['png'] }, '415', 'InvalidMimeType'],
    [{ name: 'vectors', type: 'VECTOR' }, '409', 'FeatureNotEnabled'],
  ])('is refused as %j', async (body, statusCode, code) => {
    expect(await json('/bucket', 'POST', body)).toMatchObject({ status: 400, body: { statusCode, code } })
  })

  test('that is missing is named so', async () => {
    const missing = { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found', code: 'NoSuchBucket' }
    expect(await json('/bucket/none')).toEqual({ status: 400, body: missing })
    for (const [method, path] of [
      ['PUT', '/bucket/none'],
      ['DELETE', '/bucket/none'],
      ['POST', '/bucket/none/empty'],
    ] as const) {
      expect(await json(path, method, {})).toEqual({ status: 400, body: missing })
    }
  })

  test('is emptied by the service role alone, and that refusal is a real 403', async () => {
    const response = await storage.call('/bucket/plain/empty', { method: 'POST', as: ANON })
    expect(response.status).toBe(403)
  })
})

describe('the list of buckets', () => {
  test('is sorted, paged and searched literally', async () => {
    for (const name of ['s_1', 'sx3']) await json('/bucket', 'POST', { name })
    const ids = async (query: string) => {
      const { body } = await json(`/bucket?${query}`)
      return body.map((bucket: { id: string }) => bucket.id)
    }
    expect(await ids('search=S_')).toEqual(['s_1'])
    expect(await ids('search=%25')).toEqual([])
    expect(await ids('search=s&limit=2&sortColumn=name&sortOrder=desc')).toEqual(['sx3', 'seeded'])
    expect(await ids('search=s&limit=1&offset=2&sortColumn=id&sortOrder=asc')).toEqual(['sx3'])
    expect((await json('/bucket?sortColumn=owner')).body.message).toContain('querystring/sortColumn')
    expect((await json('/bucket')).body[0]).toHaveProperty('type', 'STANDARD')
  })
})

describe('what is not served', () => {
  test('says so', async () => {
    expect((await json('/bucket/plain/lifecycle')).body.code).toBe('FeatureNotEnabled')
    expect((await json('/cdn/plain/x', 'DELETE', {})).body.code).toBe('FeatureNotEnabled')
    expect(await json('/nowhere')).toEqual({
      status: 404,
      body: { message: 'Route GET:/nowhere not found', error: 'Not Found', statusCode: 404 },
    })
    expect((await storage.call('/status', { as: null })).status).toBe(200)
    expect((await storage.call('/version', { as: null })).status).toBe(200)
  })

  test.each([
    [null, 'Invalid Compact JWS'],
    ['Bearer nonsense', 'Invalid Compact JWS'],
    ['Bearer a.b.c', 'Invalid Compact JWS'],
  ])('refuses the token %j', async (authorization, message) => {
    const headers = new Headers(authorization ? { authorization } : [])
    const response = await storage.call('/bucket', { as: null, headers })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ statusCode: '403', error: 'Unauthorized', message, code: 'AccessDenied' })
  })

  test('misses a token in other words when it is reached without a gateway', async () => {
    const request = new Request('http://storage.test/bucket')
    const response = await storage.service.fetch(request, { requestId: 'x', clientAddress: 'x', mountPath: '' })
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        statusCode: '400',
        error: 'Error',
        message: "headers must have required property 'authorization'",
        code: 'InvalidRequest',
      },
    ])
  })

  test('refuses tokens that have expired, are signed by others or name another role', async () => {
    const refusal = async (claims: Claims) => (await (await storage.call('/bucket', { as: claims })).json()).message
    expect(await refusal({ role: 'service_role', exp: 1 })).toBe('"exp" claim timestamp check failed')
    expect(await refusal({ role: 'postgres' })).toBe('role "postgres" is not permitted')
    const [header, payload] = (await storage.token(SERVICE)).split('.')
    const forged = await storage.call('/bucket', {
      as: null,
      headers: { authorization: `Bearer ${header}.${payload}.${'A'.repeat(43)}` },
    })
    expect((await forged.json()).message).toBe('signature verification failed')
  })
})
