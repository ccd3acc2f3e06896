import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type AuthUnderTest, authUnderTest } from '../testing/auth-under-test.ts'

const PASSWORD = 'correct horse battery'
const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'x-supabase-api-version': '2024-01-01' },
  body: JSON.stringify(body),
})

describe('limits', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, {
      limitAddresses: true,
      config: {
        enable_anonymous_sign_ins: true,
        email: { enable_confirmations: true, max_frequency: '60s' },
        rate_limit: { sign_in_sign_ups: 5, token_refresh: 8, token_verifications: 4, anonymous_users: 2 },
      },
    })
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })

  test('a visitor with a whole IPv6 network is one visitor', async () => {
    const ask = async (address: string) => {
      const body = json({ type: 'signup', token: '123456', email: 'nobody@example.com' })
      return (await auth.request('/verify', { ...body, address })).status
    }
    for (const host of ['1', '2', 'b:1', 'ffff:1']) expect(await ask(`2001:db8:0:7::${host}`)).toBe(403)
    expect(await ask('2001:db8:0:7:1:2:3:4')).toBe(429)
    expect(await ask('2001:db8:1:7::1')).toBe(403)
  })

  test.each([
    ['/recover', { email: 'nobody@example.com' }, 5],
    ['/token?grant_type=password', { email: 'nobody@example.com', password: 'x' }, 8],
    ['/token?grant_type=refresh_token', { refresh_token: 'abcdefghijkl' }, 8],
    ['/verify', { type: 'signup', token: '123456', email: 'nobody@example.com' }, 4],
    ['/signup', { data: {} }, 2],
  ])('%s is answered so often from one address and no more', async (path, body, allowed) => {
    const address = `10.0.0.${path.length}`
    const statuses: number[] = []
    for (let request = 0; request <= allowed; request++) {
      const answer = await auth.request(path, { ...json(body), address })
      statuses.push(answer.status)
      if (request < allowed) continue
      expect(await answer.json()).toEqual({ code: 'over_request_rate_limit', message: 'Request rate limit reached' })
      expect(answer.headers.get('x-sb-error-code')).toBe('over_request_rate_limit')
    }
    expect(statuses.filter((status) => status === 429 && path !== '/recover')).toHaveLength(path === '/recover' ? 0 : 1)
    expect(statuses.at(-1)).toBe(429)
    const elsewhere = await auth.request(path, { ...json(body), address: '10.9.9.9' })
    expect((await elsewhere.json()).code).not.toBe('over_request_rate_limit')
  })

  test('sign-ins with a provider are begun so often from one address and no more', async () => {
    const begin = async (address: string) => (await auth.request('/authorize?provider=none', { address })).status
    for (let request = 0; request < 60; request++) expect(await begin('10.0.2.1')).toBe(400)
    expect(await begin('10.0.2.1')).toBe(429)
    expect(await begin('10.0.2.2')).toBe(400)
  })

  test('a body that never ends uses nothing up of what its address has', async () => {
    const address = '10.0.3.1'
    const path = '/token?grant_type=refresh_token'
    const senders: ReadableStreamDefaultController<Uint8Array>[] = []
    const unfinished = Array.from({ length: 20 }, () => {
      const body = new ReadableStream<Uint8Array>({ start: (sender) => void senders.push(sender) })
      const init = { method: 'POST', body, duplex: 'half', address } as const
      return auth.request(path, init)
    })
    const whole = () => auth.request(path, { ...json({ refresh_token: 'abcdefghijkl' }), address })
    for (let request = 0; request < 8; request++) expect((await whole()).status).toBe(400)
    expect((await whole()).status).toBe(429)
    for (const sender of senders) sender.error(new Error('the sender has gone'))
    for (const response of await Promise.all(unfinished)) expect(response.status).toBe(408)
  })

  test('the bucket fills again with time', async () => {
    const address = '10.0.1.1'
    const attempt = () =>
      auth.request('/token?grant_type=refresh_token', { ...json({ refresh_token: 'abcdefghijkl' }), address })
    for (let request = 0; request < 8; request++) expect((await attempt()).status).toBe(400)
    expect((await attempt()).status).toBe(429)
    auth.advance(40)
    expect((await attempt()).status).toBe(400)
    expect((await attempt()).status).toBe(429)
  })

  test('guesses at one account from many addresses are stopped, known or not, and the right password too', async () => {
    await auth.admin.createUser({ email: 'target@example.com', password: PASSWORD, email_confirm: true })
    for (const email of ['target@example.com', 'missing@example.com']) {
      const statuses: number[] = []
      for (let guess = 0; guess < 22; guess++) {
        const body = json({ email, password: `guess ${guess}` })
        statuses.push(
          (await auth.request('/token?grant_type=password', { ...body, address: `10.1.0.${guess}` })).status,
        )
      }
      expect(statuses).toEqual([...Array(20).fill(400), 429, 429])
    }
    const right = json({ email: 'target@example.com', password: PASSWORD })
    expect((await auth.request('/token?grant_type=password', { ...right, address: '10.2.0.1' })).status).toBe(429)
    auth.advance(300)
    expect((await auth.request('/token?grant_type=password', { ...right, address: '10.2.0.2' })).status).toBe(200)
  })

  test('codes for one address cannot be guessed from many', async () => {
    const statuses: number[] = []
    for (let guess = 0; guess < 22; guess++) {
      const body = json({ type: 'email', email: 'target@example.com', token: String(guess).padStart(6, '0') })
      statuses.push((await auth.request('/verify', { ...body, address: `10.3.0.${guess}` })).status)
    }
    expect(statuses).toEqual([...Array(20).fill(403), 429, 429])
  })

  test('mails to one address are a minute apart, whether or not anybody has it', async () => {
    await auth.admin.createUser({ email: 'mailed@example.com', password: PASSWORD, email_confirm: true })
    const answers: unknown[] = []
    for (const email of ['mailed@example.com', 'unmailed@example.com']) {
      for (const address of ['10.4.0.1', '10.4.0.2']) {
        const answer = await auth.request('/recover', { ...json({ email }), address })
        answers.push([answer.status, await answer.json()])
      }
    }
    const refusal = [
      429,
      {
        code: 'over_email_send_rate_limit',
        message: expect.stringMatching(/^For security purposes, you can only request this after (59|60) seconds\.$/),
      },
    ]
    expect(answers).toEqual([[200, {}], refusal, [200, {}], refusal])
    auth.advance(60)
    const later = await auth.request('/recover', { ...json({ email: 'mailed@example.com' }), address: '10.4.0.3' })
    expect(later.status).toBe(200)
  })
})

