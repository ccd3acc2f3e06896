import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { parseConfig } from '../../config/parse.ts'
import type { Service } from '../../kernel/service.ts'
import { silentLog } from '../../log.ts'
import { createTokens } from '../../tokens.ts'
import { createFunctionsService } from '../service.ts'

let db: TestDatabase
let project: string
let functions: Service
const errors: unknown[] = []

const CONFIG = `
  [functions.mapped]
  import_map = "./maps/mapped.json"
  entrypoint = "./elsewhere/mapped.ts"
  [functions.mapped.env]
  OWN = "env(OUTER)"
  [functions.closed]
  verify_jwt = true
  [edge_runtime.secrets]
  SECRET = "of the project"`

beforeAll(async () => {
  db = await testDatabase('platform')
  project = await mkdtemp(join(tmpdir(), 'deno-functions-'))
  const { config } = parseConfig(CONFIG, { OUTER: 'from outside' })
  // Only `closed` asks for a token: the others are about what runs.
  for (const name of [
    'hello',
    'std',
    'exported',
    'library',
    'vendored',
    'counter',
    'other',
    'handled',
    'missing',
    'jsx',
    'later',
  ]) {
    config.functions[name] = {
      enabled: true,
      verify_jwt: false,
      entrypoint: '',
      import_map: '',
      static_files: [],
      env: {},
    }
  }
  if (config.functions.mapped) config.functions.mapped.verify_jwt = false
  functions = await createFunctionsService(
    {
      pools: db.pools,
      ownerUrl: db.url,
      tokens: await createTokens({ jwtSecret: 'a shared secret of the tests, long enough', signingKeys: [] }),
      config,
      publicUrl: 'http://platform.test',
      log: { ...silentLog, error: (fields) => errors.push(fields) },
      now: () => new Date(),
    },
    {
      folder: join(project, 'functions'),
      deno: true,
      keys: { publishable: 'sb_publishable_test', secret: 'sb_secret_test' },
      platformFetch: () => Promise.reject(new Error('no function of the tests calls back')),
      safeFetch: () => Promise.reject(new Error('no function of the tests goes out')),
      settings: config.edge_runtime.secrets,
    },
  )
})
afterAll(async () => {
  await functions.close()
  await db.drop()
  await rm(project, { recursive: true, force: true })
})

