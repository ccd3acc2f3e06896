import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rotateLogFile } from './log-file.ts'

test('a log that is too large is moved aside, and its writer goes on at the front', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'log-file-'))
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
  await rm(folder, { recursive: true })
})
