import { appendFile, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DiskCacheOptions, openDiskCache } from './disk-cache.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (options: Partial<DiskCacheOptions> = {}) =>
  openDiskCache({
    folder,
    maxBytes: 1_000_000,
    maxAgeMs: 1000,
    onError(error) {
      throw error
    },
    ...options,
  })
const pathOf = (name: string) => join(folder, name.slice(0, 2), name)
const content = Buffer.from('an image')

test('gives back what was written, after a restart too', async () => {
  await (await open()).write('aa-1.avif', content)
  expect(await (await open()).read('aa-1.avif')).toEqual(content)
})

test('knows nothing that was not written', async () => {
  expect(await (await open()).read('aa-1.avif')).toBeNull()
})

test.each([
  ['cut off', (path: string) => writeFile(path, Buffer.alloc(20))],
  ['longer than it was', (path: string) => appendFile(path, 'x')],
  ['empty', (path: string) => writeFile(path, '')],
  ['gone', (path: string) => rm(path)],
])('takes no file that is %s, and forgets it', async (_damage, damage) => {
  const cache = await open()
  await cache.write('aa-1.avif', content)
  await damage(pathOf('aa-1.avif'))
  expect(await cache.read('aa-1.avif')).toBeNull()
  expect(cache.bytes()).toBe(0)
  await expect(stat(pathOf('aa-1.avif'))).rejects.toThrow('ENOENT')
})

test('gives nothing that is too old', async () => {
  let now = 1_000_000
  const cache = await open({ now: () => now })
  await cache.write('aa-1.avif', content)
  now += 1000
  expect(await cache.read('aa-1.avif')).toEqual(content)
  now += 1
  expect(await cache.read('aa-1.avif')).toBeNull()
})

test('stays within its bytes: what was used longest ago goes first', async () => {
  const cache = await open({ maxBytes: 3 * 4096 })
  for (const name of ['aa', 'bb', 'cc']) await cache.write(name, content)
  await cache.read('aa')
  await cache.write('dd', content)
  expect(cache.bytes()).toBe(3 * 4096)
  expect(await cache.read('bb')).toBeNull()
  for (const name of ['aa', 'cc', 'dd']) expect(await cache.read(name)).toEqual(content)
  await expect(stat(pathOf('bb'))).rejects.toThrow('ENOENT')
})

test('remembers over a restart what was used, and obeys a smaller bound', async () => {
  const before = await open()
  for (const name of ['aa', 'bb', 'cc']) await before.write(name, content)
  const old = new Date(Date.now() - 10 * 86_400_000)
  await utimes(pathOf('bb'), old, old)
  const after = await open({ maxBytes: 2 * 4096 })
  expect(await after.read('bb')).toBeNull()
  expect(await after.read('aa')).toEqual(content)
})

test('removes what a crash left half written', async () => {
  const cache = await open()
  await cache.write('aa-1.avif', content)
  await writeFile(`${pathOf('aa-2.avif')}.1.part`, 'half')
  expect((await open()).bytes()).toBe(4096)
  expect(await readdir(join(folder, 'aa'))).toEqual(['aa-1.avif'])
})

test('lives with a disk that takes nothing', async () => {
  const errors: unknown[] = []
  const cache = await open({ onError: (error) => errors.push(error) })
  await writeFile(join(folder, 'aa'), 'a file where a folder should be')
  await cache.write('aa-1.avif', content)
  expect(errors).not.toEqual([])
  expect(await cache.read('aa-1.avif')).toBeNull()
})