describe('a configured captcha', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  const asked: string[] = []
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, {
      config: { captcha: { enabled: true, provider: 'turnstile', secret: 'captcha secret' } },
      async fetch(input, init) {
        asked.push(String(input))
        const form = new URLSearchParams(String(init?.body))
        const success = form.get('secret') === 'captcha secret' && form.get('response') === 'solved'
        return Response.json(success ? { success } : { success, 'error-codes': ['invalid-input-response'] })
      },
    })
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })

  test.each([
    [undefined, 'captcha protection: request disallowed (no captcha_token found)'],
    ['wrong', 'captcha protection: request disallowed (invalid-input-response)'],
  ])('the answer %s is refused', async (captchaToken, message) => {
    const options = captchaToken ? { captchaToken } : {}
    const client = auth.client()
    const email = 'robot@example.com'
    const answers = await Promise.all([
      client.auth.signUp({ email, password: PASSWORD, options }),
      client.auth.signInWithPassword({ email, password: PASSWORD, options }),
      client.auth.signInWithOtp({ email, options }),
      client.auth.resetPasswordForEmail(email, options),
      client.auth.resend({ type: 'signup', email, options }),
    ])
    for (const { error } of answers) expect(error).toMatchObject({ status: 400, code: 'captcha_failed', message })
  })

  test('a solved one lets in, and an admin needs none', async () => {
    const options = { captchaToken: 'solved' }
    expect(
      (await auth.client().auth.signUp({ email: 'human@example.com', password: PASSWORD, options })).error,
    ).toBeNull()
    expect(asked.at(-1)).toBe('https://challenges.cloudflare.com/turnstile/v0/siteverify')
    expect((await auth.admin.createUser({ email: 'made@example.com' })).error).toBeNull()
  })
})
