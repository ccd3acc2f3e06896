import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { softwareAuthenticator } from '../../../tests/fakes/authenticator.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type AuthUnderTest, authUnderTest } from '../testing/auth-under-test.ts'

const RP = { rpId: 'app.example', origin: 'https://app.example' }

describe('passkeys', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  let count = 0
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, {
      config: {
        passkey: { enabled: true },
        webauthn: { rp_display_name: 'Acme', rp_id: RP.rpId, rp_origins: [RP.origin] },
      },
    })
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })

  async function newUser() {
    const client = auth.client({ address: `10.7.0.${++count}` })
    const { data } = await client.auth.signUp({ email: `key${count}@example.com`, password: 'correct horse' })
    return { client, id: data.user?.id ?? '' }
  }
  async function register(client: Awaited<ReturnType<typeof newUser>>['client'], key = softwareAuthenticator(RP)) {
    const { data: started } = await client.auth.passkey.startRegistration()
    if (!started) throw new Error('no options')
    const credential = key.create(started.options)
    return { key, ...(await client.auth.passkey.verifyRegistration({ challengeId: started.challenge_id, credential })) }
  }
  async function signIn(key: ReturnType<typeof softwareAuthenticator>) {
    const client = auth.client({ address: `10.8.0.${++count}` })
    const { data: started } = await client.auth.passkey.startAuthentication()
    if (!started) throw new Error('no options')
    const params = { challengeId: started.challenge_id, credential: key.get(started.options) }
    return { client, params, ...(await client.auth.passkey.verifyAuthentication(params)) }
  }

  test('are registered, listed, renamed, and sign in without a name', async () => {
    const { client, id } = await newUser()
    const { data: options } = await client.auth.passkey.startRegistration()
    expect(options?.options).toMatchObject({
      rp: { id: 'app.example', name: 'Acme' },
      authenticatorSelection: { residentKey: 'required' },
    })
    const { key, data: passkey, error } = await register(client)
    expect(error).toBeNull()
    const signedIn = await signIn(key)
    expect(signedIn.error).toBeNull()
    expect(signedIn.data?.user?.id).toBe(id)
    expect(await auth.tokens.verify(signedIn.data?.session?.access_token ?? '')).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'passkey' }],
    })
    const passkeyId = passkey?.id ?? ''
    await client.auth.passkey.update({ passkeyId, friendlyName: 'blue key' })
    expect((await client.auth.passkey.list()).data).toEqual([
      { id: passkeyId, friendly_name: 'blue key', created_at: expect.any(String), last_used_at: expect.any(String) },
    ])
  })

  test('a challenge is answered once, in time, and by its own user', async () => {
    const { client } = await newUser()
    const { key } = await register(client)
    const first = await signIn(key)
    const again = await first.client.auth.passkey.verifyAuthentication(first.params)
    expect(again.error).toMatchObject({ status: 400, code: 'webauthn_challenge_not_found' })
    const { data: mine } = await client.auth.passkey.startRegistration()
    if (!mine) throw new Error('no options')
    const stranger = await newUser()
    const credential = softwareAuthenticator(RP).create(mine.options)
    const stolen = await stranger.client.auth.passkey.verifyRegistration({ challengeId: mine.challenge_id, credential })
    expect(stolen.error).toMatchObject({ code: 'webauthn_challenge_not_found' })
    auth.advance(301)
    const late = await client.auth.passkey.verifyRegistration({ challengeId: mine.challenge_id, credential })
    expect(late.error).toMatchObject({ status: 400, code: 'webauthn_challenge_expired' })
  })

  test('an unknown key, another site’s and a copied one are refused alike', async () => {
    const { client } = await newUser()
    const { key } = await register(client)
    const unknown = softwareAuthenticator(RP)
    unknown.create({ challenge: '', user: { id: '' } })
    expect((await signIn(unknown)).error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' })
    const phishing = softwareAuthenticator({ ...RP, origin: 'https://app.example.evil' })
    expect((await register(client, phishing)).error).toMatchObject({ code: 'webauthn_verification_failed' })
    expect((await signIn(key)).error).toBeNull()
    // A key whose counter runs backwards has been copied.
    await db.pools.owner.query('update auth.webauthn_credentials set sign_count = 50')
    expect((await signIn(key)).error).toMatchObject({ code: 'webauthn_verification_failed' })
    await db.pools.owner.query('update auth.webauthn_credentials set sign_count = 0')
  })

  test('a deleted key signs in no more, and admins may delete too', async () => {
    const { client, id } = await newUser()
    const [one, two] = [await register(client), await register(client)]
    expect((await auth.admin.passkey.listPasskeys({ userId: id })).data).toHaveLength(2)
    await auth.admin.passkey.deletePasskey({ userId: id, passkeyId: two.data?.id ?? '' })
    expect((await client.auth.passkey.delete({ passkeyId: one.data?.id ?? '' })).error).toBeNull()
    expect((await client.auth.passkey.list()).data).toEqual([])
    expect((await signIn(one.key)).error).toMatchObject({ code: 'webauthn_verification_failed' })
    expect((await client.auth.passkey.delete({ passkeyId: one.data?.id ?? '' })).error).toMatchObject({ status: 404 })
  })

  test('are off by default', async () => {
    const plain = await authUnderTest(db)
    expect((await plain.client().auth.passkey.startAuthentication()).error).toMatchObject({ status: 404 })
    await plain.close()
  })
})
