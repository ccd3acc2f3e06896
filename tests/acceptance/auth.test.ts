import { randomInt, randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { totp } from '#tests/fakes/authenticator-app.ts'
import { anonClient, serviceClient, signedInClient, target } from '#tests/support/target.ts'

/** Every auth call of the product, through the unmodified client. */
const admin = serviceClient().auth.admin
const newAccount = () => ({ email: `${randomUUID()}@test.example`, password: `Pass-${randomUUID()}` })
const newPhone = () => `1555${randomInt(1_000_000, 9_999_999)}`

describe('signing up and in', () => {
  test('by e-mail: sign up, sign in, read, sign out [B5.14] [B7.10] [B7.11] [B7.21] [B7.22]', async () => {
    const account = newAccount()
    const client = anonClient()
    const signedUp = await client.auth.signUp({ ...account, options: { data: { name: 'Ada' } } })
    expect(signedUp.error).toBeNull()
    expect(signedUp.data.session).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: expect.any(Number),
      expires_at: expect.any(Number),
      token_type: 'bearer',
    })
    expect(signedUp.data.user).toMatchObject({
      id: expect.any(String),
      aud: 'authenticated',
      role: 'authenticated',
      email: account.email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Ada' },
      identities: [{ provider: 'email', identity_data: { email: account.email } }],
      is_anonymous: false,
    })
    const again = anonClient()
    expect((await again.auth.signInWithPassword(account)).error).toBeNull()
    expect((await again.auth.getUser()).data.user?.email).toBe(account.email)
    expect((await again.auth.signOut()).error).toBeNull()
    expect((await again.auth.getSession()).data.session).toBeNull()
  })

  test('by phone, with a password [B5.14] [B7.10]', async () => {
    const account = { phone: newPhone(), password: `Pass-${randomUUID()}` }
    expect((await anonClient().auth.signUp(account)).error).toBeNull()
    const { data, error } = await anonClient().auth.signInWithPassword(account)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ phone: account.phone, app_metadata: { provider: 'phone' } })
    expect(data.user?.phone_confirmed_at).toBeDefined()
  })

  test('by phone, with a code [B7.15] [B7.16]', async () => {
    const phone = '15550001111' // its code is fixed in the target's test_otp
    expect((await anonClient().auth.signInWithOtp({ phone })).error).toBeNull()
    const wrong = await anonClient().auth.verifyOtp({ phone, token: '000000', type: 'sms' })
    expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' })
    const right = await anonClient().auth.verifyOtp({ phone, token: '123456', type: 'sms' })
    expect(right.error).toBeNull()
    expect(right.data.user?.phone).toBe(phone)
  })

  test('anonymously, and for good later', async () => {
    const client = anonClient()
    const { data } = await client.auth.signInAnonymously()
    expect(data.user?.is_anonymous).toBe(true)
    const { email } = newAccount()
    expect((await client.auth.updateUser({ email })).data.user).toMatchObject({ id: data.user?.id, email })
    const refreshed = await client.auth.refreshSession()
    expect(refreshed.data.user?.is_anonymous).toBe(false)
  })

  test('a refreshed session has new tokens, and claims that verify [B3.1] [B7.12]', async () => {
    const { client } = await signedInClient()
    const before = (await client.auth.getSession()).data.session
    const { data, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token)
    const claims = await client.auth.getClaims()
    expect(claims.error).toBeNull()
    expect(claims.data?.claims).toMatchObject({ aal: 'aal1', role: 'authenticated', amr: [{ method: 'password' }] })
  })

  test('the events of a session reach the application [B4.1] [B4.4] [B4.5]', async () => {
    const account = newAccount()
    await admin.createUser({ ...account, email_confirm: true })
    const client = anonClient()
    const events: string[] = []
    client.auth.onAuthStateChange((event) => {
      events.push(event)
    })
    await client.auth.getSession()
    await client.auth.signInWithPassword(account)
    await client.auth.refreshSession()
    await client.auth.updateUser({ data: { colour: 'pink' } })
    await client.auth.signOut()
    await expect
      .poll(() => events)
      .toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT'])
  })
})

describe('what is refused', () => {
  test('has words of its own: no session, wrong credentials, a session that is gone [B8.1] [B8.2]', async () => {
    expect((await anonClient().auth.updateUser({ data: {} })).error).toMatchObject({
      name: 'AuthSessionMissingError',
      message: 'Auth session missing!',
    })
    const { client, email, accessToken } = await signedInClient()
    expect((await anonClient().auth.signInWithPassword({ email, password: 'wrong password 1' })).error).toMatchObject({
      ...{ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' },
    })
    const { url, publishableKey: apikey } = target()
    expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull()
    const headers = { apikey, authorization: `Bearer ${accessToken}` }
    const response = await fetch(`${url}/auth/v1/user`, { headers })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error_code: 'session_not_found' })
  })
})

