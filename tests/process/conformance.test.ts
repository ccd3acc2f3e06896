import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let checkout: string
beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'checkout-'))
  await put('package.json', '{}')
  await put('supabase/config.toml', '[db]\nport = 0\n[db.seed]\nsql_paths = ["./seeds/*.sql"]')
  await put('supabase/roles.sql', 'create role checkout_reader nologin')
  await put(
    'supabase/migrations/20260101000000_notes.sql',
    `create table public.notes (text text);
     grant select on public.notes to checkout_reader;`,
  )
  await put('supabase/seeds/b.sql', `update notes set text = text || ' twice'`)
  await put('supabase/seeds/a.sql', `insert into notes values ('seeded')`)
  await put('supabase/functions/hello/index.ts', 'export default { fetch: () => new Response("hello") }')
  await put('suite.mjs', SUITE)
})
afterAll(() => rm(checkout, { recursive: true, force: true }))

/** What a suite does: it reads address and keys from its environment, and its exit code is its verdict. */
const SUITE = `
  const { SUPABASE_URL: url, SUPABASE_ANON_KEY: key, API_URL, npm_command } = process.env
  const headers = { apikey: key, authorization: 'Bearer ' + key }
  const notes = await fetch(url + '/rest/v1/notes', { headers })
  const hello = await fetch(url + '/functions/v1/hello', { headers })
  console.log(JSON.stringify([await notes.json(), await hello.text(), API_URL === url, npm_command ?? null, url]))
  process.exit(Number(process.argv[2]))`

async function put(name: string, text: string) {
  const file = join(checkout, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

async function conformance(...args: string[]) {
  const child = spawn(process.execPath, ['scripts/conformance.ts', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

test("a suite runs against the project beside its config.toml, in its own checkout, and its verdict is the run's", async () => {
  const config = join(checkout, 'supabase/config.toml')
  const run = await conformance('--config', config, '--port', '0', '--', 'node', 'suite.mjs', '7')
  expect(run.stderr).toMatch(/conformance: node suite\.mjs 7 ended with 7 after [\d.]+ s\n$/)
  expect(run.code).toBe(7)
  const [notes, hello, sameUrl, npm, url] = JSON.parse(run.stdout)
  expect([notes, hello, sameUrl, npm]).toEqual([[{ text: 'seeded twice' }], 'hello', true, null])
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test('a command line that lacks something shows the usage', async () => {
  const config = join(checkout, 'supabase/config.toml')
  for (const [args, problem] of [
    [['--config', config], 'after -- comes the command'],
    [['--', 'true'], '--config FILE says'],
    [['--config', config, '--data-dir', 'd', '--', 'true'], 'fresh database'],
    [['--config', config, '--colour', 'red', '--', 'true'], "Unknown option '--colour'"],
  ] as const) {
    const { code, stderr } = await conformance(...args)
    expect(stderr).toContain(problem)
    expect(stderr).toContain('npm run conformance --')
    expect(code).toBe(1)
  }
})
