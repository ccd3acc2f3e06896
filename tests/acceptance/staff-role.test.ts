import { describe, expect, test } from 'vitest'
import { anonClient, serviceClient, signedInClient } from '#tests/support/target.ts'
import { totp } from '../fakes/authenticator-app.ts'

type Client = Awaited<ReturnType<typeof signedInClient>>['client']

async function rightsOf(client: Client) {
  const { data, error } = await client.rpc('my_staff_role')
  expect(error).toBeNull()
  expect(data).toHaveLength(1)
  return data[0]
}

describe('my_staff_role says what is granted now, and why it is not more', () => {
  test('to nobody who is not signed in', async () => {
    const { error } = await anonClient().rpc('my_staff_role')
    expect(error?.code).toBe('42501')
  })

  test.each([
    ['viewer', { role: null, given: null, reason: 'no_role', minimum: 'admin' }],
    ['editor', { role: 'editor', given: 'editor', reason: null, minimum: 'admin' }],
    ['admin', { role: 'admin', given: 'admin', reason: null, minimum: 'admin' }],
  ] as const)('a %s [B3.2] [B4.11]', async (role, rights) => {
    const { client } = await signedInClient({ role })
    expect(await rightsOf(client)).toEqual(rights)
  })

  test('an admin with a second factor has nothing before it is shown, and everything after', async () => {
    const { client, email, password } = await signedInClient({ role: 'admin' })
    const enrolled = await client.auth.mfa.enroll({ factorType: 'totp' })
    expect(enrolled.error).toBeNull()
    const { id = '', totp: app } = enrolled.data ?? {}
    // A factor that was never verified asks for nothing.
    expect((await rightsOf(client)).role).toBe('admin')
    const first = await client.auth.mfa.challengeAndVerify({ factorId: id, code: totp(app?.secret ?? '') })
    expect(first.error).toBeNull()

    const again = anonClient()
    expect((await again.auth.signInWithPassword({ email, password })).error).toBeNull()
    expect(await rightsOf(again)).toEqual({ role: null, given: 'admin', reason: 'second_factor', minimum: 'admin' })
    const shown = await again.auth.mfa.challengeAndVerify({ factorId: id, code: totp(app?.secret ?? '', 1) })
    expect(shown.error).toBeNull()
    expect((await rightsOf(again)).role).toBe('admin')
  })

  test('a session that was ended elsewhere, or a ban, leaves nothing of an hour’s token', async () => {
    const { client, user } = await signedInClient({ role: 'admin' })
    await serviceClient().auth.admin.updateUserById(user.id, { ban_duration: '1h' })
    expect(await rightsOf(client)).toMatchObject({ role: null, given: 'admin', reason: 'session_ended' })
  })
})

test('the role that opens the back office is a setting that admins change [B6.2]', async () => {
  const { client } = await signedInClient({ role: 'admin' })
  const editor = await signedInClient({ role: 'editor' })
  const refused = await editor.client.from('site_settings').insert({ key: 'admin_minimum_role', value: 'editor' })
  expect(refused.error?.code).toBe('42501')
  const wrong = await client.from('site_settings').insert({ key: 'admin_minimum_role', value: 'viewer' })
  expect(wrong.error?.code).toBe('23514')
  expect((await client.from('site_settings').insert({ key: 'admin_minimum_role', value: 'editor' })).error).toBeNull()
  expect((await rightsOf(editor.client)).minimum).toBe('editor')
  expect((await client.from('site_settings').delete().eq('key', 'admin_minimum_role')).error).toBeNull()
  expect((await rightsOf(editor.client)).minimum).toBe('admin')
})

describe('the protected collection [B5.11] [B9.2]', () => {
  const slug = 'pink-phone-wallpapers'

  test('is changed and deleted by no role without a confirmation, the service’s included', async () => {
    const service = serviceClient()
    await service
      .from('wallpaper_collections')
      .upsert({ name: 'Pink', slug }, { onConflict: 'slug', ignoreDuplicates: true })
    const { client } = await signedInClient({ role: 'admin' })
    for (const caller of [client, service]) {
      const renamed = await caller.from('wallpaper_collections').update({ name: 'Taken' }).eq('slug', slug)
      expect(renamed.error?.code).toBe('23514')
      expect(renamed.error?.message).toContain('is a protected collection')
      const deleted = await caller.from('wallpaper_collections').delete().eq('slug', slug)
      expect(deleted.error?.code).toBe('23514')
    }
  })

  test('is changed with one, by whoever may change collections', async () => {
    const { client } = await signedInClient({ role: 'editor' })
    const { data: before } = await client.from('wallpaper_collections').select('description').eq('slug', slug).single()
    const changes = { description: 'Changed on purpose' }
    expect((await client.rpc('change_protected_collection', { slug_param: slug, changes })).error).toBeNull()
    const { data: after } = await client.from('wallpaper_collections').select('description').eq('slug', slug).single()
    expect(after).toEqual(changes)
    await client.rpc('change_protected_collection', { slug_param: slug, changes: before ?? {} })

    const viewer = await signedInClient()
    const refused = await viewer.client.rpc('change_protected_collection', { slug_param: slug, changes })
    expect(refused.error?.message).toContain('that you may change')
    const anonymous = await anonClient().rpc('delete_protected_collection', { slug_param: slug })
    expect(anonymous.error?.code).toBe('42501')
  })
})
