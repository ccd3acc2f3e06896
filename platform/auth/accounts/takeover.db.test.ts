import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type AuthUnderTest, authUnderTest } from '../testing/auth-under-test.ts'

const STRANGERS = 'the stranger knows it'
const OWNERS = 'the owner alone knows it'

describe('an account that a stranger made for somebody else’s address', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  const texts: string[] = []
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, {
      sms: { send: ({ text }) => Promise.resolve(String(texts.push(text))) },
      config: {
        email: { enable_confirmations: true, max_frequency: '0' },
        sms: { enable_signup: true, enable_confirmations: true, max_frequency: '0' },
      },
    })
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })

  async function strangersAccount(): Promise<{ email: string; id: string }> {
    const email = `${randomUUID()}@example.com`
    const { data } = await auth.client().auth.signUp({ email, password: STRANGERS })
    return { email, id: data.user?.id ?? '' }
  }
  const open = async (link: URL | null) => {
    const response = await auth.request(`/verify${link?.search}`)
    return new URL(response.headers.get('location') ?? '')
  }
  const signIn = async (account: { email: string } | { phone: string }, password: string) =>
    (await auth.client().auth.signInWithPassword({ ...account, password })).error?.code ?? 'signed in'

  test.each([
    [
      'the link of the confirmation',
      async ({ email }: { email: string }) => {
        await open((await auth.lastMessage(email)).link)
      },
    ],
    [
      'the code of the confirmation',
      async ({ email }: { email: string }) => {
        const { code } = await auth.lastMessage(email)
        expect((await auth.client().auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull()
      },
    ],
    [
      'a magic link',
      async ({ email }: { email: string }) => {
        await auth.client().auth.signInWithOtp({ email })
        await open((await auth.lastMessage(email)).link)
      },
    ],
    [
      'a recovery',
      async ({ email }: { email: string }) => {
        await auth.client().auth.resetPasswordForEmail(email)
        await open((await auth.lastMessage(email)).link)
      },
    ],
    [
      'an invitation',
      async ({ email }: { email: string }) => {
        await auth.admin.inviteUserByEmail(email)
        await open((await auth.lastMessage(email)).link)
      },
    ],
  ])('is its owner’s alone after %s', async (_name, prove) => {
    const account = await strangersAccount()
    await prove(account)
    expect((await auth.admin.getUserById(account.id)).data.user?.email_confirmed_at).toBeDefined()
    expect(await signIn(account, STRANGERS)).toBe('invalid_credentials')
  })

  test('loses every other way in: passkeys, factors, phone, identities, sessions and pending changes', async () => {
    const { email, id } = await strangersAccount()
    const run = (sql: string, ...values: unknown[]) => db.pools.owner.query(sql, [id, ...values])
    await run(
      'insert into auth.webauthn_credentials (user_id, credential_id, public_key) values ($1, $2, $2)',
      randomBytes(16),
    )
    await run(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
    )
    await run(`insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)`)
    await run(
      `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'flower', 'mallory', '{}')`,
    )
    await run(`update auth.users set phone = '15550009999', email_change = 'next@example.com' where id = $1`)
    await open((await auth.lastMessage(email)).link)
    const { rows } = await run(`
      select phone, email_change, encrypted_password,
        (select count(*)::integer from auth.webauthn_credentials where user_id = $1) as passkeys,
        (select count(*)::integer from auth.mfa_factors where user_id = $1) as factors,
        (select count(*)::integer from auth.sessions where user_id = $1) as sessions,
        (select array_agg(provider) from auth.identities where user_id = $1) as identities
      from auth.users where id = $1`)
    expect(rows).toEqual([
      {
        ...{ phone: null, email_change: '', encrypted_password: null },
        // The owner's own.
        ...{ passkeys: 0, factors: 0, sessions: 1, identities: ['email'] },
      },
    ])
  })

  test('an owner who signs up in the PKCE flow keeps the password, and a stranger’s does not come back', async () => {
    const account = await strangersAccount()
    const browser = auth.client({ flowType: 'pkce' })
    await browser.auth.signUp({ email: account.email, password: OWNERS })
    const code = (await open((await auth.lastMessage(account.email)).link)).searchParams.get('code') ?? ''
    expect(await signIn(account, OWNERS)).toBe('invalid_credentials')
    expect((await browser.auth.exchangeCodeForSession(code)).error).toBeNull()
    expect(await signIn(account, OWNERS)).toBe('signed in')
    expect(await signIn(account, STRANGERS)).toBe('invalid_credentials')
  })

  test('a password that an admin chose with the link stays', async () => {
    const email = `${randomUUID()}@example.com`
    const { data } = await auth.admin.generateLink({ type: 'signup', email, password: OWNERS })
    await open(new URL(data.properties?.action_link ?? ''))
    expect(await signIn({ email }, OWNERS)).toBe('signed in')
  })

  test('of a phone number keeps the password of the sign-up whose code is typed', async () => {
    const phone = '15550001234'
    await auth.client().auth.signUp({ phone, password: STRANGERS })
    await auth.client().auth.signUp({ phone, password: OWNERS })
    const code = () => /\d{6}/.exec(texts.at(-1) ?? '')?.[0] ?? ''
    await auth.client().auth.verifyOtp({ phone, token: code(), type: 'sms' })
    expect(await signIn({ phone }, STRANGERS)).toBe('invalid_credentials')
    expect(await signIn({ phone }, OWNERS)).toBe('signed in')
    const other = '15550001235'
    await auth.client().auth.signUp({ phone: other, password: STRANGERS })
    await auth.client().auth.signInWithOtp({ phone: other })
    await auth.client().auth.verifyOtp({ phone: other, token: code(), type: 'sms' })
    expect(await signIn({ phone: other }, STRANGERS)).toBe('invalid_credentials')
  })
})

