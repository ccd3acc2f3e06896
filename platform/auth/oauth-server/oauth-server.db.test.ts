import { createHash } from 'node:crypto'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type AuthUnderTest, authUnderTest } from '../testing/auth-under-test.ts'

const REDIRECT = 'https://app.example/callback'
const VERIFIER = 'v'.repeat(64)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

describe('being an OAuth server', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  let app: { client_id: string; client_secret?: string }
  let count = 0
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, {
      config: {
        oauth_server: { enabled: true, authorization_url_path: '/oauth/consent', allow_dynamic_registration: true },
      },
    })
    const { data, error } = await auth.admin.oauth.createClient({ client_name: 'An app', redirect_uris: [REDIRECT] })
    expect(error).toBeNull()
    if (!data) throw new Error('no client')
    app = data
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })

  async function person() {
    const client = auth.client()
    const { data } = await client.auth.signUp({ email: `person${++count}@example.com`, password: 'correct horse' })
    return { client, id: data.user?.id ?? '' }
  }
  async function ask(more: Record<string, string> = {}) {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: app.client_id,
      redirect_uri: REDIRECT,
      scope: 'openid email',
      state: 'the state',
      nonce: 'the nonce',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      ...more,
    })
    return auth.request(`/oauth/authorize?${query}`)
  }
  async function askedId(): Promise<string> {
    const location = new URL((await ask()).headers.get('location') ?? '')
    expect(`${location.origin}${location.pathname}`).toBe('https://app.example/oauth/consent')
    return location.searchParams.get('authorization_id') ?? ''
  }
  async function token(form: Record<string, string>, secret = app.client_secret ?? '') {
    const headers = { authorization: `Basic ${btoa(`${app.client_id}:${secret}`)}` }
    const response = await auth.request('/oauth/token', { method: 'POST', headers, body: new URLSearchParams(form) })
    return { status: response.status, body: await response.json() }
  }
  const exchange = (code: string, more: Record<string, string> = {}) =>
    token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: VERIFIER, ...more })
  async function grantedCode(client: Awaited<ReturnType<typeof person>>['client']): Promise<string> {
    const { data } = await client.auth.oauth.approveAuthorization(await askedId(), { skipBrowserRedirect: true })
    return new URL(data?.redirect_url ?? '').searchParams.get('code') ?? ''
  }

  test('a person consents once, and the application gets tokens that say whose they are', async () => {
    const { client, id } = await person()
    const authorizationId = await askedId()
    const { data: details } = await client.auth.oauth.getAuthorizationDetails(authorizationId)
    expect(details).toMatchObject({
      authorization_id: authorizationId,
      client: { id: app.client_id, name: 'An app' },
      user: { id },
      scope: 'openid email',
    })
    const approved = await client.auth.oauth.approveAuthorization(authorizationId, { skipBrowserRedirect: true })
    const back = new URL(approved.data?.redirect_url ?? '')
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT)
    expect(back.searchParams.get('state')).toBe('the state')

    const { status, body } = await exchange(back.searchParams.get('code') ?? '')
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'bearer', scope: 'openid email', expires_in: 3600 })
    expect(await auth.tokens.verify(body.access_token)).toMatchObject({
      sub: id,
      client_id: app.client_id,
      scope: 'openid email',
      amr: [{ method: 'oauth_provider/authorization_code' }],
    })
    const keys = createLocalJWKSet(auth.tokens.jwks())
    const { payload } = await jwtVerify(body.id_token, keys, { audience: app.client_id })
    expect(payload).toMatchObject({ sub: id, nonce: 'the nonce', email_verified: true })
    // It tells the application who somebody is; it is no key to our API.
    await expect(auth.tokens.verify(body.id_token)).rejects.toThrow()
    const info = await auth.request('/oauth/userinfo', { headers: { authorization: `Bearer ${body.access_token}` } })
    expect(await info.json()).toMatchObject({ sub: id, email_verified: true })

    const again = await client.auth.oauth.getAuthorizationDetails(await askedId())
    expect(again.data).toMatchObject({ redirect_url: expect.stringContaining('code=') })
  })

  test('a refresh token is the application’s alone', async () => {
    const { client } = await person()
    const { body } = await exchange(await grantedCode(client))
    const { refresh_token } = body
    const asAnybody = await auth.request('/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token }),
    })
    expect(asAnybody.status).toBe(400)
    expect((await token({ grant_type: 'refresh_token', refresh_token }, 'wrong')).status).toBe(401)
    expect((await token({ grant_type: 'refresh_token', refresh_token })).body).toMatchObject({ scope: 'openid email' })
    const own = (await client.auth.getSession()).data.session?.refresh_token ?? ''
    expect(await token({ grant_type: 'refresh_token', refresh_token: own })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
  })

  test('grants are listed and taken back, and the sessions end with them', async () => {
    const { client } = await person()
    const { body } = await exchange(await grantedCode(client))
    const { data: grants } = await client.auth.oauth.listGrants()
    expect(grants).toMatchObject([{ client: { id: app.client_id }, scopes: ['openid', 'email'] }])
    expect((await client.auth.oauth.revokeGrant({ clientId: app.client_id })).error).toBeNull()
    expect((await client.auth.oauth.listGrants()).data).toEqual([])
    const after = await auth.request('/user', { headers: { authorization: `Bearer ${body.access_token}` } })
    expect(after.status).toBe(403)
    expect((await client.auth.getUser()).error).toBeNull()
  })

  test('a code that comes twice ends what it was exchanged for, and nothing else', async () => {
    const { client } = await person()
    const earlier = (await exchange(await grantedCode(client))).body
    auth.advance(120)
    const code = await grantedCode(client)
    const { body } = await exchange(code)
    const who = async ({ access_token }: { access_token: string }) =>
      (await auth.request('/user', { headers: { authorization: `Bearer ${access_token}` } })).status
    expect([await who(earlier), await who(body)]).toEqual([200, 200])
    expect((await exchange(code)).body.error).toBe('invalid_grant')
    expect([await who(earlier), await who(body)]).toEqual([200, 403])
    const refreshed = await token({ grant_type: 'refresh_token', refresh_token: body.refresh_token })
    expect(refreshed.body.error).toBe('invalid_grant')
    auth.advance(-120)
  })

  test('of two exchanges at once none leaves tokens that the other should have ended', async () => {
    const { client } = await person()
    const code = await grantedCode(client)
    const outcomes = await Promise.all([exchange(code), exchange(code), exchange(code)])
    const granted = outcomes.find(({ status }) => status === 200)
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    const headers = { authorization: `Bearer ${granted?.body.access_token}` }
    expect((await auth.request('/user', { headers })).status).toBe(403)
  })

  test('a grant that was taken back takes its codes and requests along', async () => {
    const { client } = await person()
    await exchange(await grantedCode(client))
    const [code, pending] = [await grantedCode(client), await askedId()]
    await client.auth.oauth.revokeGrant({ clientId: app.client_id })
    expect((await exchange(code)).body.error).toBe('invalid_grant')
    expect((await client.auth.oauth.getAuthorizationDetails(pending)).data).not.toHaveProperty('redirect_url')
  })

  test('requests are limited per address, and leave small rows', async () => {
    const long = await ask({ state: 'x'.repeat(1025) })
    expect([long.status, (await long.json()).error]).toEqual([400, 'invalid_request'])
    const limited = await authUnderTest(db, { limitAddresses: true, config: { oauth_server: { enabled: true } } })
    const query = new URLSearchParams({ client_id: app.client_id, redirect_uri: REDIRECT, response_type: 'token' })
    const statuses: number[] = []
    for (let i = 0; i < 61; i++) {
      statuses.push((await limited.request(`/oauth/authorize?${query}`)).status)
    }
    expect([statuses[0], statuses[59], statuses[60]]).toEqual([302, 302, 429])
    await limited.close()
  })

  test('a code is exchanged once, in a minute, with its verifier and address', async () => {
    const { client } = await person()
    const code = await grantedCode(client)
    expect((await exchange(code)).status).toBe(200)
    expect((await exchange(code)).body.error).toBe('invalid_grant')
    expect((await exchange(await grantedCode(client), { code_verifier: 'x'.repeat(64) })).body.error).toBe(
      'invalid_grant',
    )
    const elsewhere = { redirect_uri: 'https://evil.example' }
    expect((await exchange(await grantedCode(client), elsewhere)).body.error).toBe('invalid_grant')
    const late = await grantedCode(client)
    auth.advance(61)
    expect((await exchange(late)).body.error).toBe('invalid_grant')
  })

  test('nobody is sent to an address that is not the client’s', async () => {
    const astray: Record<string, string>[] = [
      { redirect_uri: 'https://evil.example' },
      { redirect_uri: `${REDIRECT}/../evil` },
      { client_id: crypto.randomUUID() },
      { client_id: 'nonsense' },
    ]
    for (const more of astray) {
      const answer = await ask(more)
      expect([answer.status, (await answer.json()).error]).toEqual([400, 'invalid_request'])
    }
    for (const [more, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ scope: 'everything' }, 'invalid_scope'],
      [{ code_challenge: '' }, 'invalid_request'],
    ] as const) {
      const location = new URL((await ask(more)).headers.get('location') ?? '')
      expect([location.origin, location.searchParams.get('error')]).toEqual(['https://app.example', error])
    }
  })

  test('an application reads who somebody is, and cannot take their account over', async () => {
    const { client, id } = await person()
    const { body } = await exchange(await grantedCode(client))
    const call = async (method: string, path: string, change?: object) => {
      const headers = { authorization: `Bearer ${body.access_token}` }
      const response = await auth.request(path, {
        method,
        headers,
        ...(change ? { body: JSON.stringify(change) } : {}),
      })
      return [response.status, await response.json()]
    }
    expect(await call('GET', '/user')).toMatchObject([200, { id }])
    const refused = [403, { error_code: 'insufficient_scope' }]
    expect(await call('PUT', '/user', { password: 'a new horse' })).toMatchObject(refused)
    expect(await call('PUT', '/user', { email: 'mine@evil.example' })).toMatchObject(refused)
    expect(await call('POST', '/factors', { factor_type: 'totp' })).toMatchObject(refused)
    expect(await call('GET', '/reauthenticate')).toMatchObject(refused)
    expect(await call('GET', '/user/identities/authorize?provider=github')).toMatchObject(refused)
    expect(await call('GET', '/user/oauth/grants')).toMatchObject(refused)
  })

  test.each([
    '',
    '?scope=global',
    '?scope=others',
    '?scope=local',
  ])('an application that logs out%s ends only what it was granted', async (query) => {
    const { client } = await person()
    const first = await exchange(await grantedCode(client))
    const second = await exchange(await grantedCode(client))
    const ask = (path: string, { body }: typeof first, method = 'GET') =>
      auth.request(path, { method, headers: { authorization: `Bearer ${body.access_token}` } })
    expect((await ask(`/logout${query}`, first, 'POST')).status).toBe(204)
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await ask('/user', first)).status).toBe(query === '?scope=others' ? 200 : 403)
    expect((await ask('/user', second)).status).toBe(query === '?scope=local' ? 200 : 403)
  })

  test('a request belongs to who opened it, and is denied for good', async () => {
    const [one, two] = [await person(), await person()]
    const authorizationId = await askedId()
    await one.client.auth.oauth.getAuthorizationDetails(authorizationId)
    expect((await two.client.auth.oauth.getAuthorizationDetails(authorizationId)).error?.status).toBe(404)
    const denied = await one.client.auth.oauth.denyAuthorization(authorizationId, { skipBrowserRedirect: true })
    expect(denied.data?.redirect_url).toContain('error=access_denied')
    const changed = await one.client.auth.oauth.approveAuthorization(authorizationId, { skipBrowserRedirect: true })
    expect(changed.error?.status).toBe(404)
  })

  test('admins keep clients; an application may register itself', async () => {
    const { data: listed } = await auth.admin.oauth.listClients()
    expect(listed.clients).toMatchObject([{ client_id: app.client_id, response_types: ['code'] }])
    expect(JSON.stringify(listed)).not.toContain('secret":')
    const { data: renamed } = await auth.admin.oauth.updateClient(app.client_id, { client_name: 'Renamed' })
    expect(renamed).toMatchObject({ client_name: 'Renamed', redirect_uris: [REDIRECT] })
    const { data: renewed } = await auth.admin.oauth.regenerateClientSecret(app.client_id)
    expect(renewed?.client_secret).not.toBe(app.client_secret)
    const refused = await auth.admin.oauth.createClient({ client_name: 'x', redirect_uris: [] })
    expect(refused.error).toMatchObject({ status: 400, message: expect.stringContaining('redirect_uris') })
    for (const uri of ['javascript:alert(1)', 'http://app.example/', 'https://a.example/#x', 'nonsense']) {
      expect((await auth.admin.oauth.createClient({ client_name: 'x', redirect_uris: [uri] })).error?.status).toBe(400)
    }
    const registered = await auth.request('/oauth/clients/register', {
      method: 'POST',
      body: JSON.stringify({ redirect_uris: ['dev.example.app:/back'], token_endpoint_auth_method: 'none' }),
    })
    expect(registered.status).toBe(201)
    const own = await registered.json()
    expect(own).toMatchObject({ client_type: 'public', registration_type: 'dynamic' })
    expect(own.client_secret).toBeUndefined()
    expect((await auth.admin.oauth.deleteClient(own.client_id)).error).toBeNull()
    expect((await auth.admin.oauth.getClient(own.client_id)).error?.status).toBe(404)
  })

  test('is off by default', async () => {
    const plain = await authUnderTest(db)
    expect((await plain.admin.oauth.listClients()).error).toMatchObject({ status: 404 })
    expect((await plain.request('/oauth/authorize')).status).toBe(404)
    await plain.close()
  })
})
