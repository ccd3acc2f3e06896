import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { fromBase32, totpAt } from '../factors/totp.ts'
import { type AuthUnderTest, authUnderTest } from '../testing/auth-under-test.ts'

const PASSWORD = 'correct horse battery'
const NEW_PASSWORD = 'battery horse correct'
const totp = { enroll_enabled: true, verify_enabled: true }
const notification = {
  password_changed: { enabled: true },
  email_changed: { enabled: true, subject: 'Now {{ .Email }}', content: '<p>{{ .OldEmail }} became {{ .Email }}</p>' },
  phone_changed: { enabled: true },
  mfa_factor_enrolled: { enabled: true },
  mfa_factor_unenrolled: { enabled: true },
}

describe('what was changed in an account is told to its owner', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  let quiet: AuthUnderTest
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, { config: { mfa: { totp }, email: { notification } } })
    quiet = await authUnderTest(db, { config: { mfa: { totp } } })
  })
  afterAll(async () => {
    await Promise.all([auth.close(), quiet.close()])
    await db.drop()
  })

  async function newUser(email: string, by = auth) {
    const { data } = await by.admin.createUser({ email, password: PASSWORD, email_confirm: true })
    const client = by.client()
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    return { id: data.user?.id ?? '', client }
  }
  async function mailsTo(address: string) {
    const { rows } = await db.pools.owner.query<{
      kind: string
      subject: string
      body_text: string
      body_html: string
    }>('select kind, subject, body_text, body_html from _platform.outbox where recipient = $1 order by created_at', [
      address,
    ])
    return rows
  }
  const kindsTo = async (address: string) => (await mailsTo(address)).map(({ kind }) => kind)
  const codeOf = (secret: string) => totpAt(fromBase32(secret), Math.floor(Date.now() / 30_000))

  test('a password that the user changed', async () => {
    const { client } = await newUser('password@example.com')
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    const mails = await mailsTo('password@example.com')
    expect(mails).toMatchObject([{ kind: 'password_changed', subject: 'Your password was changed' }])
    expect(mails[0]?.body_text).toContain('password@example.com at https://app.example was changed')
    expect(JSON.stringify(mails)).not.toContain(NEW_PASSWORD)
  })

  test('a password and a phone number that an admin changed', async () => {
    const { id } = await newUser('by-admin@example.com')
    await auth.admin.updateUserById(id, { password: NEW_PASSWORD })
    await auth.admin.updateUserById(id, { phone: '4915100000001' })
    expect(await kindsTo('by-admin@example.com')).toEqual(['password_changed', 'phone_changed'])
  })

  test('a new address, at the old one and in the words of config.toml', async () => {
    const own = await newUser('old-own@example.com')
    expect((await own.client.auth.updateUser({ email: 'new-own@example.com' })).error).toBeNull()
    const other = await newUser('old-admin@example.com')
    await auth.admin.updateUserById(other.id, { email: 'new-admin@example.com' })
    for (const name of ['own', 'admin']) {
      expect(await mailsTo(`old-${name}@example.com`)).toMatchObject([
        {
          kind: 'email_changed',
          subject: `Now new-${name}@example.com`,
          body_html: `<p>old-${name}@example.com became new-${name}@example.com</p>`,
        },
      ])
      expect(await kindsTo(`new-${name}@example.com`)).toEqual([])
    }
  })

  test('a second factor that was set up or removed, and none that never was used', async () => {
    const { client, id } = await newUser('factor@example.com')
    const enroll = async (friendlyName: string) => {
      const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
      return { factorId: data?.id ?? '', secret: data?.type === 'totp' ? data.totp.secret : '' }
    }
    const [used, unused] = [await enroll('used'), await enroll('unused')]
    await client.auth.mfa.unenroll({ factorId: unused.factorId })
    expect(await kindsTo('factor@example.com')).toEqual([])
    const { factorId, secret } = used
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
    await auth.admin.mfa.deleteFactor({ userId: id, id: factorId })
    expect(await kindsTo('factor@example.com')).toEqual(['mfa_factor_enrolled', 'mfa_factor_unenrolled'])
  })

  test('only where config.toml asks for it', async () => {
    const { client } = await newUser('quiet@example.com', quiet)
    await client.auth.updateUser({ password: NEW_PASSWORD })
    expect(await kindsTo('quiet@example.com')).toEqual([])
  })
})
