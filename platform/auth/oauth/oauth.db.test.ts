import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OidcAccount, type OidcServer, startOidcProvider } from '../../../tests/fakes/oidc.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type AuthUnderTest, authUnderTest, PUBLIC_URL } from '../testing/auth-under-test.ts'

const PASSWORD = 'correct horse battery'

describe('signing in with a provider', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  let oidc: OidcServer
  beforeAll(async () => {
    db = await testDatabase('platform')
    oidc = await startOidcProvider([`${PUBLIC_URL}/auth/v1/callback`])
    auth = await authUnderTest(db, {
      config: {
        enable_manual_linking: true,
        enable_anonymous_sign_ins: true,
        email: { enable_confirmations: true, max_frequency: '0', notification: { identity_linked: { enabled: true } } },
        external: {
          flower: { enabled: true, client_id: oidc.clientId, secret: oidc.clientSecret, url: oidc.issuer },
          google: { enabled: false },
        },
      },
    })
  })
  afterAll(async () => {
    await auth.close()
    await oidc.close()
    await db.drop()
  })

  /** From the button to the page that the visitor lands on. */
  async function walk(authorizationUrl: string, account: OidcAccount | null): Promise<URL> {
    const started = await auth.request(pathOf(authorizationUrl))
    expect(started.status).toBe(302)
    const atProvider = started.headers.get('location') ?? ''
    const back = account ? await oidc.signIn(atProvider, account) : await oidc.cancel(atProvider)
    return comeBack(back)
  }
  async function comeBack(back: URL): Promise<URL> {
    const response = await auth.request(pathOf(back.href))
    expect(response.status).toBe(303)
    return new URL(response.headers.get('location') ?? '')
  }
  const pathOf = (href: string) => {
    const url = new URL(href)
    return `${url.pathname.replace('/auth/v1', '')}${url.search}`
  }
  const fragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
  const authorizeUrl = `${PUBLIC_URL}/auth/v1/authorize?provider=flower&redirect_to=https://app.example/after`

  test('PKCE: the browser that began gets a session with the provider’s token [B7.13]', async () => {
    const client = auth.client({ flowType: 'pkce' })
    const { data } = await client.auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: 'https://app.example/after', skipBrowserRedirect: true },
    })
    const target = await walk((data.url ?? '').replace('provider=google', 'provider=flower'), {
      sub: 'ada',
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada',
    })
    expect(`${target.origin}${target.pathname}`).toBe('https://app.example/after')
    const session = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(session.error).toBeNull()
    expect(session.data.session?.provider_token).toBeTruthy()
    expect(session.data.user).toMatchObject({
      email: 'ada@example.com',
      app_metadata: { provider: 'flower', providers: ['flower'] },
      user_metadata: { full_name: 'Ada', email_verified: true, sub: 'ada' },
      identities: [{ provider: 'flower', id: 'ada' }],
    })
    expect(await auth.tokens.verify(session.data.session?.access_token ?? '')).toMatchObject({
      amr: [{ method: 'oauth' }],
    })
  })

  test('implicit: the session is in the fragment [B7.23]', async () => {
    const target = await walk(authorizeUrl, { sub: 'bea', email: 'bea@example.com', email_verified: true })
    expect(fragment(target)).toMatchObject({ token_type: 'bearer', provider_token: expect.any(String), sb: '' })
  })

  test('a visitor who cancels comes back with the provider’s error in query and fragment', async () => {
    const target = await walk(authorizeUrl, null)
    expect(target.searchParams.get('error')).toBe('access_denied')
    expect(fragment(target)).toMatchObject({ error: 'access_denied', error_description: 'The visitor cancelled' })
  })

  test('a verified address finds the account that has it', async () => {
    const made = await auth.admin.createUser({ email: 'cleo@example.com', password: PASSWORD, email_confirm: true })
    const target = await walk(authorizeUrl, { sub: 'cleo', email: 'Cleo@example.com', email_verified: true })
    const claims = await auth.tokens.verify(fragment(target).access_token ?? '')
    expect(claims.sub).toBe(made.data.user?.id)
    expect(claims).toMatchObject({ app_metadata: { provider: 'email', providers: ['email', 'flower'] } })
  })

  test('an unverified address finds nobody’s account', async () => {
    await auth.admin.createUser({ email: 'dora@example.com', password: PASSWORD, email_confirm: true })
    const target = await walk(authorizeUrl, { sub: 'mallory', email: 'dora@example.com', email_verified: false })
    expect(fragment(target)).toMatchObject({ error_code: 'provider_email_needs_verification' })
    expect(fragment(target)).not.toHaveProperty('access_token')
  })

  test('a new user with an unverified address first proves it by mail', async () => {
    const target = await walk(authorizeUrl, { sub: 'eve', email: 'eve@example.com', email_verified: false })
    expect(fragment(target)).toMatchObject({ error: 'access_denied', error_code: 'provider_email_needs_verification' })
    expect((await auth.lastMessage('eve@example.com')).kind).toBe('confirmation')
  })

  test('an account that was prepared for somebody else’s address loses the stranger’s password', async () => {
    await auth.client().auth.signUp({ email: 'fay@example.com', password: 'the attacker knows it' })
    await walk(authorizeUrl, { sub: 'fay', email: 'fay@example.com', email_verified: true })
    const { error } = await auth
      .client()
      .auth.signInWithPassword({ email: 'fay@example.com', password: 'the attacker knows it' })
    expect(error?.code).toBe('invalid_credentials')
  })

  test('a callback works once, and only with a state of ours', async () => {
    const started = await auth.request(pathOf(authorizeUrl))
    const back = await oidc.signIn(started.headers.get('location') ?? '', {
      sub: 'gil',
      email: 'gil@example.com',
      email_verified: true,
    })
    await comeBack(back)
    for (const [url, code] of [
      [back.href, /bad_oauth_state|flow_state_already_used/],
      [`${PUBLIC_URL}/auth/v1/callback?code=x`, /bad_oauth_state/],
      [`${PUBLIC_URL}/auth/v1/callback?code=x&state=nonsense`, /bad_oauth_state/],
      [`${PUBLIC_URL}/auth/v1/callback?code=x&state=${crypto.randomUUID()}`, /bad_oauth_state/],
    ] as const) {
      const answer = await auth.request(pathOf(url))
      expect(answer.status).toBe(400)
      expect((await answer.json()).error_code).toMatch(code)
    }
  })

  test('a code that the provider does not know leads back with an error', async () => {
    const started = await auth.request(pathOf(authorizeUrl))
    const state = new URL(started.headers.get('location') ?? '').searchParams.get('state')
    const iss = encodeURIComponent(oidc.issuer)
    const target = await comeBack(new URL(`${PUBLIC_URL}/auth/v1/callback?code=forged&state=${state}&iss=${iss}`))
    expect(fragment(target)).toMatchObject({ error: 'server_error', error_code: 'unexpected_failure' })
  })

  test('unknown and disabled providers are refused before anything happens', async () => {
    for (const provider of ['google', 'nobody', '', '__proto__']) {
      const answer = await auth.request(`/authorize?provider=${provider}`)
      expect([answer.status, (await answer.json()).msg]).toEqual([
        400,
        expect.stringMatching(/^Unsupported provider: /),
      ])
    }
  })

  test('callers cannot replace our parameters, and can add their own', async () => {
    const answer = await auth.request(
      '/authorize?provider=flower&redirect_uri=https://evil.example&client_id=evil&state=evil&nonce=evil&prompt=consent&scopes=extra',
    )
    const { searchParams } = new URL(answer.headers.get('location') ?? '')
    expect(searchParams.get('redirect_uri')).toBe(`${PUBLIC_URL}/auth/v1/callback`)
    expect(searchParams.get('client_id')).toBe(oidc.clientId)
    expect(searchParams.get('state')).not.toBe('evil')
    expect(searchParams.get('nonce')).not.toBe('evil')
    expect(searchParams.get('prompt')).toBe('consent')
    expect(searchParams.get('scope')).toBe('openid email profile extra')
  })

  test('a signed-in user links, and unlinks, a provider; somebody else’s identity stays theirs [B7.23] [B7.24] [B8.4]', async () => {
    await auth.admin.createUser({ email: 'hal@example.com', password: PASSWORD, email_confirm: true })
    const client = auth.client()
    await client.auth.signInWithPassword({ email: 'hal@example.com', password: PASSWORD })
    const link = async (account: OidcAccount) => {
      const { data } = await client.auth.getSession()
      const answer = await auth.request(
        '/user/identities/authorize?provider=flower&skip_http_redirect=true&redirect_to=https://app.example/me',
        { headers: { authorization: `Bearer ${data.session?.access_token}` } },
      )
      return comeBack(await oidc.signIn((await answer.json()).url, account))
    }
    expect(fragment(await link({ sub: 'hal2', email: 'hal@other.example', email_verified: true }))).toHaveProperty(
      'access_token',
    )
    expect(fragment(await link({ sub: 'ada', email: 'ada@example.com' }))).toMatchObject({
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked to another user',
    })
    const { data } = await client.auth.getUserIdentities()
    expect(data?.identities.map(({ provider }) => provider).sort()).toEqual(['email', 'flower'])
    const { rows: told } = await db.pools.owner.query(
      `select kind, recipient from _platform.outbox where kind = 'identity_linked' and recipient like 'hal%'`,
    )
    expect(told).toEqual([{ kind: 'identity_linked', recipient: 'hal@example.com' }])
    const flower = data?.identities.find(({ provider }) => provider === 'flower')
    const email = data?.identities.find(({ provider }) => provider === 'email')
    if (!flower || !email) throw new Error('identities are missing')
    expect((await client.auth.unlinkIdentity(flower)).error).toBeNull()
    expect((await client.auth.unlinkIdentity(email)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    })
    expect((await client.auth.getUser()).data.user?.app_metadata).toMatchObject({ providers: ['email'] })
  })

  test('a user who was banned on the way to the provider gets no session by linking', async () => {
    const made = await auth.admin.createUser({ email: 'quinn@example.com', password: PASSWORD, email_confirm: true })
    const client = auth.client()
    const { data } = await client.auth.signInWithPassword({ email: 'quinn@example.com', password: PASSWORD })
    const answer = await auth.request('/user/identities/authorize?provider=flower&skip_http_redirect=true', {
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    })
    await auth.admin.updateUserById(made.data.user?.id ?? '', { ban_duration: '1h' })
    const account = { sub: 'quinn2', email: 'quinn@other.example', email_verified: true }
    const back = await comeBack(await oidc.signIn((await answer.json()).url, account))
    expect(fragment(back)).toMatchObject({ error_code: 'user_banned' })
  })

  test('an anonymous user who links a provider becomes permanent', async () => {
    const client = auth.client()
    const { data } = await client.auth.signInAnonymously()
    const answer = await auth.request('/user/identities/authorize?provider=flower&skip_http_redirect=true', {
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    })
    await comeBack(
      await oidc.signIn((await answer.json()).url, { sub: 'ivy', email: 'ivy@example.com', email_verified: true }),
    )
    expect((await client.auth.getUser()).data.user).toMatchObject({
      id: data.user?.id,
      email: 'ivy@example.com',
      is_anonymous: false,
    })
  })

  test('an app’s id_token signs in when issuer, audience, signature and nonce are right [B7.14]', async () => {
    const nonce = 'a nonce of the app'
    const idToken = await tokenFromProvider(oidc, nonce)
    const good = await auth.client().auth.signInWithIdToken({ provider: 'flower', token: idToken, nonce })
    expect(good.error).toBeNull()
    expect(good.data.user?.identities?.[0]?.id).toBe('june')
    const [header, , signature] = idToken.split('.')
    const forged = Buffer.from(JSON.stringify({ iss: oidc.issuer, sub: 'ada', aud: oidc.clientId, exp: 4e9 }))
    for (const [token, more] of [
      [idToken, { nonce: 'another nonce' }],
      [idToken, {}],
      [`${header}.${forged.toString('base64url')}.${signature}`, {}],
      ['nonsense', {}],
    ] as const) {
      const { error } = await auth.client().auth.signInWithIdToken({ provider: 'flower', token, ...more })
      expect(error?.status).toBe(400)
    }
    const disabled = await auth.client().auth.signInWithIdToken({ provider: 'google', token: idToken })
    expect(disabled.error).toMatchObject({ status: 400, code: 'provider_disabled' })
  })
})

/** Plays an app: signs in at the provider by itself and keeps the id_token. */
async function tokenFromProvider(oidc: OidcServer, nonce: string): Promise<string> {
  const verifier = 'v'.repeat(50)
  const redirectUri = `${PUBLIC_URL}/auth/v1/callback`
  const url = new URL(`${oidc.issuer}/auth`)
  url.search = new URLSearchParams({
    client_id: oidc.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    nonce: createHash('sha256').update(nonce).digest('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  const back = await oidc.signIn(url.href, { sub: 'june', email: 'june@example.com', email_verified: true })
  const response = await fetch(`${oidc.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      client_id: oidc.clientId,
      client_secret: oidc.clientSecret,
      code_verifier: verifier,
    }),
  })
  const { id_token } = await response.json()
  return id_token
}