describe('links and codes', () => {
  async function link(type: 'signup' | 'magiclink' | 'recovery' | 'invite', email: string, password = '') {
    const { data, error } = await admin.generateLink(type === 'signup' ? { type, email, password } : { type, email })
    expect(error).toBeNull()
    if (!data.properties) throw new Error('no link')
    return data.properties
  }

  test('a sign-up is confirmed by its code [B7.16]', async () => {
    const { email, password } = newAccount()
    const { email_otp } = await link('signup', email, password)
    const { data, error } = await anonClient().auth.verifyOtp({ email, token: email_otp, type: 'signup' })
    expect(error).toBeNull()
    expect(data.user?.email_confirmed_at).toBeDefined()
  })

  test('a magic link’s hash signs in, once [B7.16] [B7.31]', async () => {
    const { hashed_token } = await link('magiclink', newAccount().email)
    const params = { token_hash: hashed_token, type: 'magiclink' } as const
    expect((await anonClient().auth.verifyOtp(params)).error).toBeNull()
    expect((await anonClient().auth.verifyOtp(params)).error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('a recovery link leads to the site, signed in to choose a new password [B7.18]', async () => {
    const account = newAccount()
    await admin.createUser({ ...account, email_confirm: true })
    const { action_link } = await link('recovery', account.email)
    const response = await fetch(action_link, { redirect: 'manual' })
    expect(response.status).toBe(303)
    const hash = new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1))
    expect(hash.get('type')).toBe('recovery')
    const client = anonClient()
    await client.auth.setSession({
      access_token: hash.get('access_token') ?? '',
      refresh_token: hash.get('refresh_token') ?? '',
    })
    const password = `Pass-${randomUUID()}`
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    expect((await anonClient().auth.signInWithPassword({ email: account.email, password })).error).toBeNull()
    expect((await anonClient().auth.signInWithPassword(account)).error?.code).toBe('invalid_credentials')
  })

  test('a recovery link’s hash tells the application that a password is to be chosen [B4.6]', async () => {
    const account = newAccount()
    await admin.createUser({ ...account, email_confirm: true })
    const { hashed_token } = await link('recovery', account.email)
    const client = anonClient()
    const events: string[] = []
    client.auth.onAuthStateChange((event) => events.push(event))
    expect((await client.auth.verifyOtp({ token_hash: hashed_token, type: 'recovery' })).error).toBeNull()
    expect(events).toContain('PASSWORD_RECOVERY')
  })

  test('recovery, resend and one-time sign-in are asked for by address [B7.15] [B7.18] [B7.19]', async () => {
    const { email } = newAccount()
    const client = anonClient()
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
    expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull()
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
    expect((await client.auth.resend({ type: 'phone_change', phone: newPhone() })).error).toBeNull()
  })

  test('reauthentication is asked for by a signed-in user [B7.20]', async () => {
    const { client } = await signedInClient()
    expect((await client.auth.reauthenticate()).error).toBeNull()
  })
})

describe('the own account', () => {
  test('data is merged, and a changed address and password hold [B7.21]', async () => {
    const { client, password } = await signedInClient()
    await client.auth.updateUser({ data: { a: 1, b: 2 } })
    const { email } = newAccount()
    const { data, error } = await client.auth.updateUser({ email, data: { b: null } })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect(data.user?.user_metadata).toMatchObject({ a: 1 })
    expect(data.user?.user_metadata).not.toHaveProperty('b')
    expect((await anonClient().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('signing out of the others and everywhere [B7.22]', async () => {
    const { client, email, password } = await signedInClient()
    const other = anonClient()
    await other.auth.signInWithPassword({ email, password })
    expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull()
  })

  test('identities are listed; the last one stays [B7.24] [B8.4]', async () => {
    const { client } = await signedInClient()
    const { data } = await client.auth.getUserIdentities()
    const [only] = data?.identities ?? []
    if (!only) throw new Error('no identity')
    expect((await client.auth.unlinkIdentity(only)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    })
    const foreign = { ...only, identity_id: randomUUID() }
    expect((await client.auth.unlinkIdentity(foreign)).error).toMatchObject({ status: 422, code: 'identity_not_found' })
    const linked = await client.auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
    expect(linked.error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('a second factor raises the session [B7.25] [B7.26] [B7.27]', async () => {
    const { client, user } = await signedInClient()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    if (data?.type !== 'totp') throw new Error('no factor')
    const challenge = await client.auth.mfa.challenge({ factorId: data.id })
    const challengeId = challenge.data?.id ?? ''
    const wrong = await client.auth.mfa.verify({ factorId: data.id, challengeId, code: '000000' })
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    const right = await client.auth.mfa.verify({ factorId: data.id, challengeId, code: totp(data.totp.secret) })
    expect(right.error).toBeNull()
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    expect((await admin.mfa.listFactors({ userId: user.id })).data?.factors).toHaveLength(1)
    expect((await client.auth.mfa.unenroll({ factorId: data.id })).error).toBeNull()
  })
})

describe('administration', () => {
  test('users are made, read, changed, listed by page, and deleted [B7.29] [B7.30]', async () => {
    const account = newAccount()
    const made = await admin.createUser({ ...account, user_metadata: { colour: 'red' }, app_metadata: { team: 7 } })
    const id = made.data.user?.id ?? ''
    expect(made.data.user).toMatchObject({ email: account.email, user_metadata: { colour: 'red' } })
    expect(made.data.user?.email_confirmed_at).toBeUndefined()
    expect((await admin.createUser(account)).error).toMatchObject({ status: 422, code: 'email_exists' })
    const changed = await admin.updateUserById(id, {
      email_confirm: true,
      ban_duration: '1h',
      app_metadata: { team: null },
    })
    expect(changed.data.user?.email_confirmed_at).toBeDefined()
    expect(changed.data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect((await anonClient().auth.signInWithPassword(account)).error?.code).toBe('user_banned')
    const page = await admin.listUsers({ page: 1, perPage: 1 })
    expect(page.data.users).toHaveLength(1)
    expect(page.data).toMatchObject({ total: expect.any(Number), nextPage: 2, lastPage: expect.any(Number) })
    expect((await admin.listUsers({ page: -1, perPage: 1 })).error?.status).toBe(400)
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
    expect((await admin.deleteUser(id)).error).not.toBeNull()
  })

  test('a soft deletion frees the address [B7.30]', async () => {
    const account = newAccount()
    const made = await admin.createUser(account)
    expect((await admin.deleteUser(made.data.user?.id ?? '', true)).error).toBeNull()
    expect((await admin.createUser(account)).error).toBeNull()
  })

  test('invitations, and signing somebody out [B7.32]', async () => {
    const invited = await admin.inviteUserByEmail(newAccount().email, { data: { table: 4 } })
    expect(invited.data.user).toMatchObject({ invited_at: expect.any(String), user_metadata: { table: 4 } })
    const { client, accessToken } = await signedInClient()
    expect((await admin.signOut(accessToken)).error).toBeNull()
    expect((await client.auth.getUser()).error).not.toBeNull()
  })

  test('both links of an address change [B7.31]', async () => {
    const account = newAccount()
    await admin.createUser({ ...account, email_confirm: true })
    const newEmail = newAccount().email
    const follow = async (type: 'email_change_current' | 'email_change_new') => {
      const { data } = await admin.generateLink({ type, email: account.email, newEmail })
      const response = await fetch(data.properties?.action_link ?? '', { redirect: 'manual' })
      return new URL(response.headers.get('location') ?? '').hash
    }
    expect(await follow('email_change_current')).toContain('Confirmation+link+accepted')
    expect(await follow('email_change_new')).toContain('access_token=')
    expect((await anonClient().auth.signInWithPassword({ ...account, email: newEmail })).error).toBeNull()
  })
})

describe('what a sign-in form asks before', () => {
  const get = (path: string) =>
    fetch(`${target().url}/auth/v1${path}`, { headers: { apikey: target().publishableKey } }).then((r) => r.json())

  test('health, settings, keys and discovery', async () => {
    expect(await get('/health')).toMatchObject({ name: 'GoTrue' })
    expect(await get('/settings')).toMatchObject({
      external: { email: true, phone: true, anonymous_users: true, google: false },
      disable_signup: false,
      mailer_autoconfirm: true,
    })
    const { keys } = await get('/.well-known/jwks.json')
    expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) })
    expect(keys[0]).not.toHaveProperty('d')
    expect(await get('/.well-known/openid-configuration')).toMatchObject({
      issuer: expect.stringMatching(/\/auth\/v1$/),
    })
  })

  test('providers that are off are refused before the browser leaves [B7.23]', async () => {
    const response = await fetch(`${target().url}/auth/v1/authorize?provider=google`, { redirect: 'manual' })
    expect([response.status, (await response.json()).msg]).toEqual([
      400,
      expect.stringMatching(/^Unsupported provider/),
    ])
    const sso = await anonClient().auth.signInWithSSO({ domain: 'company.example' })
    expect(sso.error).toMatchObject({ status: 404, code: 'saml_provider_disabled' })
    const idToken = await anonClient().auth.signInWithIdToken({ provider: 'google', token: 'x.y.z' })
    expect(idToken.error).toMatchObject({ status: 400, code: 'provider_disabled' })
    const pkce = createClient(target().url, target().publishableKey, {
      auth: { flowType: 'pkce', persistSession: false },
    })
    expect((await pkce.auth.exchangeCodeForSession(randomUUID())).error).not.toBeNull()
  })
})
