import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeScratchFolder } from './scratch-folder.ts'

test('a scratch folder is made once those of killed processes are removed, and of no others', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'scratch-'))
  const { pid: gone } = spawnSync(process.execPath, ['-e', ''])
  await mkdir(join(parent, `platform-${gone}-abc`, 'db'), { recursive: true })
  await mkdir(join(parent, `platform-${process.ppid}-abc`))
  await mkdir(join(parent, 'platform-somebody'))
  const made = await makeScratchFolder(parent)
  expect((await readdir(parent)).sort()).toEqual(
    [`platform-${process.ppid}-abc`, basename(made), 'platform-somebody'].sort(),
  )
  await rm(parent, { recursive: true })
})
