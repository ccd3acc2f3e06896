import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { type AuthUnderTest, authUnderTest } from './testing/auth-under-test.ts'

const PASSWORD = 'correct horse battery'

describe('mails, links and codes', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, { config: { email: { enable_confirmations: true, max_frequency: '0' } } })
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })

  async function follow(link: URL | null): Promise<URL> {
    const path = link ? `${link.pathname.replace('/auth/v1', '')}${link.search}` : ''
    const response = await auth.request(path)
    expect(response.status).toBe(303)
    return new URL(response.headers.get('location') ?? '')
  }
  const fragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
  async function newUser(email: string) {
    const { data } = await auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
    const client = auth.client()
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    return { id: data.user?.id ?? '', client }
  }

  test('a new user confirms by the link and is signed in on the page they came from', async () => {
    const { data } = await auth.client().auth.signUp({
      email: 'link@example.com',
      password: PASSWORD,
      options: { emailRedirectTo: 'https://app.example/welcome?from=mail' },
    })
    expect(data.session).toBeNull()
    expect(data.user?.confirmation_sent_at).toBeDefined()
    const mail = await auth.lastMessage('link@example.com')
    expect(mail).toMatchObject({ kind: 'confirmation', subject: 'Confirm your e-mail address' })
    const target = await follow(mail.link)
    expect(`${target.origin}${target.pathname}${target.search}`).toBe('https://app.example/welcome?from=mail')
    expect(fragment(target)).toMatchObject({ token_type: 'bearer', type: 'signup', sb: '' })
    const claims = await auth.tokens.verify(fragment(target).access_token ?? '')
    expect(claims).toMatchObject({ email: 'link@example.com', amr: [{ method: 'otp' }] })
  })

  test('a link works once', async () => {
    await auth.client().auth.signUp({ email: 'once@example.com', password: PASSWORD })
    const { link } = await auth.lastMessage('once@example.com')
    await follow(link)
    expect(fragment(await follow(link))).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    })
  })

  test('of many openings of one link at the same moment one succeeds', async () => {
    await auth.client().auth.signUp({ email: 'race@example.com', password: PASSWORD })
    const { link } = await auth.lastMessage('race@example.com')
    const targets = await Promise.all([1, 2, 3, 4].map(() => follow(link)))
    expect(targets.filter((target) => 'access_token' in fragment(target))).toHaveLength(1)
  })

  test('a link and a code expire after an hour', async () => {
    await auth.client().auth.signUp({ email: 'slow@example.com', password: PASSWORD })
    const mail = await auth.lastMessage('slow@example.com')
    auth.advance(3601)
    expect(fragment(await follow(mail.link))).toMatchObject({ error_code: 'otp_expired' })
    const { error } = await auth
      .client()
      .auth.verifyOtp({ email: 'slow@example.com', token: mail.code, type: 'signup' })
    expect(error).toMatchObject({ status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' })
  })

  test('the code of the mail confirms as well, and the database holds neither code nor link', async () => {
    await auth.client().auth.signUp({ email: 'code@example.com', password: PASSWORD })
    const mail = await auth.lastMessage('code@example.com')
    const { rows } = await db.pools.owner.query(
      `select t.token_hash, u.confirmation_token from auth.one_time_tokens t join auth.users u on u.id = t.user_id
       where t.relates_to = 'code@example.com'`,
    )
    expect(JSON.stringify(rows)).not.toContain(mail.link?.searchParams.get('token'))
    const { data, error } = await auth
      .client()
      .auth.verifyOtp({ email: 'code@example.com', token: mail.code, type: 'email' })
    expect(error).toBeNull()
    expect(data.user?.email_confirmed_at).toBeDefined()
  })

  test('a taken address, confirmed or not, looks like a new one', async () => {
    await newUser('taken@example.com')
    await auth
      .client()
      .auth.signUp({ email: 'waits@example.com', password: PASSWORD, options: { data: { name: 'Eve' } } })
    const data = { zip: 1, a: { nested: true, b: null } }
    const answer = async (email: string) => {
      const body = JSON.stringify({ email, password: PASSWORD, data })
      const text = await (await auth.request('/signup', { method: 'POST', body })).text()
      // Which times are one moment tells as much as any field.
      const times = [...new Set(text.match(TIMES))]
      return text
        .replaceAll(email, 'EMAIL')
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
        .replaceAll(TIMES, (time) => `TIME ${times.indexOf(time)}`)
    }
    const free = await answer('free@example.com')
    expect(free).toContain('"identities":[{')
    expect(await answer('taken@example.com')).toBe(free)
    expect(await answer('waits@example.com')).toBe(free)
    expect(await answer('waits@example.com')).toBe(free)
  })

  const TIMES = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

  test('recovery and resend answer alike for known and unknown addresses', async () => {
    await newUser('known@example.com')
    for (const [path, more] of [
      ['/recover', {}],
      ['/resend', { type: 'signup' }],
    ] as const) {
      const answers = await Promise.all(
        ['known@example.com', 'unknown@example.com'].map(async (email) => {
          const response = await auth.request(path, { method: 'POST', body: JSON.stringify({ email, ...more }) })
          return [response.status, await response.text(), [...response.headers.keys()]]
        }),
      )
      expect(answers[1]).toEqual(answers[0])
    }
  })

  test('a recovery through PKCE ends with a code for the browser that asked', async () => {
    await newUser('pkce@example.com')
    const client = auth.client({ flowType: 'pkce' })
    await client.auth.resetPasswordForEmail('pkce@example.com', { redirectTo: 'https://app.example/reset-password' })
    const { link } = await auth.lastMessage('pkce@example.com')
    expect(link?.searchParams.get('token')).toMatch(/^pkce_/)
    const target = await follow(link)
    const code = target.searchParams.get('code') ?? ''
    expect((await auth.client({ flowType: 'pkce' }).auth.exchangeCodeForSession(code)).error).not.toBeNull()
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    const claims = await auth.tokens.verify(data.session?.access_token ?? '')
    expect(claims.amr).toMatchObject([{ method: 'recovery' }])
    const again = await auth.request('/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(56) }),
    })
    expect([again.status, await again.json()]).toMatchObject([404, { error_code: 'flow_state_not_found' }])
  })

  test('a magic link tells nobody who has an account where nobody may sign up', async () => {
    const closed = await authUnderTest(db, { config: { enable_signup: false, email: { max_frequency: '0' } } })
    let turn = 100
    const answer = async (path: string, email: string, create_user: boolean) => {
      const reply = await closed.request(path, {
        method: 'POST',
        address: `198.51.100.${++turn}`,
        body: JSON.stringify({ email, create_user }),
      })
      return [reply.status, await reply.json()]
    }
    for (const path of ['/otp', '/magiclink']) {
      for (const create of [true, false]) {
        const inside = `${crypto.randomUUID()}@example.com`
        await closed.admin.createUser({ email: inside, email_confirm: true })
        expect(await answer(path, inside, create)).toEqual([200, {}])
        expect((await closed.lastMessage(inside)).kind).toBe('magic_link')
        expect(await answer(path, `${crypto.randomUUID()}@example.com`, create)).toEqual([200, {}])
      }
    }
    await closed.close()
  })

  test('a magic link creates a user, unless it must not', async () => {
    const refused = await auth
      .client()
      .auth.signInWithOtp({ email: 'magic@example.com', options: { shouldCreateUser: false } })
    expect(refused.error).toMatchObject({ status: 422, code: 'otp_disabled' })
    await auth.client().auth.signInWithOtp({ email: 'magic@example.com' })
    const first = await auth.lastMessage('magic@example.com')
    expect(first.kind).toBe('confirmation')
    expect(fragment(await follow(first.link))).toHaveProperty('access_token')
    await auth.client().auth.signInWithOtp({ email: 'magic@example.com' })
    const second = await auth.lastMessage('magic@example.com')
    expect(second.kind).toBe('magic_link')
    const { error } = await auth.client().auth.verifyOtp({
      token_hash: second.link?.searchParams.get('token') ?? '',
      type: 'magiclink',
    })
    expect(error).toBeNull()
  })

  test('a change of address needs both mailboxes', async () => {
    const { client } = await newUser('old@example.com')
    const { data } = await client.auth.updateUser({ email: 'new@example.com' })
    expect(data.user).toMatchObject({ email: 'old@example.com', new_email: 'new@example.com' })
    const first = await follow((await auth.lastMessage('new@example.com')).link)
    expect(fragment(first).message).toContain('Confirmation link accepted')
    expect((await client.auth.getUser()).data.user?.email).toBe('old@example.com')
    const again = await follow((await auth.lastMessage('new@example.com')).link)
    expect(fragment(again).error_code).toBe('otp_expired')
    const second = await follow((await auth.lastMessage('old@example.com')).link)
    expect(fragment(second)).toHaveProperty('access_token')
    const { data: after } = await client.auth.getUser()
    expect(after.user?.email).toBe('new@example.com')
    expect(after.user?.new_email).toBeUndefined()
    expect(after.user?.identities?.[0]?.identity_data).toMatchObject({ email: 'new@example.com', email_verified: true })
  })

  test('an address of somebody else cannot be taken over by a change', async () => {
    const { client } = await newUser('mine@example.com')
    await newUser('theirs@example.com')
    expect((await client.auth.updateUser({ email: 'theirs@example.com' })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
  })

  test('a redirect outside the allow-list ends at the site', async () => {
    await newUser('redirect@example.com')
    for (const redirectTo of [
      'https://evil.example/',
      'https://app.example@evil.example/',
      'https://app.example\\@evil.example/',
      'javascript://app.example/%0aalert(1)',
      'https://a.b.preview.example/',
      'http://app.example/',
      'https://app.example:8443/',
      '//evil.example',
    ]) {
      await auth.client().auth.resetPasswordForEmail('redirect@example.com', { redirectTo })
      const { link } = await auth.lastMessage('redirect@example.com')
      expect(link?.searchParams.get('redirect_to')).toBe('https://app.example')
      link?.searchParams.set('redirect_to', redirectTo)
      expect((await follow(link)).origin).toBe('https://app.example')
    }
    for (const redirectTo of ['https://pr-7.preview.example/a/b', 'acme://sign-in', 'https://app.example/x#y']) {
      await auth.client().auth.resetPasswordForEmail('redirect@example.com', { redirectTo })
      const { link } = await auth.lastMessage('redirect@example.com')
      expect(link?.searchParams.get('redirect_to')).toBe(redirectTo)
    }
  })

  test.each([
    'signup',
    'invite',
    'magiclink',
    'recovery',
  ] as const)('an admin makes a link of type %s', async (type) => {
    const email = `${type}@links.example`
    if (type === 'recovery') await newUser(email)
    const { data, error } = await auth.admin.generateLink(
      type === 'signup' ? { type, email, password: PASSWORD } : { type, email },
    )
    expect(error).toBeNull()
    expect(data.properties).toMatchObject({ verification_type: type, redirect_to: 'https://app.example' })
    expect(data.properties?.email_otp).toMatch(/^\d{6}$/)
    expect(fragment(await follow(new URL(data.properties?.action_link ?? '')))).toHaveProperty('access_token')
  })

  test('an invited user gets a mail and comes in by it', async () => {
    const { data } = await auth.admin.inviteUserByEmail('guest@example.com', { data: { table: 7 } })
    expect(data.user?.invited_at).toBeDefined()
    expect(data.user?.user_metadata).toMatchObject({ table: 7 })
    const mail = await auth.lastMessage('guest@example.com')
    expect(mail.kind).toBe('invite')
    expect(fragment(await follow(mail.link))).toMatchObject({ type: 'invite' })
    expect((await auth.admin.inviteUserByEmail('guest@example.com')).error).toMatchObject({ code: 'email_exists' })
  })

  test('a look at a link with HEAD does not use it up', async () => {
    await auth.client().auth.signUp({ email: 'scanned@example.com', password: PASSWORD })
    const { link } = await auth.lastMessage('scanned@example.com')
    expect((await auth.request(`/verify${link?.search}`, { method: 'HEAD' })).status).toBe(405)
    expect(fragment(await follow(link))).toHaveProperty('access_token')
  })

  test('what visitors call themselves cannot write into a mail', async () => {
    await auth.client().auth.signUp({
      email: 'html@example.com',
      password: PASSWORD,
      options: { emailRedirectTo: 'https://app.example/?a="><script>alert(1)</script>' },
    })
    expect((await auth.lastMessage('html@example.com')).html).not.toContain('<script>')
  })
})
