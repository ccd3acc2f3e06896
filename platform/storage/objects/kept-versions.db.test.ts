import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICE, type TestStorage, testStorage } from '../testing/test-service.ts'

let storage: TestStorage
beforeAll(async () => {
  storage = await testStorage()
  const service = await storage.client(SERVICE)
  for (const bucket of ['open', 'kept']) await service.createBucket(bucket)
  await storage.db.pools.owner.query(`
    create function public.keep_removed() returns trigger language plpgsql security definer as $$
    begin
      insert into storage.objects (bucket_id, name, version, metadata)
      values ('kept', old.name, old.version, old.metadata);
      return null;
    end $$;
    create trigger keep_removed after delete on storage.objects
      for each row when (old.bucket_id = 'open' and old.name like 'keep%') execute function public.keep_removed()`)
})
afterAll(() => storage.stop())

const versions = async () => {
  let count = 0
  for await (const _ of storage.store.list()) count += 1
  return count
}

test('bytes that a trigger lets another row name stay until that row is removed too', async () => {
  const service = await storage.client(SERVICE)
  for (const name of ['keep this', 'keep that', 'gone']) {
    expect((await service.from('open').upload(name, `bytes of ${name}`)).error).toBeNull()
  }
  expect((await service.from('open').remove(['keep this', 'keep that', 'gone'])).data).toHaveLength(3)
  expect(await versions()).toBe(2)
  expect(await (await service.from('kept').download('keep this')).data?.text()).toBe('bytes of keep this')
  await service.from('kept').remove(['keep this', 'keep that'])
  expect(await versions()).toBe(0)
})
