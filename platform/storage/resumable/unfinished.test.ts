import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deleteExpired, UPLOAD_LIFETIME_MS } from './unfinished.ts'

test('removes uploads that nobody continued for a day, and no younger ones', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'unfinished-'))
  const age = async (name: string, ms: number) => {
    await writeFile(join(dir, name), 'x')
    const time = new Date(Date.now() - ms)
    await utimes(join(dir, name), time, time)
  }
  await age('old.part', UPLOAD_LIFETIME_MS + 1000)
  await age('old.json', UPLOAD_LIFETIME_MS + 1000)
  await age('young.part', UPLOAD_LIFETIME_MS - 60_000)
  expect(await deleteExpired(dir)).toBe(2)
  expect(await readdir(dir)).toEqual(['young.part'])
  await rm(dir, { recursive: true })
})

test('does not mind that there never was an upload', async () => {
  expect(await deleteExpired(join(tmpdir(), 'there-is-no-such-folder'))).toBe(0)
})
