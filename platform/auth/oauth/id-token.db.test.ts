import { createHash, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type AuthUnderTest, authUnderTest } from '../testing/auth-under-test.ts'

const LOGIN = 'https://login.microsoftonline.com'
const OURS = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad'
const issuerOf = (tenant: string) => `${LOGIN}/${tenant}/v2.0`

const keys = { every: await newKey(), other: await newKey(), stranger: await newKey() }

async function newKey() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return { kid: randomUUID(), privateKey, jwk: await exportJWK(publicKey) }
}

/** Microsoft's documents: the keys of all tenants say whose they are. */
const microsoft: typeof fetch = async (input) => {
  const { pathname } = new URL(String(input))
  const [, base, ...rest] = pathname.split('/')
  if (rest.join('/') === 'v2.0/.well-known/openid-configuration') {
    return Response.json({
      issuer: issuerOf(base ?? ''),
      authorization_endpoint: `${LOGIN}/${base}/oauth2/v2.0/authorize`,
      token_endpoint: `${LOGIN}/${base}/oauth2/v2.0/token`,
      jwks_uri: `${LOGIN}/${base}/discovery/v2.0/keys`,
    })
  }
  if (rest.join('/') !== 'discovery/v2.0/keys') throw new Error(`unknown request to ${input}`)
  const { every, other } = keys
  return Response.json({
    keys: [
      { ...every.jwk, kid: every.kid, use: 'sig', issuer: `${LOGIN}/{tenantid}/v2.0` },
      { ...other.jwk, kid: other.kid, use: 'sig', issuer: issuerOf(OTHER) },
    ],
  })
}

interface Minted {
  claims?: JWTPayload
  header?: Record<string, string>
  key?: typeof keys.every
}

/** A token as Entra makes it for a member of our tenant, with what a test changes. */
function mint({ claims = {}, header = {}, key = keys.every }: Minted = {}) {
  const tenant = /\.com\/([^/]+)\//.exec(claims.iss ?? issuerOf(OURS))?.[1]
  const payload = {
    iss: issuerOf(OURS),
    aud: 'our app',
    sub: randomUUID(),
    tid: tenant,
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 3600,
    ...claims,
  }
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid, ...header })
    .sign(key.privateKey)
}

