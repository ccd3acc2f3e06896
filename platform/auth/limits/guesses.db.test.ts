import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { fromBase32, totpAt } from '../factors/totp.ts'
import { type AuthUnderTest, authUnderTest } from '../testing/auth-under-test.ts'

const PASSWORD = 'correct horse battery'
const HOME = '192.0.2.1'

describe('guesses that come at the same moment, to two processes on one database', () => {
  let db: TestDatabase
  let processes: AuthUnderTest[]
  let count = 0
  beforeAll(async () => {
    db = await testDatabase('platform')
    const config = {
      email: { max_frequency: '0' },
      mfa: { totp: { enroll_enabled: true, verify_enabled: true } },
    }
    processes = await Promise.all([authUnderTest(db, { config }), authUnderTest(db, { config })])
  })
  afterAll(async () => {
    await Promise.all(processes.map((auth) => auth.close()))
    await db.drop()
  })

  const one = () => {
    const [auth] = processes
    if (!auth) throw new Error('no process')
    return auth
  }
  async function newUser() {
    const email = `user${++count}@example.com`
    const { data } = await one().admin.createUser({ email, password: PASSWORD, email_confirm: true })
    return { email, id: data.user?.id ?? '' }
  }
  function ask(path: string, body: unknown, { address = '', token = '', at = 0 } = {}): Promise<Response> {
    const auth = processes[at % processes.length] ?? one()
    const headers = {
      'x-supabase-api-version': '2024-01-01',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    }
    return auth.request(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      address: address || strangers(at),
    })
  }
  const strangers = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
  async function statuses(total: number, guess: (at: number) => Promise<Response>): Promise<Record<string, number>> {
    const answers = await Promise.all(Array.from({ length: total }, (_, at) => guess(at)))
    return Object.fromEntries(
      [200, 400, 403, 422, 429].map((status) => [status, answers.filter((answer) => answer.status === status).length]),
    )
  }
  const wrongCode = (right: string, at: number) => String((Number(right) + 1 + at) % 1_000_000).padStart(6, '0')
  const mailed = async (email: string) => {
    await one().client().auth.resetPasswordForEmail(email)
    return one().lastMessage(email)
  }

  test('of four hundred passwords twenty are checked', async () => {
    const { email } = await newUser()
    const path = '/token?grant_type=password'
    const seen = await statuses(400, (at) => ask(path, { email, password: `guess ${at}` }, { at }))
    expect(seen).toEqual({ 200: 0, 400: 20, 403: 0, 422: 0, 429: 380 })
  })

  test('of four hundred codes of a mail ten are checked: the code is dead then, and the link is not', async () => {
    const { email } = await newUser()
    const { code, link } = await mailed(email)
    const guess = (at: number) => ask('/verify', { type: 'recovery', email, token: wrongCode(code, at) }, { at })
    expect(await statuses(400, guess)).toEqual({ 200: 0, 400: 0, 403: 20, 422: 0, 429: 380 })
    const { rows } = await db.pools.owner.query('select guesses from _platform.one_time_codes')
    expect(rows).toEqual([{ guesses: 10 }])
    const opened = await one().request(`/verify${link?.search}`, { address: HOME })
    expect(opened.headers.get('location')).toContain('access_token=')
  })

  test('a code dies with its tenth wrong guess, and the next mail brings a living one', async () => {
    const { email } = await newUser()
    await one().client({ address: HOME }).auth.signInWithPassword({ email, password: PASSWORD })
    const { code } = await mailed(email)
    const type = (token: string, address: string) => ask('/verify', { type: 'recovery', email, token }, { address })
    for (let at = 0; at < 10; at++) expect((await type(wrongCode(code, at), strangers(at))).status).toBe(403)
    expect((await type(code, HOME)).status).toBe(403)
    const next = await mailed(email)
    for (let at = 0; at < 9; at++) expect((await type(wrongCode(next.code, at), HOME)).status).toBe(403)
    expect((await type(next.code, HOME)).status).toBe(200)
  })

  test('of two hundred codes of an authenticator app ten are checked, and the challenge is dead then', async () => {
    const { email } = await newUser()
    const client = one().client({ address: HOME })
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
    if (factor?.type !== 'totp') throw new Error('no factor')
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor.id })
    const right = totpAt(fromBase32(factor.totp.secret), Math.floor(Date.now() / 30_000))
    const path = `/factors/${factor.id}/verify`
    const answer = async (code: string): Promise<string> => {
      const response = await ask(path, { challenge_id: challenge?.id, code }, { token, address: HOME })
      return (await response.json()).code
    }
    const seen = await Promise.all(Array.from({ length: 200 }, (_, at) => answer(wrongCode(right, at * 7 + 100))))
    expect(seen.filter((code) => code === 'mfa_verification_failed')).toHaveLength(10)
    expect(seen.filter((code) => code === 'mfa_challenge_expired')).toHaveLength(190)
    expect(await answer(right)).toBe('mfa_challenge_expired')
    expect((await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: right })).error).toBeNull()
  })

  test('of a hundred nonces for a new password ten are checked', async () => {
    const config = { email: { secure_password_change: true, max_frequency: '0' } }
    const strict = await authUnderTest(db, { config })
    const { email } = await newUser()
    const client = strict.client()
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    strict.advance(90_000)
    await client.auth.refreshSession()
    await client.auth.reauthenticate()
    const { code } = await strict.lastMessage(email)
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const headers = { authorization: `Bearer ${token}` }
    const change = (nonce: string) => {
      const body = JSON.stringify({ password: 'another one, also long', nonce })
      return strict.request('/user', { method: 'PUT', headers, body })
    }
    const seen = await statuses(100, (at) => change(wrongCode(code, at)))
    expect(seen).toEqual({ 200: 0, 400: 0, 403: 0, 422: 20, 429: 80 })
    strict.advance(300)
    expect((await change(code)).status).toBe(422)
    await strict.close()
  })

  test('strangers’ guesses do not keep an owner out where they signed in before', async () => {
    const { email } = await newUser()
    const path = '/token?grant_type=password'
    const right = { email, password: PASSWORD }
    expect((await ask(path, right, { address: HOME })).status).toBe(200)
    await statuses(40, (at) => ask(path, { email, password: `guess ${at}` }, { at }))
    expect((await ask(path, right, { address: '10.200.0.1' })).status).toBe(429)
    expect((await ask(path, right, { address: HOME })).status).toBe(200)
    const own = await statuses(40, (at) => ask(path, { email, password: `guess ${at}` }, { address: HOME, at }))
    expect(own).toMatchObject({ 400: 20, 429: 20 })
  })

  test('an address is forgotten after thirty days', async () => {
    const later = await authUnderTest(db, {})
    const { email } = await newUser()
    await later.client({ address: HOME }).auth.signInWithPassword({ email, password: PASSWORD })
    later.advance(31 * 86_400)
    const attempt = (address: string, password: string) =>
      later.request('/token?grant_type=password', {
        method: 'POST',
        body: JSON.stringify({ email, password }),
        address,
      })
    for (let at = 0; at < 20; at++) await attempt(strangers(at), 'wrong')
    expect((await attempt(HOME, PASSWORD)).status).toBe(429)
    await later.close()
  })

  test('right guesses use nothing up', async () => {
    const { email } = await newUser()
    for (let at = 0; at < 25; at++) {
      const body = { email, password: PASSWORD }
      expect((await ask('/token?grant_type=password', body, { at })).status).toBe(200)
    }
  })

  test('a link’s token tells nothing about the code beside it', async () => {
    const { createHash } = await import('node:crypto')
    const { email } = await newUser()
    const { code, link } = await mailed(email)
    const token = link?.searchParams.get('token') ?? ''
    expect(token).toMatch(/^[0-9a-f]{56}$/)
    expect(token).not.toBe(createHash('sha224').update(`${email}${code}`).digest('hex'))
    const guessed = createHash('sha224').update(`${email}${code}`).digest('hex')
    expect((await ask('/verify', { type: 'recovery', token_hash: guessed })).status).toBe(403)
    expect((await ask('/verify', { type: 'recovery', token_hash: token })).status).toBe(200)
  })

  test('the link’s token is no code to type', async () => {
    const { email } = await newUser()
    const { link } = await mailed(email)
    const token = link?.searchParams.get('token') ?? ''
    expect((await ask('/verify', { type: 'recovery', email, token })).status).toBe(403)
  })
})

