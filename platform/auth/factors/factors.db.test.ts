import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { softwareAuthenticator } from '../../../tests/fakes/authenticator.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type AuthUnderTest, authUnderTest } from '../testing/auth-under-test.ts'
import { fromBase32, totpAt } from './totp.ts'

const PASSWORD = 'correct horse battery'

describe('second factors', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  let count = 0
  const texts: string[] = []
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, {
      sms: { send: ({ text }) => Promise.resolve(String(texts.push(text))) },
      config: {
        enable_manual_linking: true,
        passkey: { enabled: true },
        webauthn: { rp_display_name: 'Acme', rp_id: 'app.example', rp_origins: ['https://app.example'] },
        sms: { enable_signup: true, max_frequency: '0' },
        mfa: {
          totp: { enroll_enabled: true, verify_enabled: true },
          phone: { enroll_enabled: true, verify_enabled: true, max_frequency: '0' },
          web_authn: { enroll_enabled: true, verify_enabled: true },
        },
      },
    })
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })

  /** A user of their own address, because challenges are limited per address. */
  async function newUser() {
    const address = `203.0.113.${++count}`
    const email = `user${count}@example.com`
    const client = auth.client({ address })
    const { data } = await client.auth.signUp({ email, password: PASSWORD })
    return { client, email, address, id: data.user?.id ?? '' }
  }
  /** The app's code `later` time steps from now: the one before has been used. */
  const codeOf = (secret: string, later = 0) => totpAt(fromBase32(secret), Math.floor(Date.now() / 30_000) + later)

  async function withTotp() {
    const user = await newUser()
    const { data } = await user.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone app' })
    if (data?.type !== 'totp') throw new Error('no factor')
    const secret = data.totp.secret
    const verified = await user.client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(secret) })
    return { ...user, factorId: data.id, secret, verified }
  }

  test('a verified code raises the session to aal2 and ends the sessions without it', async () => {
    const user = await newUser()
    const other = auth.client({ address: user.address })
    await other.auth.signInWithPassword({ email: user.email, password: PASSWORD })
    const { data, error } = await user.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone app' })
    expect(error).toBeNull()
    if (data?.type !== 'totp') throw new Error('no factor')
    expect(data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    expect(data.totp.uri).toMatch(/^otpauth:\/\/totp\/app\.example:/)
    const verified = await user.client.auth.mfa.challengeAndVerify({
      factorId: data.id,
      code: codeOf(data.totp.secret),
    })
    expect(verified.error).toBeNull()
    const claims = await auth.tokens.verify(verified.data?.access_token ?? '')
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] })
    expect((await user.client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    })
    expect((await user.client.auth.mfa.listFactors()).data?.totp).toHaveLength(1)
    expect((await other.auth.getUser()).error).not.toBeNull()
    expect((await user.client.auth.refreshSession()).error).toBeNull()
  })

  test('a wrong code is refused, and a challenge is answered once', async () => {
    const { client, factorId, secret } = await withTotp()
    const { data: challenge } = await client.auth.mfa.challenge({ factorId })
    const challengeId = challenge?.id ?? ''
    const wrong = await client.auth.mfa.verify({ factorId, challengeId, code: '000000' })
    expect(wrong.error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    })
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret, 1) })).error).toBeNull()
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret, 1) })).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_not_found',
    })
  })

  test('a code works once, also when it comes twice at one moment', async () => {
    const { client, factorId, secret } = await withTotp()
    const code = codeOf(secret, 1)
    const answers = await Promise.all([1, 2, 3].map(() => client.auth.mfa.challengeAndVerify({ factorId, code })))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    const [refused] = answers.filter(({ error }) => error !== null)
    expect(refused?.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    const earlier = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect(earlier.error?.code).toBe('mfa_verification_failed')
  })

  test('guessing codes is stopped for the account, from whatever address', async () => {
    const { factorId, client } = await withTotp()
    const { data } = await client.auth.getSession()
    const headers = {
      authorization: `Bearer ${data.session?.access_token}`,
      'x-supabase-api-version': '2024-01-01',
    }
    const answers: number[] = []
    for (let guess = 0; guess < 24; guess++) {
      const address = `192.0.2.${guess}`
      const challenged = await auth.request(`/factors/${factorId}/challenge`, { method: 'POST', headers, address })
      const { id } = await challenged.json()
      const body = JSON.stringify({ challenge_id: id, code: String(guess).padStart(6, '0') })
      answers.push(
        (await auth.request(`/factors/${factorId}/verify`, { method: 'POST', headers, body, address })).status,
      )
    }
    expect(answers.filter((status) => status === 422)).toHaveLength(20)
    expect(answers.slice(20)).toEqual([429, 429, 429, 429])
  })

  test('a session without the factor changes neither password nor factors', async () => {
    const { email, factorId, address } = await withTotp()
    const client = auth.client({ address })
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect((await client.auth.updateUser({ password: 'another password' })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    })
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    })
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    })
    const { data } = await client.auth.getSession()
    const headers = { authorization: `Bearer ${data.session?.access_token}` }
    const mailIdentity = data.session?.user.identities?.[0]?.identity_id
    for (const [method, path] of [
      ['POST', '/passkeys/registration/options'],
      ['POST', '/passkeys/registration/verify'],
      ['PATCH', '/passkeys/7c2cbd4c-0f0c-4d6a-9f5b-1f3c0a9f5b1f'],
      ['DELETE', '/passkeys/7c2cbd4c-0f0c-4d6a-9f5b-1f3c0a9f5b1f'],
      ['GET', '/user/identities/authorize?provider=none'],
      ['DELETE', `/user/identities/${mailIdentity}`],
    ] as const) {
      const answer = await auth.request(path, { method, headers, address })
      expect([path, answer.status, (await answer.json()).error_code]).toEqual([path, 401, 'insufficient_aal'])
    }
    const linking = { provider: 'none', id_token: 'x', link_identity: true }
    const answer = await auth.request('/token?grant_type=id_token', {
      ...{ method: 'POST', headers, address },
      body: JSON.stringify(linking),
    })
    expect([answer.status, (await answer.json()).error_code]).toEqual([401, 'insufficient_aal'])
  })

  test('a refresh token from before the factor leads into no session with it', async () => {
    const user = await newUser()
    const before = (await user.client.auth.getSession()).data.session?.refresh_token
    const { data } = await user.client.auth.mfa.enroll({ factorType: 'totp' })
    if (data?.type !== 'totp') throw new Error('no factor')
    await user.client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(data.totp.secret) })
    const body = JSON.stringify({ refresh_token: before })
    const answer = await auth.request('/token?grant_type=refresh_token', { method: 'POST', body })
    expect([answer.status, (await answer.json()).error_code]).toEqual([400, 'refresh_token_not_found'])
    expect((await user.client.auth.refreshSession()).error).toBeNull()
  })

  test('removing the factor lowers the session [B7.28]', async () => {
    const { client, factorId } = await withTotp()
    expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    const { data } = await client.auth.refreshSession()
    expect(await auth.tokens.verify(data.session?.access_token ?? '')).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    })
  })

  test('where a recent proof is asked for, an old session keeps its factor until the user proves anew', async () => {
    const strict = await authUnderTest(db, {
      recentProof: '10m',
      config: { mfa: { totp: { enroll_enabled: true, verify_enabled: true } } },
    })
    try {
      const { email, factorId, secret, address } = await withTotp()
      const client = strict.client({ address })
      await client.auth.signInWithPassword({ email, password: PASSWORD })
      expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 1) })).error).toBeNull()
      strict.advance(601)
      const refused = await client.auth.mfa.unenroll({ factorId })
      expect(refused.error).toMatchObject({ status: 428, code: 'reauthentication_needed' })
      await db.pools.owner.query(
        `update auth.mfa_amr_claims set updated_at = now() + interval '601 s'
         from auth.sessions where sessions.id = session_id and user_id = $1`,
        [(await client.auth.getSession()).data.session?.user.id],
      )
      expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
    } finally {
      await strict.close()
    }
  })

  test('an admin lists and removes factors [B7.33]', async () => {
    const { id, factorId } = await withTotp()
    const { data } = await auth.admin.mfa.listFactors({ userId: id })
    expect(data?.factors).toMatchObject([{ id: factorId, status: 'verified', factor_type: 'totp' }])
    expect(JSON.stringify(data)).not.toContain('secret')
    await auth.admin.mfa.deleteFactor({ userId: id, id: factorId })
    expect((await auth.admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([])
  })

  test('a phone factor is answered with the code of a text message', async () => {
    const { client } = await newUser()
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+15550001111' })
    expect(error).toBeNull()
    const factorId = data?.id ?? ''
    const { data: challenge } = await client.auth.mfa.challenge({ factorId, channel: 'sms' })
    const code = /\d{6}/.exec(texts.at(-1) ?? '')?.[0] ?? ''
    const challengeId = challenge?.id ?? ''
    const wrong = await client.auth.mfa.verify({ factorId, challengeId, code: code === '111111' ? '222222' : '111111' })
    expect(wrong.error).toMatchObject({ code: 'mfa_verification_failed', message: 'Invalid MFA Phone code entered' })
    const verified = await client.auth.mfa.verify({ factorId, challengeId, code })
    expect(verified.error).toBeNull()
    expect((await auth.tokens.verify(verified.data?.access_token ?? '')).amr).toMatchObject([
      { method: 'mfa/phone' },
      { method: 'password' },
    ])
  })

  test('a security key is made by the first challenge and asked for by the next', async () => {
    const { client, email, address } = await newUser()
    const token = async (of: typeof client) => (await of.auth.getSession()).data.session?.access_token
    const call = async (of: typeof client, path: string, body: unknown) => {
      const headers = { 'x-supabase-api-version': '2024-01-01', authorization: `Bearer ${await token(of)}` }
      const response = await auth.request(path, { method: 'POST', headers, body: JSON.stringify(body), address })
      return { status: response.status, body: await response.json() }
    }
    const key = softwareAuthenticator({ rpId: 'app.example', origin: 'https://app.example' })
    const { body: factor } = await call(client, '/factors', { factor_type: 'webauthn', friendly_name: 'blue key' })
    expect(factor).toMatchObject({ type: 'webauthn', friendly_name: 'blue key' })
    const party = { rpId: 'evil.example', rpOrigins: ['https://evil.example'] }

    const { body: first } = await call(client, `/factors/${factor.id}/challenge`, { webauthn: party })
    expect(first).toMatchObject({ type: 'webauthn', webauthn: { type: 'create' } })
    const made = key.create(first.webauthn.credential_options.publicKey)
    const verify = (of: typeof client, challenge_id: string, type: string, credential_response: unknown) =>
      call(of, `/factors/${factor.id}/verify`, { challenge_id, webauthn: { ...party, type, credential_response } })
    const enrolled = await verify(client, first.id, 'create', made)
    expect((await auth.tokens.verify(enrolled.body.access_token)).amr).toMatchObject([
      { method: 'mfa/webauthn' },
      { method: 'password' },
    ])

    const again = auth.client({ address })
    await again.auth.signInWithPassword({ email, password: PASSWORD })
    const { body: second } = await call(again, `/factors/${factor.id}/challenge`, { webauthn: party })
    expect(second.webauthn.type).toBe('request')
    const options = second.webauthn.credential_options.publicKey
    expect(options.allowCredentials).toMatchObject([{ id: made.id }])
    const stranger = softwareAuthenticator({ rpId: 'app.example', origin: 'https://app.example' })
    expect(await verify(again, second.id, 'create', stranger.create({ ...options, user: { id: '' } }))).toMatchObject({
      status: 422,
      body: { code: 'mfa_verification_failed' },
    })
    expect((await verify(again, second.id, 'request', stranger.get(options))).status).toBe(422)
    expect((await verify(again, second.id, 'request', key.get(options))).status).toBe(200)
  })

  test('a name is used once per user, and somebody else’s factor is nobody’s', async () => {
    const one = await newUser()
    const first = await one.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'same' })
    expect((await one.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'same' })).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_name_conflict',
    })
    const two = await newUser()
    expect((await two.client.auth.mfa.challenge({ factorId: first.data?.id ?? '' })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    })
  })
})