async function write(name: string, text: string) {
  const file = join(project, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

async function call(path: string, init: RequestInit = {}): Promise<{ status: number; body: string }> {
  const connection = { requestId: 'request-1', clientAddress: '192.0.2.1', mountPath: '/functions/v1' }
  const response = await functions.fetch(new Request(`http://platform.test/${path}`, init), connection)
  return { status: response.status, body: await response.text() }
}

/** What the log says of the last failure. */
function lastError(): string {
  const [last] = errors.slice(-1)
  return typeof last === 'object' && last && 'err' in last ? String(last.err) : ''
}

test('Deno.serve answers, with types that are imported like values, enums and parameter properties', async () => {
  await write(
    'functions/hello/index.ts',
    `import "jsr:@supabase/functions-js/edge-runtime.d.ts"
     import { createClient, SupabaseClient } from 'npm:@supabase/supabase-js@2'
     import { Shared, type Shape } from '../_shared/shapes.ts'
     enum Greeting { Hello = 'Hello' }
     class Greeter { constructor(private readonly name: string) {} say(): string { return Greeting.Hello + ' ' + this.name } }
     const client: SupabaseClient = createClient(Deno.env.get('SUPABASE_URL')!, Deno.env.get('SUPABASE_ANON_KEY')!)
     Deno.serve({ port: 8000, onListen() {} }, async (req: Request, info: Deno.ServeHandlerInfo) => {
       const { name } = await req.json()
       const shape: Shape = { kind: Shared }
       return Response.json({ message: new Greeter(name).say(), shape, path: new URL(req.url).pathname, from: info.remoteAddr.hostname, has: typeof client.from })
     })`,
  )
  await write('functions/_shared/shapes.ts', `export const Shared = 'shared'; export interface Shape { kind: string }`)
  const { status, body } = await call('hello', { method: 'POST', body: '{"name":"Ada"}' })
  expect([status, JSON.parse(body)]).toEqual([
    200,
    { message: 'Hello Ada', shape: { kind: 'shared' }, path: '/hello', from: '192.0.2.1', has: 'function' },
  ])
})

test('serve of the standard library, and export default { fetch }, answer as well', async () => {
  await write(
    'functions/std/index.ts',
    `import { serve } from 'https://deno.land/std@0.168.0/http/server.ts'
     serve((_req) => new Response('served'))`,
  )
  await write('functions/exported/index.ts', `export default { fetch: (req: Request) => new Response(req.method) }`)
  expect(await call('std')).toEqual({ status: 200, body: 'served' })
  expect(await call('exported')).toEqual({ status: 200, body: 'GET' })
})

test('import map, entry point and variables of config.toml hold; deno.json beside the function and .env are found', async () => {
  await write('maps/mapped.json', '{ "imports": { "greeting/": "../lib/", "jose": "npm:jose@^6" } }')
  await write('lib/words.ts', `export const word = 'mapped'`)
  await write('functions/.env', 'FROM_FILE="a file"\nSUPABASE_URL=http://elsewhere.test')
  await write(
    'elsewhere/mapped.ts',
    `import { word } from 'greeting/words.ts'
     import { base64url } from 'jose'
     Deno.serve(() => Response.json([word, typeof base64url.encode, ...['OWN', 'FROM_FILE', 'SECRET', 'SUPABASE_URL', 'PATH'].map((name) => Deno.env.get(name) ?? null)]))`,
  )
  const { body } = await call('mapped')
  expect(JSON.parse(body)).toEqual([
    'mapped',
    'function',
    'from outside',
    'a file',
    'of the project',
    'http://platform.test',
    null,
  ])
  await write(
    'functions/jsx/deno.json',
    `{ // as editors write it
      "imports": { "render": "./render.ts", }, "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "react" } }`,
  )
  await write('functions/jsx/render.ts', `export { renderToStaticMarkup as render } from 'npm:react-dom@19/server'`)
  await write('functions/jsx/view.tsx', 'export const View = () => <p>seen</p>')
  await write(
    'functions/jsx/index.ts',
    `import { render } from 'render'; import { View } from './view.tsx'
     Deno.serve(() => new Response(render(View())))`,
  )
  expect(await call('jsx')).toEqual({ status: 200, body: '<p>seen</p>' })
})

test('a package reads the variables of the function that uses it, and nothing of the machine', async () => {
  await write('node_modules/settings/package.json', '{ "name": "settings", "main": "index.js" }')
  await write('node_modules/settings/index.js', 'exports.read = (name) => process.env[name] ?? null')
  await write(
    'functions/library/index.ts',
    `import { read } from 'npm:settings'
     Deno.env.set('MINE', 'alone')
     Deno.serve(() => Response.json([read('SECRET'), read('MINE'), read('PATH'), Object.keys(process.env).includes('HOME'), typeof globalThis.Deno]))`,
  )
  expect(JSON.parse((await call('library')).body)).toEqual(['of the project', 'alone', null, false, 'undefined'])
  expect(process.env.PATH).toBeTruthy()
  expect(process.env.MINE).toBeUndefined()
})

test('jsr: and https: modules come from the folder of the project that holds them', async () => {
  await write(
    'functions/_vendor/jsr/@std/greet@1.2.0/deno.json',
    '{ "exports": { ".": "./mod.ts", "./loud": "./loud.ts" } }',
  )
  await write('functions/_vendor/jsr/@std/greet@1.2.0/mod.ts', `export const greet = 'jsr'`)
  await write('functions/_vendor/jsr/@std/greet@1.2.0/loud.ts', `export const loud = 'JSR'`)
  await write('functions/_vendor/jsr/@std/greet@0.9.0/mod.ts', `export const greet = 'old'`)
  await write('functions/_vendor/deno.land/x/greet@v1/mod.ts', `export { word } from './deps.ts'`)
  await write('functions/_vendor/deno.land/x/greet@v1/deps.ts', `export const word: string = 'https'`)
  await write(
    'functions/vendored/index.ts',
    `import { greet } from 'jsr:@std/greet@^1.0'
     import { loud } from 'jsr:@std/greet@1/loud'
     import { word } from 'https://deno.land/x/greet@v1/mod.ts'
     import { createClient } from 'https://esm.sh/@supabase/supabase-js@2.39.3?target=deno'
     Deno.serve(() => Response.json([greet, loud, word, typeof createClient]))`,
  )
  expect(JSON.parse((await call('vendored')).body)).toEqual(['jsr', 'JSR', 'https', 'function'])
})

test.each([
  [
    `import 'https://deno.land/x/xhr@0.1.0/mod.ts'`,
    /missing\/index\.ts:2: "https:\/\/deno\.land\/x\/xhr@0\.1\.0\/mod\.ts" is not here: .* save the module as supabase\/functions\/_vendor\/deno\.land\/x\/xhr@0\.1\.0\/mod\.ts/,
  ],
  [
    `import { join } from 'jsr:@std/path@^1.0'`,
    /index\.ts:2: .* save the package as supabase\/functions\/_vendor\/jsr\/@std\/path@1\.0\/, or install it with npx jsr add @std\/path/,
  ],
  [`import Stripe from 'npm:stripe@14'`, /index\.ts:2: .* npm install stripe$/],
  [`import { Stripe } from 'stripe'`, /index\.ts:2: .* npm install stripe$/],
  [`const x: = 3`, /SyntaxError: .*index\.ts/],
  [`const x = 3`, /index\.ts serves nothing: call Deno\.serve/],
])('%s is refused with its line and what to do', async (line, message) => {
  const file = await write(
    'functions/missing/index.ts',
    `// first\n${line}${line.includes('import') ? ';console.log(typeof Stripe, typeof join)' : ''}\n`,
  )
  await utimes(file, ...nextSecond())
  await eventually(async () => {
    expect((await call('missing')).status).toBe(503)
    expect(lastError()).toMatch(message)
  })
})

let second = 1000
function nextSecond(): [number, number] {
  second += 1
  return [second, second]
}

test('each function has its own copy of shared modules, which a change loads again', async () => {
  await write('functions/_shared/count.ts', 'let count = 0; export const next = () => (count += 1)')
  for (const name of ['counter', 'other']) {
    await write(
      `functions/${name}/index.ts`,
      `import { next } from '../_shared/count.ts'; Deno.serve(() => new Response(String(next())))`,
    )
  }
  expect([(await call('counter')).body, (await call('counter')).body, (await call('other')).body]).toEqual([
    '1',
    '2',
    '1',
  ])
  const file = await write('functions/_shared/count.ts', 'export const next = () => 1000')
  await utimes(file, ...nextSecond())
  await eventually(async () => expect((await call('counter')).body).toBe('1000'))
})

test('onError of Deno.serve answers for a handler that fails; work after the response may fail without harm', async () => {
  await write(
    'functions/handled/index.ts',
    `Deno.serve({ onError: (error) => new Response(String(error), { status: 418 }) }, () => { throw new Error('broken') })`,
  )
  await write(
    'functions/later/index.ts',
    `Deno.serve(() => { EdgeRuntime.waitUntil(Promise.reject(new Error('too late'))); return new Response('done') })`,
  )
  expect(await call('handled')).toEqual({ status: 418, body: 'Error: broken' })
  expect(await call('later')).toEqual({ status: 200, body: 'done' })
  await eventually(() => expect(lastError()).toBe('Error: too late'))
})

test('a function without settings asks for a token', async () => {
  await write('functions/closed/index.ts', `Deno.serve(() => new Response('open'))`)
  expect((await call('closed')).status).toBe(401)
})
