import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endedForWantOfRoom, rotateLogFile } from './log-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-file-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a log that is too large is moved aside, and its writer goes on at the front', async () => {
  const path = join(folder, 'postgres.log')
  const writer = await open(path, 'a')
  await writer.write('first')
  await rotateLogFile(path, 5)
  expect(await readFile(path, 'utf8')).toBe('first')
  await writer.write(' second')
  await rotateLogFile(path, 5)
  await writer.write('third')
  expect(await readFile(path, 'utf8')).toBe('third')
  expect(await readFile(`${path}.1`, 'utf8')).toBe('first second')
  await writer.close()
})

test.each([
  [
    'PANIC:  could not write to file "pg_wal/xlogtemp.42": No space left on device\nLOG:  server process was aborted',
    true,
  ],
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', true],
  ['ERROR:  could not extend file "base/5/1259": No space left on device', false],
  ['PANIC:  No space left on device\nLOG:  database system is ready to accept connections', false],
  ['LOG:  database system is shut down', false],
])('%j: ended for want of room: %s', async (words, expected) => {
  const path = join(folder, 'postgres.log')
  await writeFile(path, `${'LOG:  something else\n'.repeat(2000)}2026-11-22 20:00:00.000 UTC [42] ${words}\n`)
  expect(await endedForWantOfRoom(path)).toBe(expected)
})

test('a log that is not there says nothing', async () => {
  expect(await endedForWantOfRoom(join(folder, 'none.log'))).toBe(false)
})