describe('an id_token of Microsoft', () => {
  let db: TestDatabase
  /** The service, by the tenants that it lets in. */
  const services: Record<string, AuthUnderTest> = {}
  beforeAll(async () => {
    db = await testDatabase('platform')
    for (const tenants of ['common', 'organizations', 'consumers', OURS]) {
      const azure = {
        enabled: true,
        client_id: 'our app,our phone',
        secret: 's',
        url: `${LOGIN}/${tenants}`,
        email_optional: true,
      }
      services[tenants] = await authUnderTest(db, {
        config: { external: { azure }, email: { enable_confirmations: true, max_frequency: '0' } },
        fetch: microsoft,
      })
    }
  })
  afterAll(async () => {
    await Promise.all(Object.values(services).map((service) => service.close()))
    await db.drop()
  })
  const service = (tenants = 'common') => {
    const found = services[tenants]
    if (!found) throw new Error(`no service for ${tenants}`)
    return found
  }
  const signIn = (token: string, tenants = 'common', more: { nonce?: string } = {}) =>
    service(tenants)
      .client()
      .auth.signInWithIdToken({ provider: 'azure', token, ...more })

  test.each([
    ['common', OURS, true],
    ['common', PERSONAL, true],
    ['organizations', OURS, true],
    ['organizations', PERSONAL, false],
    ['consumers', PERSONAL, true],
    ['consumers', OURS, false],
    [OURS, OURS, true],
    [OURS, OTHER, false],
    [OURS, PERSONAL, false],
  ])('where %s may sign in, one of the tenant %s: %s', async (tenants, tenant, expected) => {
    const { data, error } = await signIn(await mint({ claims: { iss: issuerOf(tenant) } }), tenants)
    expect([data.user !== null, error === null]).toEqual([expected, expected])
  })

  test.each<[string, JWTPayload, boolean]>([
    ['says nothing', {}, false],
    ['has a claim of its tenant', { email_verified: true }, false],
    ['is not the owner of the domain', { xms_edov: false, email_verified: true }, false],
    ['owns the domain', { xms_edov: true }, true],
    ['owns the domain, as text', { xms_edov: 'true' }, true],
    ['owns the domain, as digit', { xms_edov: '1' }, true],
    ['owns the domain, as number', { xms_edov: 1 }, true],
    ['is personal', { iss: issuerOf(PERSONAL) }, true],
  ])('that %s finds the account of its address: %s', async (_, claims, expected) => {
    const email = `${randomUUID()}@company.example`
    const { data: owner } = await service().admin.createUser({ email, email_confirm: true })
    const { data, error } = await signIn(await mint({ claims: { email, ...claims } }))
    expect(data.user?.id).toBe(expected ? owner.user?.id : undefined)
    if (!expected) expect(error).toMatchObject({ status: 403, code: 'provider_email_needs_verification' })
  })

  test('is taken for any of our apps, and brings its nonce', async () => {
    const nonce = createHash('sha256').update('said').digest('hex')
    const token = await mint({ claims: { aud: 'our phone', nonce } })
    expect((await signIn(token, 'common', { nonce: 'said' })).error).toBeNull()
    expect((await signIn(token, 'common', { nonce: 'another' })).error?.status).toBe(400)
    expect((await signIn(token)).error?.status).toBe(400)
    expect((await signIn(await mint(), 'common', { nonce: 'said' })).error?.status).toBe(400)
  })

  const now = Math.floor(Date.now() / 1000)
  test.each<[string, Minted]>([
    ['for somebody else', { claims: { aud: 'their app' } }],
    ['for nobody', { claims: { aud: [] } }],
    ['that ended', { claims: { exp: now - 60 } }],
    ['that has not begun', { claims: { nbf: now + 3600 } }],
    ['without a person', { claims: { sub: undefined } }],
    ['for ever', { claims: { exp: undefined } }],
    ['of the endpoint itself', { claims: { iss: issuerOf('common') } }],
    ['of a name that only begins alike', { claims: { iss: `${LOGIN}.evil.example/${OURS}/v2.0` } }],
    ['of a path that only begins alike', { claims: { iss: `${issuerOf(OURS)}/x` } }],
    ['of the old endpoint', { claims: { iss: `https://sts.windows.net/${OURS}/` } }],
    ['without encryption', { claims: { iss: issuerOf(OURS).replace('https', 'http') } }],
    ['of two tenants', { claims: { tid: OTHER } }],
    ['by the key of another tenant', { key: keys.other }],
    ['by a stranger’s key', { key: keys.stranger }],
    ['by a stranger’s key under the name of ours', { key: { ...keys.stranger, kid: keys.every.kid } }],
    ['that is an access token', { header: { typ: 'at+jwt' } }],
    ['that is a logout token', { header: { typ: 'logout+jwt' } }],
    [
      'that is a logout token in disguise',
      { claims: { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } } },
    ],
  ])('%s is refused', async (_, minted) => {
    const { data, error } = await signIn(await mint(minted))
    expect([data.user, error?.status, error?.message]).toEqual([null, 400, 'Bad ID token'])
  })

  test('without a signature, or signed with our public key as a secret, is refused', async () => {
    const claims = { iss: issuerOf(OURS), aud: 'our app', sub: 'x', tid: OURS, exp: now + 3600 }
    const secret = new TextEncoder().encode(JSON.stringify(keys.every.jwk))
    const confused = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: keys.every.kid }).sign(secret)
    for (const token of [new UnsecuredJWT(claims).encode(), confused, '', 'a.b.c', 'x'.repeat(100_000)]) {
      expect((await signIn(token)).error?.status).toBe(400)
    }
  })
})
