import { createClient, FunctionRegion, FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { parseConfig } from '../config/parse.ts'
import type { Call, Service } from '../kernel/service.ts'
import { silentLog } from '../log.ts'
import { createTokens, type Tokens } from '../tokens.ts'
import { createFunctionsService } from './service.ts'

const publicUrl = 'http://platform.test'
const keys = { publishable: 'sb_publishable_test', secret: 'sb_secret_test' }
const errors: unknown[] = []
let db: TestDatabase
let tokens: Tokens
let functions: Service

/** The gateway's part: strips the prefix and turns an api key into the token it stands for. */
async function gateway(request: Request): Promise<Response> {
  const url = new URL(request.url)
  url.pathname = url.pathname.replace('/functions/v1', '')
  const headers = new Headers(request.headers)
  const key = headers.get('apikey')
  if (!headers.has('authorization') && key) {
    const role = key === keys.secret ? 'service_role' : 'anon'
    headers.set('authorization', `Bearer ${await tokens.sign({ role, exp: Date.now() / 1000 + 60 })}`)
  }
  const { method, body, signal } = request
  return functions.fetch(
    new Request(url, { method, headers, body, signal, ...(body ? { duplex: 'half' } : {}) }),
    call(),
  )
}

const call = (): Call => ({ requestId: 'request-1', clientAddress: '192.0.2.1', mountPath: '/functions/v1' })

function client(key = keys.publishable, accessToken?: string) {
  return createClient(publicUrl, key, {
    auth: { persistSession: false },
    global: {
      fetch: (input, init) => gateway(new Request(input, init)),
      headers: accessToken ? { Authorization: `Bearer ${accessToken}` } : {},
    },
  })
}

beforeAll(async () => {
  db = await testDatabase('platform')
  tokens = await createTokens({ jwtSecret: 'a shared secret of the tests, long enough', signingKeys: [] })
  const { config } = parseConfig('[functions.open]\nverify_jwt = false\n[functions.crash]\nenabled = true')
  functions = await createFunctionsService(
    {
      pools: db.pools,
      ownerUrl: db.url,
      tokens,
      config,
      publicUrl,
      log: { ...silentLog, error: (fields) => errors.push(fields) },
      now: () => new Date(),
    },
    {
      folder: 'tests/fakes/functions',
      keys,
      platformFetch: gateway,
      safeFetch: () => Promise.reject(new Error('no function of the tests goes out')),
      idleLimitMs: 300,
      bodyLimitBytes: 1000,
    },
  )
})
afterAll(async () => {
  await functions.close()
  await db.drop()
})

test.each([
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
] as const)('%s reaches a function with path and query', async (method) => {
  const { data, error } = await client().functions.invoke('mirror/some/where?a=1', {
    method,
    ...(method === 'GET' ? {} : { body: { hello: 'you' } }),
  })
  expect(error).toBeNull()
  expect(data).toMatchObject({
    method,
    path: '/mirror/some/where',
    query: '?a=1',
    role: 'anon',
    requestId: 'request-1',
  })
  expect(data.body).toBe(method === 'GET' ? '' : '{"hello":"you"}')
})

test('a region is accepted and changes nothing', async () => {
  const { data } = await client().functions.invoke('mirror', { region: FunctionRegion.UsEast1, body: 'x' })
  expect(data).toMatchObject({ path: '/mirror', body: 'x' })
})

test('a function learns its caller, and acts as the caller or as the service', async () => {
  const token = await tokens.sign({ role: 'authenticated', sub: crypto.randomUUID(), exp: Date.now() / 1000 + 60 })
  const { data } = await client(keys.publishable, token).functions.invoke('as-caller', { body: 'x' })
  expect(data).toMatchObject({
    sql: 'service_role',
    caller: { role: 'authenticated' },
    service: { role: 'service_role' },
  })
})

test('refuses a call without a valid token as a relay error', async () => {
  const wrong = await createTokens({ jwtSecret: 'another secret, also long enough to be used', signingKeys: [] })
  const token = await wrong.sign({ role: 'service_role', exp: Date.now() / 1000 + 60 })
  const forged = await client(keys.publishable, token).functions.invoke('mirror', { body: 'x' })
  expect(forged.error).toBeInstanceOf(FunctionsRelayError)
  expect(forged.response?.status).toBe(401)
  expect(await forged.response?.json()).toMatchObject({ msg: 'Invalid JWT' })

  const bare = await gateway(new Request(`${publicUrl}/functions/v1/mirror`, { method: 'POST' }))
  expect(bare.status).toBe(401)
  expect(await bare.json()).toMatchObject({ msg: 'Error: Missing authorization header' })
})

test('OPTIONS and functions without verify_jwt need no token', async () => {
  const options = await gateway(new Request(`${publicUrl}/functions/v1/mirror`, { method: 'OPTIONS' }))
  expect(await options.json()).toMatchObject({ method: 'OPTIONS', role: null })
  const open = await gateway(new Request(`${publicUrl}/functions/v1/open`))
  expect(await open.json()).toEqual({ caller: null })
})

test.each(['missing', '_shared', '..', '%2e%2e', 'mirror%2findex.ts', ''])('there is no function %j', async (name) => {
  const response = await gateway(new Request(`${publicUrl}/functions/v1/${name}`, { method: 'POST' }))
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
  ['crash', 500, 'WORKER_ERROR', FunctionsHttpError],
  ['not-a-response', 500, 'WORKER_ERROR', FunctionsHttpError],
  ['broken', 503, 'BOOT_ERROR', FunctionsRelayError],
  ['empty-export', 503, 'BOOT_ERROR', FunctionsRelayError],
])('%s answers %i %s with an id and no stack, and tells the log', async (name, status, code, kind) => {
  errors.length = 0
  const { error, response } = await client().functions.invoke(name, { body: 'x' })
  expect(error).toBeInstanceOf(kind)
  expect(response?.status).toBe(status)
  const body = await response?.text()
  expect(JSON.parse(body ?? '')).toMatchObject({ code, id: 'request-1' })
  expect(body).not.toMatch(/secret detail|index\.ts|\bat /)
  expect(errors).toHaveLength(1)
})

test('ends a call that never answers with 504 and aborts its request', async () => {
  const { error, response } = await client().functions.invoke('never', { body: 'x' })
  expect(error).toBeInstanceOf(FunctionsRelayError)
  expect(response?.status).toBe(504)
  expect(await response?.json()).toMatchObject({ code: 'IDLE_TIMEOUT' })
})

test('breaks a response that stops half-way', async () => {
  const { error } = await client().functions.invoke('stalls', { body: 'x' })
  expect(String(error)).toMatch(/idle too long/)
})

test('streams in both directions at once', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const headers = { authorization: `Bearer ${await tokens.sign({ role: 'anon' })}` }
  const request = new Request(`${publicUrl}/slow-stream`, {
    ...{ method: 'POST', body: readable, headers },
    ...{ duplex: 'half' },
  })
  const response = await functions.fetch(request, call())
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (const word of ['one', 'two']) {
    await writer.write(new TextEncoder().encode(word))
    expect(await reader?.read()).toEqual({ done: false, value: word.toUpperCase() })
  }
  await writer.close()
  expect((await reader?.read())?.done).toBe(true)
})

test('refuses a body over the limit, announced or not', async () => {
  const announced = await gateway(
    new Request(`${publicUrl}/functions/v1/mirror`, {
      method: 'POST',
      body: 'x'.repeat(2000),
      headers: { apikey: keys.publishable, 'content-length': '2000' },
    }),
  )
  expect(announced.status).toBe(413)
  const { response } = await client().functions.invoke('mirror', { body: 'x'.repeat(2000) })
  expect(response?.status).toBe(413)
})
