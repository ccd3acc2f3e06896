import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { defaultConfig } from '../../config/parse.ts'
import { deleteOld } from '../../kernel/retention.ts'
import { silentLog } from '../../log.ts'
import { retainedByAuth } from '../retained.ts'
import { type AuthUnderTest, authUnderTest, JWT_SECRET } from '../testing/auth-under-test.ts'

const PASSWORD = 'correct horse battery'
const VERSION = { 'x-supabase-api-version': '2024-01-01' }

describe('sessions and their tokens', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  let count = 0
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, {
      config: { enable_anonymous_sign_ins: true, sessions: { timebox: '720h', inactivity_timeout: '48h' } },
    })
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })

  async function newSession() {
    const { data } = await auth.client().auth.signUp({ email: `user${++count}@example.com`, password: PASSWORD })
    if (!data.session) throw new Error('no session')
    return data.session
  }
  async function refresh(refresh_token: string) {
    const response = await auth.request('/token?grant_type=refresh_token', {
      method: 'POST',
      headers: VERSION,
      body: JSON.stringify({ refresh_token }),
    })
    return { status: response.status, body: await response.json() }
  }
  const getUser = (token: string, more: Record<string, string> = {}) =>
    auth.request('/user', { headers: { ...VERSION, ...more, authorization: `Bearer ${token}` } })

  test('a refresh gives a new token and names session and user in headers', async () => {
    const session = await newSession()
    const response = await auth.request('/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token: session.refresh_token }),
    })
    const body = await response.json()
    expect(body.refresh_token).toMatch(/^[a-z0-9]{12}$/)
    expect(body.refresh_token).not.toBe(session.refresh_token)
    expect(response.headers.get('sb-auth-user-id')).toBe(session.user.id)
    const claims = await auth.tokens.verify(body.access_token)
    expect(response.headers.get('sb-auth-session-id')).toBe(claims.session_id)
  })

  test('a used token yields the active one again within the reuse interval, for clients that lost an answer', async () => {
    const { refresh_token: first } = await newSession()
    const second = await refresh(first)
    auth.advance(9)
    const again = await refresh(first)
    expect(again.status).toBe(200)
    expect(again.body.refresh_token).toBe(second.body.refresh_token)
    auth.advance(2)
    expect((await refresh(first)).body.code).toBe('refresh_token_already_used')
  })

  test('of one session one token is alive, however often used ones come back', async () => {
    const session = await newSession()
    const tokens = [session.refresh_token]
    for (let round = 0; round < 4; round++) {
      for (const used of [...tokens]) tokens.push((await refresh(used)).body.refresh_token)
    }
    const { rows } = await db.pools.owner.query(
      'select count(*)::integer as alive from auth.refresh_tokens where user_id = $1 and not revoked',
      [session.user.id],
    )
    expect(rows).toEqual([{ alive: 1 }])
  })

  test('once a used token came back too late, the session’s access tokens are worth nothing either', async () => {
    const session = await newSession()
    const { body: thief } = await refresh(session.refresh_token)
    expect((await getUser(thief.access_token)).status).toBe(200)
    auth.advance(11)
    expect((await refresh(session.refresh_token)).body.code).toBe('refresh_token_already_used')
    for (const token of [session.access_token, thief.access_token]) {
      const answer = await getUser(token)
      expect([answer.status, (await answer.json()).code]).toEqual([403, 'session_not_found'])
    }
    expect((await refresh(thief.refresh_token)).body.code).toBe('refresh_token_already_used')
  })

  test('the header X-JWT-AUD takes no address a second time, and tells nobody which is taken', async () => {
    const { user } = await newSession()
    const ask = async (path: string, body: unknown) => {
      const headers = { ...VERSION, 'x-jwt-aud': 'elsewhere' }
      const answer = await auth.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
      return [answer.status, (await answer.json()).code]
    }
    expect(await ask('/signup', { email: user.email, password: PASSWORD })).toEqual([422, 'user_already_exists'])
    expect(await ask('/otp', { email: user.email, create_user: false })).toEqual([200, undefined])
    await ask('/signup', { email: 'squatter@example.com', password: PASSWORD })
    const { rows } = await db.pools.owner.query(`select distinct aud from auth.users`)
    expect(rows).toEqual([{ aud: 'authenticated' }])
  })

  test('reuse of an older token after the interval revokes the whole family', async () => {
    const { refresh_token: first } = await newSession()
    const second = await refresh(first)
    const third = await refresh(second.body.refresh_token)
    auth.advance(11)
    expect(await refresh(first)).toEqual({
      status: 400,
      body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
    })
    for (const { body } of [third, second]) {
      expect((await refresh(body.refresh_token)).body.code).toBe('refresh_token_already_used')
    }
  })

  test('one token refreshed by many at once stays one family', async () => {
    const session = await newSession()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => refresh(session.refresh_token)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  test.each([
    ['', 'validation_failed'],
    ['short', 'validation_failed'],
    ["' or true --", 'validation_failed'],
    ['abcdefghijkl', 'refresh_token_not_found'],
  ])('the token "%s" is refused as %s', async (token, code) => {
    expect(await refresh(token)).toMatchObject({ status: 400, body: { code } })
  })

  test('a session ends when it was idle for too long', async () => {
    const session = await newSession()
    auth.advance(48 * 3600 + 1)
    expect((await refresh(session.refresh_token)).body).toEqual({
      code: 'session_expired',
      message: 'Invalid Refresh Token: Session Expired (Inactivity)',
    })
  })

  test('a session ends when its time is up, however busy it is', async () => {
    let { refresh_token } = await newSession()
    for (let day = 0; day < 30; day++) {
      auth.advance(86_000)
      const next = await refresh(refresh_token)
      expect(next.status).toBe(200)
      refresh_token = next.body.refresh_token
    }
    auth.advance(86_000)
    expect((await refresh(refresh_token)).body).toMatchObject({ code: 'session_expired' })
  })

  test('forged, confused and foreign tokens are refused', async () => {
    const session = await newSession()
    const { payload, header } = decode(session.access_token)
    const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const [, body = '', signature = ''] = session.access_token.split('.')
    const jwk = auth.tokens.jwks().keys[0]
    const { createHmac } = await import('node:crypto')
    const hs256 = (secret: string, claims: unknown) => {
      const text = `${segment({ alg: 'HS256', typ: 'JWT' })}.${segment(claims)}`
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    }
    for (const token of [
      `${segment({ alg: 'none', typ: 'JWT' })}.${body}.`,
      `${segment({ ...header, alg: 'none' })}.${body}.${signature}`,
      `${segment(header)}.${segment({ ...payload, role: 'service_role' })}.${signature}`,
      hs256(JSON.stringify(jwk), payload),
      hs256('another secret of more than thirty-two characters', payload),
      hs256(JWT_SECRET, { ...payload, aud: 'somebody else' }),
      hs256(JWT_SECRET, { ...payload, aud: undefined }),
      hs256(JWT_SECRET, { ...payload, exp: 1 }),
      `${session.access_token.slice(0, -4)}AAAA`,
      'not.a.token',
    ]) {
      const answer = await getUser(token)
      expect([token.slice(0, 20), answer.status, (await answer.json()).code]).toEqual([
        token.slice(0, 20),
        403,
        'bad_jwt',
      ])
    }
    expect((await getUser(hs256(JWT_SECRET, { ...payload, sub: 'me' }))).status).toBe(400)
    expect((await getUser(hs256(JWT_SECRET, { ...payload, sub: undefined }))).status).toBe(403)
    expect((await getUser(hs256(JWT_SECRET, { ...payload, session_id: 'x' }))).status).toBe(403)
    // The legacy secret is still good for tokens that are right otherwise.
    expect((await getUser(hs256(JWT_SECRET, payload))).status).toBe(200)
  })

  test.each([
    [undefined],
    ['Bearer'],
    ['Basic abc'],
    ['Bearer  two spaces'],
    ['Bearer a b'],
  ])('the authorization "%s" is no bearer token', async (authorization) => {
    const answer = await auth.request('/user', { headers: { ...VERSION, ...(authorization ? { authorization } : {}) } })
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' },
    ])
  })

  test('a token of a session cannot be used for another user’s', async () => {
    const [one, two] = [await newSession(), await newSession()]
    const { payload } = decode(one.access_token)
    const foreign = await auth.tokens.sign({ ...payload, sub: two.user.id })
    expect((await getUser(foreign)).status).toBe(403)
  })

  test('a user’s own token opens no admin call', async () => {
    const session = await newSession()
    for (const [method, path] of [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['GET', `/admin/users/${session.user.id}`],
      ['PUT', `/admin/users/${session.user.id}`],
      ['DELETE', `/admin/users/${session.user.id}`],
      ['POST', '/admin/generate_link'],
      ['POST', '/invite'],
      ['GET', `/admin/users/${session.user.id}/factors`],
      ['GET', '/admin/sso/providers'],
    ] as const) {
      const headers = { ...VERSION, authorization: `Bearer ${session.access_token}` }
      const answer = await auth.request(path, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) })
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        403,
        { code: 'not_admin', message: 'User not allowed' },
      ])
      expect((await auth.request(path, { method })).status).toBe(401)
    }
  })

  test('a deleted user’s token is worth nothing', async () => {
    const session = await newSession()
    await auth.admin.deleteUser(session.user.id)
    const answer = await getUser(session.access_token)
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'user_not_found'])
    expect((await refresh(session.refresh_token)).body.code).toBe('refresh_token_not_found')
  })

  test('a softly deleted user leaves a row that tells nothing', async () => {
    const session = await newSession()
    await auth.admin.deleteUser(session.user.id, true)
    expect((await getUser(session.access_token)).status).toBe(403)
    const { rows } = await db.pools.owner.query('select * from auth.users where id = $1', [session.user.id])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(session.user.email)
    const again = await auth.client().auth.signUp({ email: session.user.email ?? '', password: PASSWORD })
    expect(again.error).toBeNull()
  })

  test('an anonymous user becomes permanent with an address', async () => {
    const client = auth.client()
    const { data } = await client.auth.signInAnonymously({ options: { data: { cart: 3 } } })
    expect(data.user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { cart: 3 }, identities: [] })
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'validation_failed',
    })
    const updated = await client.auth.updateUser({ email: 'nameless@example.com', password: PASSWORD })
    expect(updated.data.user).toMatchObject({ id: data.user?.id, is_anonymous: false, email: 'nameless@example.com' })
    const signedIn = await auth.client().auth.signInWithPassword({ email: 'nameless@example.com', password: PASSWORD })
    expect(signedIn.data.user?.id).toBe(data.user?.id)
  })

  test('a new password ends the other sessions, and may not be the old one', async () => {
    const email = `user${++count}@example.com`
    const [mine, other] = [auth.client(), auth.client()]
    await mine.auth.signUp({ email, password: PASSWORD })
    await other.auth.signInWithPassword({ email, password: PASSWORD })
    expect((await mine.auth.updateUser({ password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'same_password',
    })
    expect((await mine.auth.updateUser({ password: 'a different one' })).error).toBeNull()
    expect((await mine.auth.getUser()).error).toBeNull()
    expect((await other.auth.getUser()).error).not.toBeNull()
    expect((await auth.client().auth.signInWithPassword({ email, password: PASSWORD })).error).not.toBeNull()
  })

  test('user metadata is merged, null removes a key, and app metadata is not the user’s', async () => {
    const client = auth.client()
    await client.auth.signUp({
      email: `user${++count}@example.com`,
      password: PASSWORD,
      options: { data: { a: 1, b: 2 } },
    })
    const { data } = await client.auth.updateUser({ data: { b: null, c: { d: 3 } } })
    expect(data.user?.user_metadata).toMatchObject({ a: 1, c: { d: 3 } })
    expect(data.user?.user_metadata).not.toHaveProperty('b')
    // Part of every token: one that is larger than a request's headers would lock its owner out.
    expect((await client.auth.updateUser({ data: { long: 'é'.repeat(7000) } })).error).toBeNull()
    const more = await client.auth.updateUser({ data: { more: 'x'.repeat(5000) } })
    expect(more.error).toMatchObject({ status: 400, code: 'validation_failed' })
    expect((await client.auth.updateUser({ data: { long: null } })).error).toBeNull()
    const tooLong = { data: { long: 'x'.repeat(17_000) } }
    const signedUp = await auth
      .client()
      .auth.signUp({ email: `user${++count}@example.com`, password: PASSWORD, options: tooLong })
    expect(signedUp.error?.message).toContain('Metadata may have 16 kB at most')
    const session = await client.auth.getSession()
    const answer = await auth.request('/user', {
      method: 'PUT',
      headers: { ...VERSION, authorization: `Bearer ${session.data.session?.access_token}` },
      body: JSON.stringify({ app_metadata: { role: 'admin' } }),
    })
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'not_admin'])
  })

  test('leftovers are swept, what is in use stays', async () => {
    const session = await newSession()
    await refresh(session.refresh_token)
    const { rows: made } = await db.pools.owner.query<{ at: Date }>(
      'select max(updated_at) as at from auth.refresh_tokens where user_id = $1',
      [session.user.id],
    )
    const tokensAfter = async (days: number) => {
      const now = new Date((made[0]?.at.getTime() ?? 0) + days * 86_400_000)
      await deleteOld({ db: db.pools.owner, retained: retainedByAuth(defaultConfig().platform), now, log: silentLog })
      const { rows } = await db.pools.owner.query(
        'select count(*) filter (where revoked)::integer as revoked, count(*) filter (where not revoked)::integer as live from auth.refresh_tokens where user_id = $1',
        [session.user.id],
      )
      return rows[0]
    }
    expect(await tokensAfter(1)).toEqual({ revoked: 1, live: 1 })
    expect(await tokensAfter(30)).toEqual({ revoked: 0, live: 1 })
    expect(await tokensAfter(200)).toEqual({ revoked: 0, live: 0 })
  })
})

function decode(token: string) {
  const [header = '', payload = ''] = token.split('.')
  const parse = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString())
  return { header: parse(header), payload: parse(payload) }
}
