import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { type AuthUnderTest, authUnderTest, PUBLIC_URL } from '../../testing/auth-under-test.ts'

const OAUTH2 = {
  provider_type: 'oauth2',
  identifier: 'custom:garden',
  name: 'The Garden',
  client_id: 'us',
  client_secret: 'our secret',
  scopes: ['me'],
  authorization_url: 'https://garden.example/authorize',
  token_url: 'https://garden.example/token',
  userinfo_url: 'https://garden.example/me',
  attribute_mapping: { email: 'mail_address', email_verified: 'mail_checked' },
  custom_claims_allowlist: ['plot'],
} as const

const orchard = await generateKeyPair('ES256')
const orchardKey = async () => ({ ...(await exportJWK(orchard.publicKey)), kid: 'orchard' })

/** The garden's own API, and an issuer that names somebody else. */
const fakeFetch: typeof fetch = async (input, init) => {
  const url = String(input)
  if (url === 'https://garden.example/token') {
    const form = new URLSearchParams(String(init?.body))
    return form.get('code') === 'good' && form.get('client_secret') === 'our secret' && form.get('code_verifier')
      ? Response.json({ access_token: 'garden token', token_type: 'bearer' })
      : Response.json({ error: 'invalid_grant' }, { status: 400 })
  }
  if (url === 'https://garden.example/me') {
    return Response.json({ id: 42, mail_address: 'Rose@Example.com', mail_checked: true, plot: 7, secret: 'x' })
  }
  if (url === 'https://orchard.example/.well-known/openid-configuration') {
    return Response.json({
      issuer: 'https://orchard.example',
      authorization_endpoint: 'https://orchard.example/authorize',
      token_endpoint: 'https://orchard.example/token',
      jwks_uri: 'https://orchard.example/keys',
    })
  }
  if (url === 'https://orchard.example/keys') return Response.json({ keys: [await orchardKey()] })
  if (url === 'https://liar.example/.well-known/openid-configuration') {
    return Response.json({ issuer: 'https://other.example' })
  }
  throw new Error(`unknown request to ${url}`)
}

/** Where no address of an admin may ever arrive: it would reach the inner network. */
const plainFetch: typeof fetch = async (input) => {
  throw new Error(`an unguarded request to ${input}`)
}

describe('providers that an admin adds while the server runs', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, { fetch: plainFetch, guardedFetch: fakeFetch })
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })

  test('are created, read, changed, listed and deleted, without their secret', async () => {
    const { data, error } = await auth.admin.customProviders.createProvider({
      ...OAUTH2,
      scopes: ['me'],
      attribute_mapping: {},
      custom_claims_allowlist: [],
      identifier: 'custom:shed',
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({ identifier: 'custom:shed', enabled: true, pkce_enabled: true })
    expect(data).not.toHaveProperty('client_secret')
    const again = await auth.admin.customProviders.createProvider({
      ...OAUTH2,
      scopes: [],
      custom_claims_allowlist: [],
      identifier: 'custom:shed',
    })
    expect(again.error?.status).toBe(422)
    const updated = await auth.admin.customProviders.updateProvider('custom:shed', { name: 'The Shed', enabled: false })
    expect(updated.data).toMatchObject({ name: 'The Shed', enabled: false, client_id: 'us' })
    expect((await auth.admin.customProviders.getProvider('custom:shed')).data?.name).toBe('The Shed')
    expect((await auth.admin.customProviders.listProviders({ type: 'oauth2' })).data.providers).toHaveLength(1)
    const disabled = await auth.request('/authorize?provider=custom:shed')
    expect(disabled.status).toBe(400)
    expect((await auth.admin.customProviders.deleteProvider('custom:shed')).error).toBeNull()
    expect((await auth.admin.customProviders.getProvider('custom:shed')).error?.status).toBe(404)
  })

  test('sign in, with mapped attributes and the claims that were allowed', async () => {
    await auth.admin.customProviders.createProvider({ ...OAUTH2, scopes: ['me'], custom_claims_allowlist: ['plot'] })
    const started = await auth.request('/authorize?provider=custom:garden')
    const at = new URL(started.headers.get('location') ?? '')
    expect(`${at.origin}${at.pathname}`).toBe('https://garden.example/authorize')
    expect(at.searchParams.get('redirect_uri')).toBe(`${PUBLIC_URL}/auth/v1/callback`)
    const back = await auth.request(`/callback?code=good&state=${at.searchParams.get('state')}`)
    const target = new URL(back.headers.get('location') ?? '')
    const token = new URLSearchParams(target.hash.slice(1)).get('access_token') ?? ''
    const claims = await auth.tokens.verify(token)
    expect(claims).toMatchObject({
      email: 'rose@example.com',
      app_metadata: { provider: 'custom:garden' },
      user_metadata: { sub: '42', custom_claims: { plot: 7 } },
    })
    expect(JSON.stringify(claims)).not.toContain('secret')
  })

  test('sign in with an id_token of their own, whose claims are mapped alike', async () => {
    const { error } = await auth.admin.customProviders.createProvider({
      ...OAUTH2,
      provider_type: 'oidc',
      identifier: 'custom:orchard',
      issuer: 'https://orchard.example',
      scopes: [],
      attribute_mapping: { sub: 'tree' },
      custom_claims_allowlist: [],
    })
    expect(error).toBeNull()
    const token = await new SignJWT({ tree: 'T-7', email: 'pear@example.com', email_verified: true })
      .setProtectedHeader({ alg: 'ES256', kid: 'orchard' })
      .setIssuer('https://orchard.example')
      .setAudience('us')
      .setSubject('another name')
      .setExpirationTime('1h')
      .sign(orchard.privateKey)
    const { data } = await auth.client().auth.signInWithIdToken({ provider: 'custom:orchard', token })
    expect(data.user?.identities?.[0]).toMatchObject({ provider: 'custom:orchard', id: 'T-7' })
  })

  test('are checked before they are kept', async () => {
    for (const more of [
      { identifier: 'garden' },
      { identifier: 'custom:Has Capitals' },
      { token_url: 'http://garden.example/token' },
      { token_url: undefined },
      { name: '' },
      { provider_type: 'oidc' as const },
      { provider_type: 'oidc' as const, issuer: 'https://liar.example' },
    ]) {
      const { error } = await auth.admin.customProviders.createProvider({
        ...OAUTH2,
        scopes: [],
        custom_claims_allowlist: [],
        identifier: 'custom:bad',
        ...more,
      })
      expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
    }
  })
})