describe('an account that has its owner', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, {
      sms: { send: () => Promise.resolve('sent') },
      config: {
        enable_manual_linking: true,
        email: { max_frequency: '0' },
        sms: { enable_signup: true, max_frequency: '0' },
      },
    })
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })

  async function owner() {
    const email = `${randomUUID()}@example.com`
    const client = auth.client()
    const { data } = await client.auth.signUp({ email, password: OWNERS })
    return { client, email, id: data.user?.id ?? '' }
  }
  async function withSecondIdentity(address: string, verified: boolean) {
    const user = await owner()
    await db.pools.owner.query(
      `insert into auth.identities (user_id, provider, provider_id, identity_data, created_at, updated_at)
       values ($1, 'flower', $2, $3, now(), now())`,
      [user.id, randomUUID(), { email: address, email_verified: verified }],
    )
    const { data } = await user.client.auth.getUserIdentities()
    return { ...user, identities: data?.identities ?? [] }
  }

  test.each([
    true,
    false,
  ])('keeps its address when its mail identity is unlinked (other one verified: %s)', async (verified) => {
    const { client, email, identities } = await withSecondIdentity(`${randomUUID()}@other.example`, verified)
    const mail = identities.find(({ provider }) => provider === 'email')
    if (!mail) throw new Error('no mail identity')
    expect((await client.auth.unlinkIdentity(mail)).error).toBeNull()
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ email, app_metadata: { providers: ['flower'] } })
    expect(data.user?.email_confirmed_at).toBeDefined()
    const { error } = await auth.client().auth.signInWithPassword({ email, password: OWNERS })
    expect(error?.code).toBe('invalid_credentials')
  })

  test('keeps one identity when both are unlinked at one moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { client, identities } = await withSecondIdentity('same@other.example', true)
      const results = await Promise.all(identities.map((identity) => client.auth.unlinkIdentity(identity)))
      expect(results.map(({ error }) => error?.code ?? 'unlinked').sort()).toEqual([
        'single_identity_not_deletable',
        'unlinked',
      ])
    }
  })

  test('gets a phone number only by the code that was sent to it', async () => {
    const { client } = await owner()
    const { data } = await client.auth.updateUser({ phone: '+15550004321' })
    expect(data.user).toMatchObject({ phone: '', new_phone: '15550004321' })
    expect(data.user?.phone_confirmed_at).toBeUndefined()
  })

  test.each([
    ['password', { password: 'another one, also long' }],
    ['address', { email: `${randomUUID()}@moved.example` }],
  ])('is not entered by a recovery link from before a change of %s', async (_what, change) => {
    const { client, email } = await owner()
    await auth.client().auth.resetPasswordForEmail(email)
    const { link, code } = await auth.lastMessage(email)
    expect((await client.auth.updateUser(change)).error).toBeNull()
    const opened = await auth.request(`/verify${link?.search}`)
    expect(opened.headers.get('location')).toContain('otp_expired')
    const typed = await auth.client().auth.verifyOtp({ email, token: code, type: 'recovery' })
    expect(typed.error?.code).toBe('otp_expired')
  })

  test('is not entered by a recovery link from before an admin’s change', async () => {
    const { email, id } = await owner()
    await auth.client().auth.resetPasswordForEmail(email)
    const { link } = await auth.lastMessage(email)
    await auth.admin.updateUserById(id, { password: 'another one, also long' })
    const opened = await auth.request(`/verify${link?.search}`)
    expect(opened.headers.get('location')).toContain('otp_expired')
  })
})
