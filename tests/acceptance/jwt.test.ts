import { exportJWK, exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { target } from '#tests/support/target.ts'

/** One call of each family that only the service may make, or that needs a valid token at all. */
const FAMILIES: Record<string, (token: string) => Promise<Response>> = {
  auth: (token) => call('/auth/v1/admin/users', token),
  rest: (token) => call('/rest/v1/user_roles?select=user_id', token),
  storage: (token) => call('/storage/v1/bucket', token),
  functions: (token) => call('/functions/v1/mirror', token),
  realtime: (token) =>
    call('/realtime/v1/api/broadcast', token, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ topic: 'x', event: 'e', payload: {}, private: true }] }),
    }),
}

function call(path: string, token: string, init: RequestInit = {}): Promise<Response> {
  const { url, publishableKey } = target()
  const headers = { ...init.headers, apikey: publishableKey, authorization: `Bearer ${token}` }
  return fetch(url + path, { ...init, headers })
}

const now = () => Math.floor(Date.now() / 1000)
const SERVICE = { role: 'service_role', iss: 'supabase', exp: now() + 3600 }
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const secretBytes = () => new TextEncoder().encode(target().jwtSecret ?? '')
const hs256 = (claims: JWTPayload, key: Uint8Array, header: object = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header }).sign(key)

async function publicJwk() {
  const reply = await fetch(`${target().url}/auth/v1/.well-known/jwks.json`)
  const { keys } = await reply.json()
  return keys[0]
}

async function publicPem(): Promise<string> {
  const key = await importJWK(await publicJwk(), 'ES256', { extractable: true })
  if (key instanceof Uint8Array) throw new Error('The server shows a secret in its key set.')
  return exportSPKI(key)
}

/** Name → forged token. Those marked with a key must be signed with the target's own secret, so only ours has them. */
const ATTACKS: { name: string; forge: () => Promise<string>; needsSecret?: true }[] = [
  { name: 'alg none', forge: async () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(SERVICE)}.` },
  {
    name: 'alg NoNe with a made-up signature',
    forge: async () => `${encode({ alg: 'NoNe' })}.${encode(SERVICE)}.AAAA`,
  },
  { name: 'no algorithm at all', forge: async () => `${encode({ typ: 'JWT' })}.${encode(SERVICE)}.AAAA` },
  { name: 'HS256 with a guessed secret', forge: () => hs256(SERVICE, Buffer.alloc(32, 7)) },
  { name: 'HS256 with an empty signature', forge: async () => `${encode({ alg: 'HS256' })}.${encode(SERVICE)}.` },
  {
    name: 'HS256 signed with the public key as PEM',
    forge: async () => hs256(SERVICE, Buffer.from(await publicPem())),
  },
  {
    name: 'HS256 signed with the public key as JSON, under its kid',
    forge: async () => {
      const jwk = await publicJwk()
      return hs256(SERVICE, Buffer.from(JSON.stringify(jwk)), { kid: jwk.kid })
    },
  },
  {
    name: "ES256 with another key under the server's kid",
    forge: async () => {
      const { privateKey } = await generateKeyPair('ES256')
      const { kid } = await publicJwk()
      return new SignJWT(SERVICE).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    },
  },
  {
    name: 'ES256 with its own key in the header',
    forge: async () => {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
      const header = { alg: 'ES256', kid: 'mine', jwk: await exportJWK(publicKey), jku: 'https://evil.example/jwks' }
      return new SignJWT(SERVICE).setProtectedHeader(header).sign(privateKey)
    },
  },
  { name: 'a kid that is a path', forge: () => hs256(SERVICE, new Uint8Array(32), { kid: '../../../../dev/null' }) },
  { name: 'three dots of nonsense', forge: async () => 'a.b.c' },
  {
    name: 'changed claims under a valid signature',
    needsSecret: true,
    forge: async () => {
      const [header, , signature] = (await hs256({ ...SERVICE, role: 'anon' }, secretBytes())).split('.')
      return [header, encode(SERVICE), signature].join('.')
    },
  },
  {
    name: 'expired an hour ago',
    needsSecret: true,
    forge: () => hs256({ ...SERVICE, exp: now() - 3600 }, secretBytes()),
  },
  { name: 'not valid yet', needsSecret: true, forge: () => hs256({ ...SERVICE, nbf: now() + 3600 }, secretBytes()) },
  { name: 'for another audience', needsSecret: true, forge: () => hs256({ ...SERVICE, aud: 'other' }, secretBytes()) },
  { name: 'role postgres', needsSecret: true, forge: () => hs256({ ...SERVICE, role: 'postgres' }, secretBytes()) },
  {
    name: 'role api_service_role',
    needsSecret: true,
    forge: () => hs256({ ...SERVICE, role: 'api_service_role' }, secretBytes()),
  },
  {
    name: 'a role that does not exist',
    needsSecret: true,
    forge: () => hs256({ ...SERVICE, role: 'root' }, secretBytes()),
  },
]

describe.each(Object.keys(FAMILIES))('%s', (family) => {
  const ask = (token: string) => FAMILIES[family]?.(token) ?? Promise.reject(new Error(family))

  test('accepts a valid token, which shows that the refusals below mean something', async (context) => {
    const { jwtSecret, serviceRoleKey } = target()
    context.skip(!jwtSecret)
    expect((await ask(serviceRoleKey ?? '')).ok).toBe(true)
    expect((await ask(await hs256(SERVICE, secretBytes()))).ok).toBe(true)
  })

  test.for(ATTACKS)('refuses $name', async ({ forge, needsSecret }, context) => {
    context.skip(needsSecret === true && !target().jwtSecret)
    const reply = await ask(await forge())
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.status).toBeLessThan(500)
    expect(await reply.text()).not.toMatch(/at .*\.ts:\d+|node_modules/)
  })
})

describe('a browser with a leaked secret key', () => {
  let secretKey: string
  beforeAll(() => {
    secretKey = target().secretKey
  })
  test.each(Object.keys(FAMILIES))('is refused by %s', async (family) => {
    const { url } = target()
    const path = { auth: '/auth/v1/admin/users', rest: '/rest/v1/', storage: '/storage/v1/bucket' }[family]
    const reply = await fetch(url + (path ?? `/${family}/v1/x`), {
      headers: { apikey: secretKey, origin: 'https://evil.example', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
    })
    expect(reply.status).toBe(401)
    expect(await reply.json()).toMatchObject({ message: 'Forbidden use of secret API key in browser' })
  })
})
