import { hash as bcryptHash } from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { type AuthUnderTest, authUnderTest } from './testing/auth-under-test.ts'

const PASSWORD = 'correct horse battery'

describe('signing up and in with a password', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db)
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })

  test('a sign-up without confirmations answers with a session', async () => {
    const client = auth.client()
    const { data, error } = await client.auth.signUp({
      email: ' Ada@Example.com ',
      password: PASSWORD,
      options: { data: { full_name: 'Ada' } },
    })
    expect(error).toBeNull()
    expect(data.session?.token_type).toBe('bearer')
    expect(data.user).toMatchObject({
      email: 'ada@example.com',
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: 'Ada', email: 'ada@example.com', email_verified: true, phone_verified: false },
      is_anonymous: false,
    })
    expect(data.user?.identities).toHaveLength(1)
    const claims = await auth.tokens.verify(data.session?.access_token ?? '')
    expect(claims).toMatchObject({
      iss: 'http://app.test/auth/v1',
      sub: data.user?.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: 'ada@example.com',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      is_anonymous: false,
    })
  })

  test('a taken address is told when addresses are not confirmed', async () => {
    const { error } = await auth.client().auth.signUp({ email: 'ada@example.com', password: PASSWORD })
    expect(error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' })
  })

  test('a wrong password, an unknown user and a user without a password get one answer', async () => {
    await auth.admin.createUser({ email: 'nopassword@example.com', email_confirm: true })
    const answers = await Promise.all(
      ['ada@example.com', 'nobody@example.com', 'nopassword@example.com'].map((email) =>
        auth
          .request('/token?grant_type=password', {
            method: 'POST',
            body: JSON.stringify({ email, password: 'wrong password' }),
          })
          .then(async (response) => [response.status, await response.text()]),
      ),
    )
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(answers[0]).toEqual([
      400,
      JSON.stringify({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }),
    ])
  })

  test('an admin creates a confirmed user who signs in at once', async () => {
    const created = await auth.admin.createUser({
      email: 'grace@example.com',
      password: PASSWORD,
      email_confirm: true,
      app_metadata: { team: 'compilers' },
    })
    expect(created.error).toBeNull()
    expect(created.data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'], team: 'compilers' })
    const client = auth.client()
    const { data, error } = await client.auth.signInWithPassword({ email: 'grace@example.com', password: PASSWORD })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(created.data.user?.id)
    expect((await client.auth.getUser()).data.user?.email).toBe('grace@example.com')
  })

  test('an unconfirmed user is told so, but only with the right password', async () => {
    await auth.admin.createUser({ email: 'late@example.com', password: PASSWORD })
    const right = await auth.client().auth.signInWithPassword({ email: 'late@example.com', password: PASSWORD })
    expect(right.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
    const wrong = await auth.client().auth.signInWithPassword({ email: 'late@example.com', password: 'not it at all' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  test('a banned user is told so only with the right password, and loses the session that was open', async () => {
    const created = await auth.admin.createUser({ email: 'bad@example.com', password: PASSWORD, email_confirm: true })
    const client = auth.client()
    await client.auth.signInWithPassword({ email: 'bad@example.com', password: PASSWORD })
    await auth.admin.updateUserById(created.data.user?.id ?? '', { ban_duration: '24h' })
    expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' })
    expect((await client.auth.refreshSession()).error).toMatchObject({ status: 400, code: 'user_banned' })
    const right = await auth.client().auth.signInWithPassword({ email: 'bad@example.com', password: PASSWORD })
    expect(right.error).toMatchObject({ status: 400, code: 'user_banned', message: 'User is banned' })
    const wrong = await auth.client().auth.signInWithPassword({ email: 'bad@example.com', password: 'wrong password' })
    expect(wrong.error?.code).toBe('invalid_credentials')
    await auth.admin.updateUserById(created.data.user?.id ?? '', { ban_duration: 'none' })
    expect((await client.auth.getUser()).error).toBeNull()
  })

  test('triggers of the project can tell a hash of the same password from a new one', async () => {
    await db.pools.owner.query(`
      create table seen_hashes (rehash text);
      create function see_hash() returns trigger language plpgsql security definer as
        $$ begin insert into public.seen_hashes values (current_setting('platform.rehash', true)); return null; end $$;
      create trigger see_hash after update of encrypted_password on auth.users
        for each row when (old.encrypted_password <> new.encrypted_password) execute function see_hash()`)
    const password_hash = await bcryptHash(PASSWORD, 6)
    const email = 'rehashed@example.com'
    const { data } = await auth.admin.createUser({ email, password_hash, email_confirm: true })
    await auth.client().auth.signInWithPassword({ email, password: PASSWORD })
    await auth.admin.updateUserById(data.user?.id ?? '', { password: `another ${PASSWORD}` })
    const { rows } = await db.pools.owner.query('select rehash from seen_hashes')
    await db.pools.owner.query('drop trigger see_hash on auth.users')
    expect(rows.map(({ rehash }) => rehash === 'on')).toEqual([true, false])
  })

  test('a bcrypt hash of a user from another server is accepted and replaced by argon2id', async () => {
    const password_hash = await bcryptHash(PASSWORD, 6)
    await auth.admin.createUser({ email: 'moved@example.com', password_hash, email_confirm: true })
    const wrong = await auth
      .client()
      .auth.signInWithPassword({ email: 'moved@example.com', password: 'something else' })
    expect(wrong.error?.code).toBe('invalid_credentials')
    const first = await auth.client().auth.signInWithPassword({ email: 'moved@example.com', password: PASSWORD })
    expect(first.error).toBeNull()
    const stored = await db.pools.owner.query<{ hash: string }>(
      `select encrypted_password as hash from auth.users where email = 'moved@example.com'`,
    )
    expect(stored.rows[0]?.hash).toMatch(/^\$argon2id\$/)
    const second = await auth.client().auth.signInWithPassword({ email: 'moved@example.com', password: PASSWORD })
    expect(second.error).toBeNull()
  })

  test('a short password is refused with its reasons [B8.2]', async () => {
    const { error } = await auth.client().auth.signUp({ email: 'short@example.com', password: 'abc' })
    expect(error).toMatchObject({
      status: 422,
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
      reasons: ['length'],
    })
  })

  test('two sign-ups of one address at the same moment make one user', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => auth.client().auth.signUp({ email: 'twice@example.com', password: PASSWORD })),
    )
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.code === 'user_already_exists')).toHaveLength(2)
  })

  test('signing out everywhere ends every session at once', async () => {
    const [one, two] = [auth.client(), auth.client()]
    await one.auth.signInWithPassword({ email: 'grace@example.com', password: PASSWORD })
    await two.auth.signInWithPassword({ email: 'grace@example.com', password: PASSWORD })
    const { data } = await two.auth.getSession()
    await one.auth.signOut({ scope: 'global' })
    const answer = await auth.request('/user', {
      headers: { authorization: `Bearer ${data.session?.access_token}`, 'x-supabase-api-version': '2024-01-01' },
    })
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { code: 'session_not_found', message: 'Session from session_id claim in JWT does not exist' },
    ])
  })

  test('signing out of the other sessions keeps this one', async () => {
    const [one, two] = [auth.client(), auth.client()]
    await one.auth.signInWithPassword({ email: 'grace@example.com', password: PASSWORD })
    await two.auth.signInWithPassword({ email: 'grace@example.com', password: PASSWORD })
    await one.auth.signOut({ scope: 'others' })
    expect((await one.auth.getUser()).error).toBeNull()
    expect((await two.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })
})
