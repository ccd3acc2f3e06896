import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICE, type TestStorage, testStorage } from '../testing/test-service.ts'

let storage: TestStorage
beforeAll(async () => {
  storage = await testStorage()
  const service = await storage.client(SERVICE)
  await service.createBucket('open', { public: true })
  await service.createBucket('shut')
})
afterAll(() => storage.stop())

describe('a file', () => {
  test('comes back as it was uploaded', async () => {
    const files = (await storage.client(SERVICE)).from('shut')
    const uploaded = await files.upload('a/b.txt', 'hello', { contentType: 'text/plain', metadata: { by: 'me' } })
    expect(uploaded.error).toBeNull()
    expect(uploaded.data).toMatchObject({ path: 'a/b.txt', fullPath: 'shut/a/b.txt' })
    const downloaded = await files.download('a/b.txt')
    expect(await downloaded.data?.text()).toBe('hello')
    const info = await files.info('a/b.txt')
    expect(info.data).toMatchObject({
      name: 'a/b.txt',
      bucketId: 'shut',
      size: 5,
      contentType: 'text/plain',
      cacheControl: 'max-age=3600',
      etag: '"5d41402abc4b2a76b9719d911017c592"',
      metadata: { by: 'me' },
    })
  })
})
