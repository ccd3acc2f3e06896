import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'make-folder-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('making a folder', () => {
  test('makes those above it too, and is content with one that is there', async () => {
    await makeFolder(join(folder, 'a/b/c'), 0o700)
    await makeFolder(join(folder, 'a/b/c'), 0o700)
    expect((await stat(join(folder, 'a/b/c'))).isDirectory()).toBe(true)
  })

  test('refuses where a file is in the way', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(makeFolder(join(folder, 'file'), 0o700)).rejects.toThrow('EEXIST')
    await expect(makeFolder(join(folder, 'file/below'), 0o700)).rejects.toThrow('ENOTDIR')
  })

  test.runIf(process.platform === 'linux')('ends below /proc, where nothing can be made', async () => {
    await expect(makeFolder('/proc/platform/data', 0o700)).rejects.toThrow(/ENOENT|EACCES/)
  })
})
