import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { softwareAuthenticator } from '../../../tests/fakes/authenticator.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type AuthUnderTest, authUnderTest } from '../testing/auth-under-test.ts'

const PASSWORD = 'correct horse battery'
const RP = { rpId: 'app.example', origin: 'https://app.example' }
const TEN_MINUTES = 601

describe('a further way of signing in', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, {
      recentProof: '10m',
      config: {
        enable_manual_linking: true,
        passkey: { enabled: true },
        webauthn: { rp_display_name: 'Acme', rp_id: RP.rpId, rp_origins: [RP.origin] },
        email: { notification: { identity_linked: { enabled: true }, identity_unlinked: { enabled: true } } },
        external: { github: { enabled: true, client_id: 'id', secret: 'secret' } },
      },
    })
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })

  async function newUser(email: string) {
    const { data } = await auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
    const client = auth.client()
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    return { id: data.user?.id ?? '', client }
  }
  async function register({ client }: Awaited<ReturnType<typeof newUser>>) {
    const { data: started, error } = await client.auth.passkey.startRegistration()
    if (!started) return { error }
    const credential = softwareAuthenticator(RP).create(started.options)
    return client.auth.passkey.verifyRegistration({ challengeId: started.challenge_id, credential })
  }
  const mailsTo = async (address: string) => {
    const { rows } = await db.pools.owner.query<{ kind: string; body_text: string }>(
      'select kind, body_text from _platform.outbox where recipient = $1 order by created_at',
      [address],
    )
    return rows
  }
  async function linkedIdentity(userId: string) {
    const { rows } = await db.pools.owner.query<{ id: string }>(
      `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'github', $2, '{}') returning id`,
      [userId, userId],
    )
    return rows[0]?.id ?? ''
  }
  async function request(user: Awaited<ReturnType<typeof newUser>>, method: string, path: string) {
    const { data } = await user.client.auth.getSession()
    const answer = await auth.request(path, {
      method,
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    })
    return answer.status
  }

  test('is told to its owner when it is a passkey, added or removed, by whomever', async () => {
    const user = await newUser('passkey@example.com')
    const [one, two] = [await register(user), await register(user)]
    if (!('data' in one && 'data' in two)) throw new Error('no passkeys')
    expect((await user.client.auth.passkey.delete({ passkeyId: one.data?.id ?? '' })).error).toBeNull()
    await auth.admin.passkey.deletePasskey({ userId: user.id, passkeyId: two.data?.id ?? '' })
    const mails = await mailsTo('passkey@example.com')
    expect(mails.map(({ kind }) => kind)).toEqual([
      ...['identity_linked', 'identity_linked', 'identity_unlinked', 'identity_unlinked'],
    ])
    expect(mails[0]?.body_text).toContain('can be entered in a further way: passkey.')
    expect(mails[3]?.body_text).toContain('can no longer be entered in this way: passkey.')
  })

  test('is told to its owner when it is an identity that leaves', async () => {
    const user = await newUser('identity@example.com')
    const id = await linkedIdentity(user.id)
    expect(await request(user, 'DELETE', `/user/identities/${id}`)).toBe(200)
    expect(await mailsTo('identity@example.com')).toEqual([
      { kind: 'identity_unlinked', body_text: expect.stringContaining('no longer be entered in this way: github.') },
    ])
  })

  test('is added and removed after a recent proof alone, and without one nothing is told', async () => {
    const user = await newUser('old-session@example.com')
    const passkey = await register(user)
    const id = await linkedIdentity(user.id)
    auth.advance(TEN_MINUTES)
    const passkeyId = 'data' in passkey ? (passkey.data?.id ?? '') : ''
    expect((await register(user)).error).toMatchObject({ status: 428 })
    expect((await user.client.auth.passkey.update({ passkeyId, friendlyName: 'mine' })).error).toMatchObject({
      status: 428,
    })
    expect((await user.client.auth.passkey.delete({ passkeyId })).error).toMatchObject({ status: 428 })
    expect(await request(user, 'GET', '/user/identities/authorize?provider=github&skip_http_redirect=true')).toBe(428)
    expect(await request(user, 'DELETE', `/user/identities/${id}`)).toBe(428)
    expect((await mailsTo('old-session@example.com')).map(({ kind }) => kind)).toEqual(['identity_linked'])
  })
})
