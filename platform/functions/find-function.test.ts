import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFunctionFinder } from './find-function.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-functions-'))
  await mkdir(join(folder, 'hello'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Writes the function as it is at a second of its own, so that the change shows whatever the clock's grain. */
async function write(source: string, second: number) {
  const path = join(folder, 'hello', 'index.ts')
  await writeFile(path, source)
  await utimes(path, second, second)
}

test('a function that did not load is tried again once its file has changed', async () => {
  const find = createFunctionFinder({ folder, deno: null })
  const load = async () => (await find('hello'))?.load()
  await write(`throw new Error('not yet')`, 1000)
  await expect(load()).rejects.toThrow('not yet')
  await expect(load()).rejects.toThrow('not yet')
  await write('export default { fetch: () => 1 }', 2000)
  expect(await load()).toHaveProperty('fetch')
  expect(await load()).toBe(await load())
  await write('export default 1', 3000)
  await expect(load()).rejects.toThrow('does not export a handler')
})

test('without a folder there are no functions', async () => {
  expect(await createFunctionFinder({ folder: null, deno: null })('hello')).toBeNull()
})
