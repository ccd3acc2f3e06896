import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { silentLog } from '../log.ts'
import { projectVariables } from './env-files.ts'
import { readOptions } from './options.ts'
import { type Standalone, startStandalone } from './start.ts'

let db: TestDatabase
let folder: string
let running: Standalone[] = []
beforeAll(async () => {
  db = await testDatabase('platform')
  folder = await mkdtemp(join(tmpdir(), 'standalone-'))
})
afterEach(async () => {
  await Promise.all(running.map((platform) => platform.stop()))
  running = []
})
afterAll(async () => {
  await db.drop()
  await rm(folder, { recursive: true, force: true })
})

async function start(...args: string[]): Promise<Standalone['announcement']> {
  const platform = await startStandalone(readOptions(['--port', '0', '--database-url', db.url, ...args]), silentLog)
  running.push(platform)
  return platform.announcement
}

async function write(name: string, text: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, text)
  return file
}

test('without settings it has the keys of every local Supabase stack', async () => {
  const { publishableKey, anonKey, url } = await start()
  expect(publishableKey).toBe('sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH')
  expect(anonKey).toMatch(/\.CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0$/)
  for (const key of [publishableKey, anonKey]) {
    const reply = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } })
    expect(reply.status).toBe(200)
  }
})

test('migrations and seeds are loaded before the first request, and seeds only once', async () => {
  const migrations = await mkdtemp(join(folder, 'migrations-'))
  await writeFile(join(migrations, '001_notes.sql'), 'create table public.notes (id serial primary key, text text)')
  const seed = await write('seed.sql', `insert into notes (text) values (crypt('a', gen_salt('bf')))`)
  const args = ['--migrations', migrations, '--seed', seed]
  const first = await start(...args)
  const notes = (url: string) => createClient(url, first.anonKey).from('notes').select('id')
  expect((await notes(first.url)).data).toEqual([{ id: 1 }])
  const second = await start(...args)
  expect((await notes(second.url)).data).toEqual([{ id: 1 }])
})

test('a family answers at the root of its own port, without keys', async () => {
  const { services } = await start('--service-ports', 'rest=0,auth=0', '--require-api-key')
  expect((await fetch(`${services.auth}/health`)).status).toBe(200)
  const reply = await fetch(`${services.rest}/nothing`)
  expect(reply.status).toBe(404)
  expect(await reply.json()).toMatchObject({ code: 'PGRST205' })
})

test('tokens are signed with the keys of signing_keys_path, else with jwt_secret', async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  await write('keys.json', JSON.stringify([{ ...(await exportJWK(pair.privateKey)), kid: 'rsa-1', alg: 'RS256' }]))
  const secret = `jwt_secret = "${'s'.repeat(40)}"`
  const rsa = await write('rsa.toml', `[auth]\n${secret}\nsigning_keys_path = "./keys.json"`)
  const hmac = await write('hmac.toml', `[auth]\n${secret}`)
  for (const [config, alg] of [
    [rsa, 'RS256'],
    [hmac, 'HS256'],
  ] as const) {
    const { url, anonKey } = await start('--config', config)
    const email = `${alg.toLowerCase()}@test.example`
    const { data } = await createClient(url, anonKey).auth.signUp({ email, password: 'Password-123' })
    const [header = ''] = data.session?.access_token.split('.') ?? []
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg })
  }
})

test('a family that config.toml switches off is not there', async () => {
  const config = await write('off.toml', '[storage]\nenabled = false')
  const { url } = await start('--config', config)
  const reply = await fetch(`${url}/storage/v1/bucket`)
  expect(reply.status).toBe(404)
  expect(await reply.json()).toMatchObject({ message: 'The storage service is not enabled' })
})

test('a bad config.toml stops the start, and what was opened is closed again', async () => {
  const config = await write('bad.toml', '[auth]\nenable_singup = true')
  await expect(start('--config', config)).rejects.toThrow(/auth\.enable_singup is not a known key/)
})

test('a port that is taken stops the start with one sentence', async () => {
  const { url } = await start()
  await expect(start('--service-ports', `rest=${new URL(url).port}`)).rejects.toThrow(/is in use: choose another/)
})

test('buckets of config.toml are made as described, with the files of their folder', async () => {
  await mkdir(join(folder, 'pictures/inner'), { recursive: true })
  await write('pictures/inner/note.txt', 'kept')
  const config = await write(
    'buckets.toml',
    '[storage.buckets.notes]\npublic = true\nallowed_mime_types = ["text/plain"]\nobjects_path = "./pictures"',
  )
  for (let start_ = 0; start_ < 2; start_ += 1) {
    const { url } = await start('--config', config)
    expect(await (await fetch(`${url}/storage/v1/object/public/notes/inner/note.txt`)).text()).toBe('kept')
  }
})

