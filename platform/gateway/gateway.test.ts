import { beforeAll, expect, test } from 'vitest'
import type { Service } from '../kernel/service.ts'
import { silentLog } from '../log.ts'
import { createTokens, legacyKey, type Tokens } from '../tokens.ts'
import { createGateway, type Gateway } from './gateway.ts'

const JWT_SECRET = 'a-secret-for-tests-with-at-least-32-characters'
const keys = { publishable: 'sb_publishable_test', secret: 'sb_secret_test' }

/** Shows what a service is given. */
const echo: Service = {
  async fetch(request, call) {
    const body = request.body ? (await request.text().catch(() => 'broken')).length : 0
    const authorization = request.headers.get('authorization')
    return Response.json({ url: request.url, method: request.method, authorization, body, mountPath: call.mountPath })
  },
  close: async () => {},
}

let tokens: Tokens
let open: Gateway
let strict: Gateway
beforeAll(async () => {
  tokens = await createTokens({ jwtSecret: JWT_SECRET, signingKeys: [] })
  const services = async () => ({ auth: echo, rest: echo, storage: echo, functions: echo })
  open = createGateway({ services, keys: { ...keys, required: false }, tokens, log: silentLog })
  strict = createGateway({ services, keys: { ...keys, required: true }, tokens, log: silentLog })
})

const ORIGIN = 'http://platform.test'
function ask(gateway: Gateway, path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  return gateway.fetch(new Request(ORIGIN + path, { ...init, headers }))
}
async function seen(gateway: Gateway, path: string, headers: Record<string, string> = {}) {
  return (await ask(gateway, path, headers)).json()
}

test('a family sees its path without the prefix, and the query as it came', async () => {
  expect(await seen(open, '/rest/v1/books?id=eq.1')).toMatchObject({
    url: `${ORIGIN}/books?id=eq.1`,
    mountPath: '/rest/v1',
  })
  expect(await seen(open, '/auth/v1')).toMatchObject({ url: `${ORIGIN}/` })
})

test('a service that takes reads as they came is told the path, the query and the key rule’s authorization', async () => {
  const reader: Service = {
    ...echo,
    read: async (request, call, routed) => Response.json({ came: request.url, ...routed, mountPath: call.mountPath }),
  }
  const services = async () => ({ rest: reader })
  const gateway = createGateway({ services, keys: { ...keys, required: false }, tokens, log: silentLog })
  const headers = { apikey: keys.secret, authorization: `Bearer ${keys.secret}` }
  expect(await seen(gateway, '/rest/v1/books?id=eq.1', headers)).toEqual({
    came: `${ORIGIN}/rest/v1/books?id=eq.1`,
    path: '/books',
    search: '?id=eq.1',
    authorization: `Bearer ${tokens.forRole('service_role')}`,
    mountPath: '/rest/v1',
  })
  const written = await ask(gateway, '/rest/v1/books', headers, { method: 'POST', body: '{}' })
  expect(await written.json()).toMatchObject({ url: `${ORIGIN}/books`, method: 'POST', body: 2 })
})

test.each([
  '/',
  '/auth',
  '/auth/v2/token',
  '/graphql/v1',
  '/authx/v1/token',
  '/rest/v1x',
])('nothing answers at %s', async (path) => {
  const reply = await ask(open, path)
  expect(reply.status).toBe(404)
  expect(await reply.json()).toMatchObject({ message: `No service answers at ${path}` })
})

test('a family that is not running answers 404, one that cannot start 503', async () => {
  expect((await ask(open, '/realtime/v1/api/broadcast')).status).toBe(404)
  const services = () => Promise.reject(new Error('no database'))
  const broken = createGateway({ services, keys: { ...keys, required: false }, tokens, log: silentLog })
  expect((await ask(broken, '/rest/v1/books')).status).toBe(503)
})

test('opaque keys become the JWT of their role, in the header as in the query', async () => {
  const anon = `Bearer ${tokens.forRole('anon')}`
  expect(await seen(open, '/rest/v1/', { apikey: keys.publishable })).toMatchObject({ authorization: anon })
  expect(await seen(open, `/rest/v1/?apikey=${keys.publishable}`)).toMatchObject({ authorization: anon })
  expect(
    await seen(open, '/rest/v1/', { apikey: keys.publishable, authorization: `Bearer ${keys.publishable}` }),
  ).toMatchObject({ authorization: anon })
  expect(await seen(open, '/rest/v1/', { apikey: keys.secret })).toMatchObject({
    authorization: `Bearer ${tokens.forRole('service_role')}`,
  })
})