describe('where addresses are counted', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, {
      limitAddresses: true,
      config: { rate_limit: { token_verifications: 12, token_refresh: 1000 } },
    })
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })
  const post = (path: string, body: unknown, address: string) =>
    auth.request(path, { method: 'POST', body: JSON.stringify(body), address }).then(({ status }) => status)

  test('one address gets thirty checks of passwords in five minutes, of whatever accounts', async () => {
    const attempt = (at: number, address: string) =>
      post('/token?grant_type=password', { email: `nobody${at}@example.com`, password: 'x' }, address)
    const seen = await Promise.all(Array.from({ length: 50 }, (_, at) => attempt(at, '198.51.100.20')))
    expect(seen.filter((status) => status === 400)).toHaveLength(30)
    expect(seen.filter((status) => status === 429)).toHaveLength(20)
    expect(await attempt(99, '198.51.100.21')).toBe(400)
  })

  test('a /48 of IPv6 is one address, as a /64 is', async () => {
    const attempt = (at: number, address: string) =>
      post('/token?grant_type=password', { email: `nobody${at}@example.com`, password: 'x' }, address)
    const seen = await Promise.all(
      Array.from({ length: 40 }, (_, at) => attempt(at, `2001:db8:1:${at.toString(16)}::1`)),
    )
    expect(seen.filter((status) => status === 400)).toHaveLength(30)
    expect(await attempt(99, '2001:db8:2::1')).toBe(400)
  })

  test.each([
    ['links that are opened', '198.51.100.30', (at: number) => ({ get: `/verify?type=recovery&token=${at}` })],
    ['token hashes', '198.51.100.31', (at: number) => ({ token_hash: String(at), type: 'recovery' })],
  ])('wrong %s count', async (_name, address, guess) => {
    const seen: unknown[] = []
    for (let at = 0; at < 14; at++) {
      const wrong = guess(at)
      const opened = 'get' in wrong ? (await auth.request(wrong.get, { address })).status : null
      seen.push(opened ?? (await post('/verify', wrong, address)))
    }
    expect(seen.slice(0, 12).every((status) => status === 303 || status === 403)).toBe(true)
    expect(seen.slice(12)).toEqual([429, 429])
  })
})

test('where addresses are not counted, one address may ask as often as it likes', async () => {
  const db = await testDatabase('platform')
  const auth = await authUnderTest(db, { config: { rate_limit: { sign_in_sign_ups: 2 } } })
  const sign = (at: number) => auth.client().auth.signUp({ email: `new${at}@example.com`, password: PASSWORD })
  for (let at = 0; at < 4; at++) expect((await sign(at)).error).toBeNull()
  await auth.close()
  await db.drop()
})
