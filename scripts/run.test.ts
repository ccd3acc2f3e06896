import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a command without installed packages ends with a sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'no-packages-'))
  await mkdir(join(folder, 'scripts'))
  await copyFile('scripts/run.mjs', join(folder, 'scripts/run.mjs'))
  const { status, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/start.ts'], { cwd: folder })
  await rm(folder, { recursive: true })
  expect([status, String(stderr)]).toEqual([
    1,
    'Dahlia\'s packages are not installed (Node 24 is one of them): run "npm ci" first.\n',
  ])
})