test("a user's token outranks the api key, a legacy key is the token itself", async () => {
  expect(await seen(open, '/rest/v1/', { apikey: keys.secret, authorization: 'Bearer x.y.z' })).toMatchObject({
    authorization: 'Bearer x.y.z',
  })
  const legacy = await legacyKey('anon', JWT_SECRET)
  expect(await seen(open, '/rest/v1/', { apikey: legacy })).toMatchObject({ authorization: `Bearer ${legacy}` })
  // The hosted gateway copies it as it is there: to auth, whose calls ask for a bearer, it is nobody's token.
  expect(await seen(open, '/auth/v1/user', { apikey: legacy })).toMatchObject({ authorization: legacy })
  expect(await seen(open, `/auth/v1/user?apikey=${legacy}`)).toMatchObject({ authorization: legacy })
  expect(await seen(open, '/rest/v1/')).toMatchObject({ authorization: null })
})

test("an S3 client's signature reaches storage untouched", async () => {
  const headers = { authorization: 'AWS4-HMAC-SHA256 Credential=x', apikey: keys.secret }
  expect(await seen(strict, '/storage/v1/s3/bucket', headers)).toMatchObject({ authorization: headers.authorization })
})

test('where keys are required, a missing or foreign key is refused with the hosted texts', async () => {
  const missing = await ask(strict, '/rest/v1/books')
  expect(missing.status).toBe(401)
  expect(await missing.json()).toMatchObject({ message: 'No API key found in request' })
  const user = await tokens.sign({ sub: 'x', role: 'authenticated' })
  for (const apikey of ['sb_publishable_other', 'nonsense', user]) {
    const reply = await ask(strict, '/rest/v1/books', { apikey })
    expect(reply.status).toBe(401)
    expect(await reply.json()).toMatchObject({ message: 'Invalid API key' })
  }
  expect((await ask(strict, '/rest/v1/books', { apikey: keys.publishable })).status).toBe(200)
  expect((await ask(strict, '/rest/v1/books', { apikey: await legacyKey('anon', JWT_SECRET) })).status).toBe(200)
})

test('links in mails, public files and functions are reachable without a key', async () => {
  for (const path of ['/auth/v1/verify?token=x', '/auth/v1/.well-known/jwks.json', '/storage/v1/object/public/a/b']) {
    expect((await ask(strict, path)).status, path).toBe(200)
  }
  expect((await ask(strict, '/auth/v1/settings')).status).toBe(401)
})

test('a secret key sent by a browser is refused, sent by a server it is not', async () => {
  const apikey = keys.secret
  const browsers: Record<string, string>[] = [
    { apikey, 'sec-fetch-site': 'cross-site' },
    { apikey, origin: 'https://app.example', 'user-agent': 'Mozilla/5.0 (X11; Linux)' },
    { apikey: keys.publishable, authorization: `Bearer ${apikey}`, 'sec-fetch-site': 'same-origin' },
  ]
  for (const headers of browsers) {
    const reply = await ask(open, '/rest/v1/books', headers)
    expect(reply.status).toBe(401)
    expect(await reply.json()).toMatchObject({ message: 'Forbidden use of secret API key in browser' })
  }
  expect((await ask(open, '/rest/v1/books', { apikey, 'user-agent': 'node', 'sec-fetch-mode': 'cors' })).status).toBe(
    200,
  )
})

test('a preflight is answered without a key and echoes what is asked; a bare OPTIONS reaches the service', async () => {
  const headers = {
    origin: 'https://app.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,x-new-header',
  }
  const preflight = await ask(strict, '/functions/v1/hello', headers, { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,x-new-header')
  const bare = await ask(strict, '/functions/v1/hello', {}, { method: 'OPTIONS' })
  expect(await bare.json()).toMatchObject({ method: 'OPTIONS', url: `${ORIGIN}/hello` })
})

test('every answer, errors included, may be read by a page of another origin and carries its id', async () => {
  const refused = await ask(strict, '/rest/v1/books', { 'x-request-id': 'id-7' })
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(refused.headers.get('access-control-expose-headers')).toContain('Content-Range')
  expect(refused.headers.get('sb-request-id')).toBe('id-7')
  const odd = await ask(strict, '/rest/v1/books', { 'x-request-id': 'a b\u00e9' })
  expect(odd.headers.get('sb-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('a body beyond the limit is refused, announced or not', async () => {
  const big = 'x'.repeat(1024 * 1024 + 1)
  const announced = await ask(open, '/auth/v1/signup', { 'content-length': String(big.length) }, { method: 'POST' })
  expect(announced.status).toBe(413)
  const init = { method: 'POST', body: new Blob([big]).stream(), duplex: 'half' }
  const chunked = await open.fetch(new Request(`${ORIGIN}/auth/v1/signup`, init))
  expect(chunked.status).toBe(413)
  expect(await chunked.json()).toMatchObject({ error_code: 'request_entity_too_large' })
})

test('a family at the root of its own port sees requests as they came, without the key rule', async () => {
  const bare = strict.atRoot('rest')
  const reply = await bare.fetch(new Request(`${ORIGIN}/books?x=1`, { headers: { apikey: keys.secret } }))
  expect(await reply.json()).toMatchObject({ url: `${ORIGIN}/books?x=1`, authorization: null, mountPath: '' })
})