test('variables of config.toml come from the .env files beside and above it, under the environment', async () => {
  await mkdir(join(folder, 'project/supabase'), { recursive: true })
  await write('project/supabase/config.toml', '[auth]\nsite_url = "env(ENV_FILES_TEST)"')
  await write('project/.env', 'ENV_FILES_TEST="https://outer.example"')
  const config = join(folder, 'project/supabase/config.toml')
  expect((await start('--config', config)).warnings).toEqual([])
  expect(await projectVariables(config, {})).toMatchObject({ ENV_FILES_TEST: 'https://outer.example' })
  await write('project/supabase/.env.local', 'ENV_FILES_TEST=https://inner.example')
  expect(await projectVariables(config, {})).toMatchObject({ ENV_FILES_TEST: 'https://inner.example' })
  const set = { ENV_FILES_TEST: 'https://set.example' }
  expect(await projectVariables(config, set)).toMatchObject(set)
})

describe('the page of mails', () => {
  const script = '<script>parent.document.title = "taken"</script><a href="https://app.example/confirm">Confirm</a>'
  async function open() {
    const config = await write('mail.toml', '[auth.email]\nenable_confirmations = true\n[local_smtp]\nport = 0')
    const { url, anonKey, mailUrl } = await start('--config', config)
    await db.pools.owner.query('delete from _platform.outbox')
    await createClient(url, anonKey).auth.signUp({ email: 'ada@test.example', password: 'Password-123' })
    await db.pools.owner.query('update _platform.outbox set body_html = $1, subject = $2', [script, '<b>Hello</b>'])
    return mailUrl ?? ''
  }

  test('lists what was not sent, and shows HTML where it can do nothing but link', async () => {
    const mailUrl = await open()
    const list = await (await fetch(mailUrl)).text()
    expect(list).toContain('ada@test.example')
    expect(list).toContain('&lt;b&gt;Hello')
    const path = /href="(\/mail\/[^"]+)"/.exec(list)?.[1]
    const page = await (await fetch(`${mailUrl}${path}`)).text()
    expect(page).not.toContain('<script')
    expect(page).toContain(`src="${path}/html"`)
    const html = await fetch(`${mailUrl}${path}/html`)
    expect(html.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox;/)
    expect(await html.text()).toContain('https://app.example/confirm')
    expect((await fetch(`${mailUrl}/mail/${crypto.randomUUID()}`)).status).toBe(404)
  })

  test("answers the questions of Mailpit's API that tests of projects ask", async () => {
    const mailUrl = await open()
    const search = await (await fetch(`${mailUrl}/api/v1/search?query=to:"ada@test.example"`)).json()
    expect(search).toMatchObject({
      messages_count: 1,
      messages: [{ Subject: '<b>Hello</b>', To: [{ Address: 'ada@test.example' }] }],
    })
    const one = await (await fetch(`${mailUrl}/api/v1/message/${search.messages[0].ID}`)).json()
    expect(one).toMatchObject({ HTML: script })
    expect((await fetch(`${mailUrl}/api/v1/messages`, { method: 'DELETE' })).status).toBe(200)
    expect(await (await fetch(`${mailUrl}/api/v1/messages`)).json()).toMatchObject({ total: 0 })
  })

  test('is for this machine: a name of somebody else is refused', async () => {
    const mailUrl = await open()
    const { port } = new URL(mailUrl)
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    request({ port, headers: { host: 'evil.example' } }, (response) => resolve(response.statusCode)).end()
    expect(await promise).toBe(403)
  })
})

test('a migration whose extension is not there says which and what to do; named, it is skipped and told', async () => {
  const migrations = await mkdtemp(join(folder, 'extensions-'))
  await writeFile(
    join(migrations, '0900_pictures.sql'),
    'create extension if not exists vector with schema extensions;\ncreate table public.pictures (id int)',
  )
  await expect(start('--migrations', migrations)).rejects.toThrow(
    /^Migration 0900_pictures failed and was rolled back: extension "vector" is not available\. The extension vector is not part of this PostgreSQL\. .*--skip-extensions vector/,
  )
  const { warnings, url, anonKey } = await start('--migrations', migrations, '--skip-extensions', 'vector,pg_net')
  expect(warnings).toEqual([expect.stringMatching(/0900_pictures\.sql: the extension vector was skipped, as asked$/)])
  expect((await createClient(url, anonKey).from('pictures').select()).data).toEqual([])
})

test.each([
  [['--migrations', '/nowhere/migrations'], /^--migrations \/nowhere\/migrations: there is nothing/],
  [['--seed', '/nowhere/seed.sql'], /^--seed \/nowhere\/seed\.sql: /],
  [['--functions', '/nowhere/functions'], /^--functions \/nowhere\/functions: /],
  [['--config', '/nowhere/config.toml'], /--config \/nowhere\/config\.toml/],
])('%s names the option that asked for what is not there', async (args, message) => {
  await expect(start(...args)).rejects.toThrow(message)
})

test('a key file or a template that is not there is named by its key of config.toml', async () => {
  const keys = await write('no-keys.toml', '[auth]\nsigning_keys_path = "./none.json"')
  await expect(start('--config', keys)).rejects.toThrow(/^auth\.signing_keys_path cannot be used: .*none\.json/)
  const mail = await write('no-mail.toml', '[auth.email.template.invite]\ncontent_path = "./none.html"')
  await expect(start('--config', mail)).rejects.toThrow(/^auth\.email\.template\.invite\.content_path cannot be read: /)
})
