import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type StoredVersion, VersionMissing, type VersionStore } from './version-store.ts'

/** What every store must do; each back end's test runs all of it. */
export function describeStore(name: string, open: () => Promise<VersionStore>): void {
  const text = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text()
  const put = async (store: VersionStore, content: string) => {
    const version = randomUUID()
    const path = join(store.tempDir, randomUUID())
    await writeFile(path, content)
    await store.put(version, { path, size: Buffer.byteLength(content) })
    return version
  }
  const listed = async (store: VersionStore) => {
    const all: StoredVersion[] = []
    for await (const entry of store.list()) all.push(entry)
    return all
  }

  describe(name, () => {
    test('gives back what was put, whole and in ranges', async () => {
      const store = await open()
      const version = await put(store, 'hello world')
      expect(await text(await store.read(version))).toBe('hello world')
      expect(await text(await store.read(version, { start: 6, end: 10 }))).toBe('world')
      expect(await text(await store.read(version, { start: 0, end: 4 }))).toBe('hello')
    })

    test('keeps empty files', async () => {
      const store = await open()
      expect(await text(await store.read(await put(store, '')))).toBe('')
    })

    test('copies into an independent version', async () => {
      const store = await open()
      const original = await put(store, 'twice')
      const copy = randomUUID()
      await store.copy(original, copy)
      await store.remove([original])
      expect(await text(await store.read(copy))).toBe('twice')
    })

    test('says that a version is missing', async () => {
      const store = await open()
      await expect(store.read(randomUUID())).rejects.toBeInstanceOf(VersionMissing)
      await expect(store.copy(randomUUID(), randomUUID())).rejects.toBeInstanceOf(VersionMissing)
    })

    test('removes many at once and does not mind the missing', async () => {
      const store = await open()
      const versions = await Promise.all(['a', 'b', 'c'].map((content) => put(store, content)))
      await store.remove([...versions, randomUUID(), '../../etc/passwd'])
      for (const version of versions) await expect(store.read(version)).rejects.toBeInstanceOf(VersionMissing)
    })

    test('lists what it holds with the time of each', async () => {
      const store = await open()
      const before = Date.now()
      const version = await put(store, 'listed')
      const entry = (await listed(store)).find((candidate) => candidate.version === version)
      // Stores keep whole seconds at least.
      expect(Math.abs((entry?.modifiedAt.getTime() ?? 0) - before)).toBeLessThan(5_000)
    })

    test.each([
      '../outside',
      '/etc/passwd',
      'a',
      '',
      '..%2f',
      '00000000-0000-0000-0000-00000000000/',
    ])('lets the version %j reach nothing', async (version) => {
      const store = await open()
      await expect(store.read(version)).rejects.toBeInstanceOf(VersionMissing)
      await expect(store.put(version, { path: '/nonexistent/temp/file', size: 0 })).rejects.toBeInstanceOf(
        VersionMissing,
      )
    })
  })
}
