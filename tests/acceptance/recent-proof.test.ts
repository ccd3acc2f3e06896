import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callFunction } from '#tests/support/call-function.ts'
import { ageProofs } from '#tests/support/old-session.ts'
import { anonClient, type SignedIn, serviceClient, signedInClient, target } from '#tests/support/target.ts'
import { totp } from '../fakes/authenticator-app.ts'

const signedIn = (role: 'viewer' | 'editor' | 'admin') => signedInClient({ role, target: 'shop' })
const call = (name: string, body: object, { accessToken }: Pick<SignedIn, 'accessToken'>) =>
  callFunction(name, body, { headers: { authorization: `Bearer ${accessToken}` } })
const reason = 'because of a test'

/** An admin who signed in long ago. */
async function longSignedIn(): Promise<SignedIn> {
  const admin = await signedIn('admin')
  await ageProofs(target('shop').databaseUrl, admin.user.id)
  return admin
}

/** What asks for the password again: the status of each. */
const DANGEROUS: Record<string, (admin: SignedIn) => PromiseLike<{ status: number }>> = {
  'giving a role by the function': async (admin) =>
    call(
      'manage-staff',
      { action: 'role', user_id: (await signedIn('viewer')).user.id, role: 'editor', reason },
      admin,
    ),
  'giving a role by a call': async ({ client }) =>
    client
      .rpc('update_user_role', { user_id_param: (await signedIn('viewer')).user.id, role_param: 'editor' })
      .setHeader('x-reason', reason),
  'giving a role by a row': async ({ client }) =>
    client
      .from('user_roles')
      .insert({ user_id: (await signedIn('viewer')).user.id, role: 'editor' })
      .setHeader('x-reason', reason),
  'changing a role': async ({ client }) =>
    client
      .from('user_roles')
      .update({ role: 'viewer' })
      .eq('user_id', (await signedIn('editor')).user.id)
      .setHeader('x-reason', reason),
  'taking a role away': async ({ client }) =>
    client
      .from('user_roles')
      .delete()
      .eq('user_id', (await signedIn('editor')).user.id)
      .setHeader('x-reason', reason),
  inviting: (admin) =>
    call('manage-staff', { action: 'invite', email: `${randomUUID()}@staff.example`, role: 'editor', reason }, admin),
  'inviting again': async (admin) => {
    const email = `${randomUUID()}@staff.example`
    const { data } = await serviceClient('shop').auth.admin.inviteUserByEmail(email)
    return call('manage-staff', { action: 'invite-again', user_id: data.user?.id, reason }, admin)
  },
  banning: async (admin) =>
    call('manage-staff', { action: 'ban', user_id: (await signedIn('viewer')).user.id, banned: true, reason }, admin),
  'deleting an account': async (admin) =>
    call('manage-staff', { action: 'delete', user_id: (await signedIn('viewer')).user.id, reason }, admin),
  'resetting a second factor': async (admin) => {
    const other = await signedIn('editor')
    await withFactor(other)
    return call('manage-staff', { action: 'reset-factor', user_id: other.user.id, reason }, admin)
  },
  'erasing an address': ({ client }) => client.rpc('erase_address', { address: `${randomUUID()}@test.example` }),
  'copying what is kept of an address': ({ client }) =>
    client.rpc('copy_address', { address: `${randomUUID()}@test.example` }),
  'exporting personal data': (admin) => call('export-csv', { table: 'contact_messages' }, admin),
  'emptying the trash': (admin) => call('empty-trash', { ids: [randomUUID()] }, admin),
  'keeping the log for less time': ({ client }) =>
    client.from('site_settings').upsert({ key: 'audit_log_days', value: 400 }),
  'undoing a change of roles by a job': async ({ client, user }) => {
    const { data } = await client.from('audit_log').select('change_set').eq('row_key', user.id).limit(1).single()
    return client.rpc('start_job', { kind_param: 'undo-change-set', args_param: { change_set: data?.change_set } })
  },
}

async function withFactor({ client }: Pick<SignedIn, 'client'>): Promise<string> {
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp' })
  const { id = '', totp: app } = enrolled.data ?? {}
  expect((await client.auth.mfa.challengeAndVerify({ factorId: id, code: totp(app?.secret ?? '') })).error).toBeNull()
  return id
}

