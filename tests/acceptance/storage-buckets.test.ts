import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, serviceClient, signedInClient, target } from '#tests/support/target.ts'

const storage = serviceClient().storage

describe('buckets', () => {
  test('are made, changed, emptied and deleted, and are private unless they say otherwise [B7.47] [B7.48] [B9.19]', async () => {
    const name = `life-${randomUUID()}`
    expect((await storage.createBucket(name)).data).toEqual({ name })
    expect((await storage.getBucket(name)).data).toEqual({
      id: name,
      name,
      owner: '',
      public: false,
      file_size_limit: null,
      allowed_mime_types: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    const limits = { public: true, fileSizeLimit: '20mb', allowedMimeTypes: ['image/jpeg'] }
    expect((await storage.updateBucket(name, limits)).data).toEqual({ message: 'Successfully updated' })
    const changed = { public: true, file_size_limit: 20_000_000, allowed_mime_types: ['image/jpeg'] }
    expect((await storage.getBucket(name)).data).toMatchObject(changed)
    expect((await storage.updateBucket(name, { public: false })).error).toBeNull()
    expect((await storage.getBucket(name)).data).toMatchObject({ ...changed, public: false })
    expect((await storage.emptyBucket(name)).data).toEqual({
      message: 'Empty bucket has been queued. Completion may take up to an hour.',
    })
    expect((await storage.deleteBucket(name)).data).toEqual({ message: 'Successfully deleted' })
    expect((await storage.getBucket(name)).error).toMatchObject({ message: 'Bucket not found', statusCode: '404' })
  })

  test('are listed by page, order and search', async () => {
    const mark = randomUUID()
    for (const letter of ['b', 'a', 'c']) await storage.createBucket(`${mark}-${letter}`)
    const options = { search: mark, sortColumn: 'name', sortOrder: 'desc', limit: 2 } as const
    const page = async (offset: number) =>
      (await storage.listBuckets({ ...options, offset })).data?.map(({ name }) => name.at(-1))
    expect([await page(0), await page(2)]).toEqual([['c', 'b'], ['a']])
  })

  test('are nothing that a visitor or an account may touch', async () => {
    const { client } = await signedInClient()
    for (const { storage: theirs } of [anonClient(), client]) {
      expect((await theirs.createBucket(`mine-${randomUUID()}`)).error).toMatchObject({ statusCode: '403' })
      expect((await theirs.emptyBucket('any')).error).toMatchObject({ status: 403 })
      expect((await theirs.deleteBucket('any')).error).toMatchObject({ message: 'Bucket not found' })
    }
  })
})

describe('the door', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${target().url}/storage/v1${path}`, { headers: { apikey: target().publishableKey, ...headers } })

  test('refuses bad tokens in the known words', async () => {
    const response = await get('/bucket', { authorization: 'Bearer not-a-token' })
    expect([response.status, await response.json()]).toEqual([
      400,
      { statusCode: '403', error: 'Unauthorized', message: 'Invalid Compact JWS', code: 'AccessDenied' },
    ])
  })

  test('answers for its health and for unknown paths', async () => {
    expect((await get('/status')).status).toBe(200)
    expect((await get('/version')).status).toBe(200)
    expect((await get('/nothing/here')).status).toBe(404)
  })
})
