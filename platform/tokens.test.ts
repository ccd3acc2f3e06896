import { decodeProtectedHeader, exportJWK, generateKeyPair, type JWK } from 'jose'
import { expect, test } from 'vitest'
import { createTokens } from './tokens.ts'

const jwtSecret = 'a-secret-for-tests-with-at-least-32-characters'

async function makeKey(kid: string, alg = 'ES256'): Promise<JWK> {
  const pair = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(pair.privateKey)), kid, alg }
}

test.each([
  'ES256',
  'RS256',
  'EdDSA',
])('a token signed by %s is verified and its public key shown without the private half', async (alg) => {
  const key = await makeKey('one', alg)
  const tokens = await createTokens({ jwtSecret, signingKeys: [key] })
  expect(await tokens.verify(await tokens.sign({ sub: 'someone' }))).toMatchObject({ sub: 'someone' })
  const [shown] = tokens.jwks().keys
  expect(shown).toMatchObject({ kid: 'one', alg, use: 'sig' })
  expect(shown).not.toHaveProperty('d')
})

test.each([
  'ES256',
  'RS256',
  'EdDSA',
])('a %s key that says it signs and verifies, as the CLI writes keys, does', async (alg) => {
  const key = { ...(await makeKey('one', alg)), key_ops: ['sign', 'verify'], ext: true }
  const tokens = await createTokens({ jwtSecret, signingKeys: [key] })
  expect(await tokens.verify(await tokens.sign({ sub: 'someone' }))).toMatchObject({ sub: 'someone' })
  expect(tokens.jwks().keys).toMatchObject([{ kid: 'one', key_ops: ['verify'] }])
})

test('a secret in the list signs and verifies, before and after a rotation, and is shown to nobody', async () => {
  const secret = {
    kty: 'oct',
    k: Buffer.from('another secret of at least 32 characters').toString('base64url'),
    kid: 'shared',
    alg: 'HS256',
    key_ops: ['sign', 'verify'],
  }
  const before = await createTokens({ jwtSecret, signingKeys: [secret] })
  const issued = await before.sign({ sub: 'someone' })
  expect(decodeProtectedHeader(issued)).toMatchObject({ alg: 'HS256', kid: 'shared' })
  expect(await before.verify(issued)).toMatchObject({ sub: 'someone' })
  expect(before.jwks()).toEqual({ keys: [] })
  const after = await createTokens({ jwtSecret, signingKeys: [await makeKey('next'), secret] })
  expect(await after.verify(issued)).toMatchObject({ sub: 'someone' })
  expect(await after.verify(after.forRole('anon'))).toMatchObject({ role: 'anon' })
  expect(after.jwks().keys.map(({ kid }) => kid)).toEqual(['next'])
  const without = await createTokens({ jwtSecret, signingKeys: [await makeKey('next')] })
  await expect(without.verify(issued)).rejects.toThrow()
})

test('a key that is there to verify alone signs nothing', async () => {
  const [old, next] = await Promise.all([makeKey('old'), makeKey('next')])
  const signingKeys = [
    { ...old, key_ops: ['verify'] },
    { ...next, key_ops: ['sign', 'verify'] },
  ]
  const tokens = await createTokens({ jwtSecret, signingKeys })
  expect(decodeProtectedHeader(await tokens.sign({ sub: 'someone' })).kid).toBe('next')
})

test('a secret of the list that is too short, or for another algorithm, is refused with a sentence', async () => {
  const secret = { kty: 'oct', k: Buffer.from('short').toString('base64url'), kid: 'shared' }
  await expect(createTokens({ jwtSecret, signingKeys: [secret] })).rejects.toThrow(/at least 32 bytes/)
  const long = { ...secret, k: Buffer.alloc(64).toString('base64url'), alg: 'HS512' }
  await expect(createTokens({ jwtSecret, signingKeys: [long] })).rejects.toThrow(/HS256/)
})

test('after a rotation the new key signs and the old one still verifies, until it is taken away', async () => {
  const [old, next] = await Promise.all([makeKey('old'), makeKey('next')])
  const before = await createTokens({ jwtSecret, signingKeys: [old] })
  const issued = await before.sign({ sub: 'someone' })

  const during = await createTokens({ jwtSecret, signingKeys: [next, old] })
  expect(await during.verify(issued)).toMatchObject({ sub: 'someone' })
  expect(during.jwks().keys.map(({ kid }) => kid)).toEqual(['next', 'old'])
  const fresh = await during.sign({ sub: 'someone' })
  await expect(before.verify(fresh)).rejects.toThrow()

  const after = await createTokens({ jwtSecret, signingKeys: [next] })
  expect(await after.verify(fresh)).toMatchObject({ sub: 'someone' })
  await expect(after.verify(issued)).rejects.toThrow()
})

test('without signing keys HS256 signs, and the legacy keys verify either way', async () => {
  const legacy = await createTokens({ jwtSecret, signingKeys: [] })
  const modern = await createTokens({ jwtSecret, signingKeys: [await makeKey('one')] })
  expect(await modern.verify(await legacy.sign({ sub: 'someone' }))).toMatchObject({ sub: 'someone' })
  expect(await modern.verify(legacy.forRole('service_role'))).toMatchObject({ role: 'service_role' })
  await expect(legacy.verify(await modern.sign({ sub: 'someone' }))).rejects.toThrow()
})

test('a token for another audience is refused, one without an audience is not', async () => {
  const tokens = await createTokens({ jwtSecret, signingKeys: [] })
  await expect(tokens.verify(await tokens.sign({ sub: 'someone', aud: 'another-project' }))).rejects.toThrow(/"aud"/)
  expect(await tokens.verify(await tokens.sign({ sub: 'someone', aud: 'authenticated' }))).toBeDefined()
  expect(await tokens.verify(await tokens.sign({ sub: 'someone' }))).toBeDefined()
})