describe('a session that was not proved lately', () => {
  test.each(Object.entries(DANGEROUS))('is asked for the password again before %s', async (_, attempt) => {
    const admin = await longSignedIn()
    const refused = await attempt(admin)
    expect(refused).toMatchObject({ status: 428 })
    expect(JSON.stringify(refused)).toContain('Enter your password again')
    expect(await call('prove-password', { password: admin.password }, admin)).toMatchObject({ status: 200 })
    const allowed = await attempt(admin)
    expect([200, 201, 204], JSON.stringify(allowed)).toContain(allowed.status)
    await serviceClient('shop').from('site_settings').delete().eq('key', 'audit_log_days')
  })

  test('removes no second factor before the password is entered again', async () => {
    const { client, user, password } = await signedIn('editor')
    const factorId = await withFactor({ client })
    await ageProofs(target('shop').databaseUrl, user.id)
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject({ status: 428 })
    const accessToken = (await client.auth.getSession()).data.session?.access_token ?? ''
    expect(await call('prove-password', { password }, { accessToken })).toMatchObject({ status: 200 })
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  })

  test.each<[string, (signedIn: SignedIn) => Promise<{ status?: number | undefined } | null>]>([
    [
      'another password',
      async ({ client }) => (await client.auth.updateUser({ password: `New-${randomUUID()}` })).error,
    ],
    [
      'another address',
      async ({ client }) => (await client.auth.updateUser({ email: `${randomUUID()}@test.example` })).error,
    ],
    ['a second factor', async ({ client }) => (await client.auth.mfa.enroll({ factorType: 'totp' })).error],
  ])('makes no proof of its own by %s', async (_, attempt) => {
    const admin = await longSignedIn()
    expect(await attempt(admin)).toMatchObject({ status: 428, code: 'reauthentication_needed' })
    expect((await DANGEROUS['erasing an address']?.(admin))?.status).toBe(428)
    expect(await call('prove-password', { password: admin.password }, admin)).toMatchObject({ status: 200 })
    expect(await attempt(admin)).toBeNull()
  })

  test('finishes no second factor that was begun before, and makes no recovery codes', async () => {
    const { client, user, password } = await signedIn('editor')
    const begun = await client.auth.mfa.enroll({ factorType: 'totp' })
    const { id: factorId = '', totp: app } = begun.data ?? {}
    const finish = () => client.auth.mfa.challengeAndVerify({ factorId, code: totp(app?.secret ?? '') })
    const prove = async () => {
      const accessToken = (await client.auth.getSession()).data.session?.access_token ?? ''
      expect(await call('prove-password', { password }, { accessToken })).toMatchObject({ status: 200 })
    }
    await ageProofs(target('shop').databaseUrl, user.id)
    expect((await finish()).error).toMatchObject({ status: 428 })
    await prove()
    expect((await finish()).error).toBeNull()
    await ageProofs(target('shop').databaseUrl, user.id)
    expect((await client.rpc('create_recovery_codes')).status).toBe(428)
    await prove()
    expect((await client.rpc('create_recovery_codes')).data).toHaveLength(10)
  })

  test('still looks, edits what is not dangerous, and ends the sessions of others', async () => {
    const admin = await longSignedIn()
    expect((await call('manage-staff', { action: 'list' }, admin)).status).toBe(200)
    const other = (await signedIn('viewer')).user.id
    expect((await call('manage-staff', { action: 'sign-out', user_id: other, reason }, admin)).status).toBe(200)
    const key = `t${randomUUID().slice(0, 8)}`
    expect((await admin.client.from('site_settings').insert({ key, value: 1 })).error).toBeNull()
    expect((await admin.client.from('site_settings').delete().eq('key', key)).error).toBeNull()
  })
})

describe('the password again', () => {
  test('is refused when it is wrong, and nothing is proved by it', async () => {
    const admin = await longSignedIn()
    expect(await call('prove-password', { password: 'not this one 1' }, admin)).toMatchObject({
      status: 403,
      body: { error: 'This is not your password.' },
    })
    expect((await DANGEROUS['erasing an address']?.(admin))?.status).toBe(428)
  })

  test('proves the session that it is entered in, and leaves no other one open', async () => {
    const admin = await longSignedIn()
    const elsewhere = anonClient('shop')
    await elsewhere.auth.signInWithPassword({ email: admin.email, password: admin.password })
    await ageProofs(target('shop').databaseUrl, admin.user.id)
    await call('prove-password', { password: admin.password }, admin)
    const listed = await call('manage-staff', { action: 'sessions', user_id: admin.user.id }, admin)
    expect(listed.body?.sessions).toHaveLength(2)
    expect((await elsewhere.rpc('erase_address', { address: 'nobody@test.example' })).status).toBe(428)
    expect((await admin.client.rpc('erase_address', { address: 'nobody@test.example' })).error).toBeNull()
  })

  test('is not taken without a session, nor in one that has ended, nor guessed for long', async () => {
    expect((await callFunction('prove-password', { password: 'x' })).status).toBe(401)
    const editor = await longSignedIn()
    const statuses: number[] = []
    for (let guess = 0; guess < 11; guess++) {
      statuses.push((await call('prove-password', { password: `guess number ${guess}` }, editor)).status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(403))
    expect(statuses[10]).toBe(429)
    const ended = await longSignedIn()
    await ended.client.auth.signOut()
    expect((await call('prove-password', { password: ended.password }, ended)).status).toBe(403)
  })
})
