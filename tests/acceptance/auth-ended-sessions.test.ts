import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { type SignedIn, serviceClient, signedInClient, target } from '#tests/support/target.ts'

/** An editor's access token stays valid for an hour; what it may do must not. */
const { url, publishableKey } = target()

function writeWith(accessToken: string) {
  const client = createClient(url, publishableKey, {
    accessToken: async () => accessToken,
    auth: { persistSession: false },
  })
  const slug = `ended-${randomUUID()}`
  return client.from('wallpaper_collections').insert({ name: 'After the end', slug })
}

describe('an editor’s rights end at once', () => {
  const admin = serviceClient().auth.admin

  test.each<[string, (editor: SignedIn) => Promise<unknown>]>([
    ['with signing out', ({ client }) => client.auth.signOut({ scope: 'global' })],
    ['with being signed out by an admin', ({ accessToken }) => admin.signOut(accessToken)],
    ['with a ban', ({ user }) => admin.updateUserById(user.id, { ban_duration: '1h' })],
    [
      'with a new password set by an admin',
      ({ user }) => admin.updateUserById(user.id, { password: `New-${randomUUID()}` }),
    ],
    ['with the account', ({ user }) => admin.deleteUser(user.id)],
    ['with a soft deletion', ({ user }) => admin.deleteUser(user.id, true)],
    [
      'with the role',
      ({ user }) => Promise.resolve(serviceClient().from('user_roles').delete().eq('user_id', user.id)),
    ],
    [
      'with a new password set in another session',
      async ({ email, password }) => {
        const other = createClient(url, publishableKey, { auth: { persistSession: false } })
        await other.auth.signInWithPassword({ email, password })
        return other.auth.updateUser({ password: `New-${randomUUID()}` })
      },
    ],
  ])('%s', async (_, end) => {
    const editor = await signedInClient({ role: 'editor' })
    expect((await writeWith(editor.accessToken)).error).toBeNull()
    await end(editor)
    expect((await writeWith(editor.accessToken)).error).toMatchObject({ code: '42501' })
  })
})
