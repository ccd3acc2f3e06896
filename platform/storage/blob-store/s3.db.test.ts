import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../database.ts'
import { removeOrphans } from '../orphan-cleanup.ts'
import { createRenderQueue } from '../render/render-queue.ts'
import { SERVICE, type TestStorage, testStorage } from '../testing/test-service.ts'
import { openDiskStore } from './disk-store.ts'
import { openS3Store } from './s3-store.ts'
import type { VersionStore } from './version-store.ts'

let folder: string
let server: S3rver
const storages = new Map<string, TestStorage>()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-s3-'))
  const configureBuckets = [{ name: 'files', configs: [] }]
  server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3'), configureBuckets })
  const { port } = await server.run()
  const openS3 = (root: string): Promise<VersionStore> =>
    openS3Store({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'files',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      forcePathStyle: true,
      tempDir: join(root, 'temp'),
    })
  for (const [name, open] of [
    ['disk', openDiskStore],
    ['S3', openS3],
  ] as const) {
    const storage = await testStorage({ open })
    await (await storage.client(SERVICE)).createBucket('files')
    storages.set(name, storage)
  }
})
afterAll(async () => {
  for (const storage of storages.values()) await storage.stop()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

function of(name: string): TestStorage {
  const storage = storages.get(name)
  if (!storage) throw new Error(`no storage ${name}`)
  return storage
}
const versionsOf = async ({ store }: TestStorage) => {
  const versions: string[] = []
  for await (const { version } of store.list()) versions.push(version)
  return versions.sort()
}
const namedBy = async ({ db }: TestStorage) => {
  const { rows } = await db.pools.owner.query<{ version: string }>('select version from storage.objects')
  return rows.map(({ version }) => version).sort()
}

describe.each(['disk', 'S3'])('the service on %s', (name) => {
  test('uploads, reads, replaces, copies, moves and deletes, and keeps exactly the bytes that rows name', async () => {
    const storage = of(name)
    const files = (await storage.client(SERVICE)).from('files')
    for (const path of ['a', 'b', 'c']) expect((await files.upload(path, `content of ${path}`)).error).toBeNull()
    expect((await files.update('a', 'new content')).error).toBeNull()
    expect((await files.copy('a', 'd')).error).toBeNull()
    expect((await files.move('b', 'e/b')).error).toBeNull()
    expect((await files.remove(['c'])).error).toBeNull()
    const texts = await Promise.all(['a', 'd', 'e/b'].map(async (path) => (await files.download(path)).data?.text()))
    expect(texts).toEqual(['new content', 'new content', 'content of b'])
    const part = await storage.call('/object/files/a', { headers: { range: 'bytes=4-10' } })
    expect([part.status, await part.text()]).toEqual([206, 'content'])
    expect(await versionsOf(storage)).toEqual(await namedBy(storage))
  })

  test('sweeps what no row names once it is old enough, and nothing else', async () => {
    const storage = of(name)
    const { context, store, db } = storage
    const parts = { platform: context, store, database: openDatabase(db.pools), renderQueue: createRenderQueue() }
    await (await storage.client(SERVICE)).from('files').upload('kept', 'kept')
    const orphan = randomUUID()
    const file = join(store.tempDir, randomUUID())
    await writeFile(file, 'orphan')
    await store.put(orphan, { path: file, size: 6 })
    await writeFile(join(store.tempDir, randomUUID()), 'half')
    expect((await removeOrphans(parts)).versions).toBe(0)
    expect(await versionsOf(storage)).toContain(orphan)
    const swept = await removeOrphans(parts, 0)
    expect([swept.versions, swept.temporaries >= 1]).toEqual([1, true])
    expect(await versionsOf(storage)).toEqual(await namedBy(storage))
  })

  test('removes nothing when most files belong to no row: that is the wrong database', async () => {
    const { context, store, db } = of(name)
    const foreign = Array.from({ length: 101 }, () => randomUUID())
    for (const version of foreign) {
      const path = join(store.tempDir, version)
      await writeFile(path, 'theirs')
      await store.put(version, { path, size: 6 })
    }
    const parts = { platform: context, store, database: openDatabase(db.pools), renderQueue: createRenderQueue() }
    expect((await removeOrphans(parts, 0)).versions).toBe(0)
    expect(await versionsOf(of(name))).toEqual(expect.arrayContaining(foreign))
    await store.remove(foreign)
  })
})
