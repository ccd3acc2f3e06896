import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, signedInClient } from '#tests/support/target.ts'

describe('mails without a mail server', () => {
  test('are read by admins, and their links work', async () => {
    const account = { email: `${randomUUID()}@test.example`, password: `Pass-${randomUUID()}` }
    await anonClient().auth.signUp(account)
    await anonClient().auth.resetPasswordForEmail(account.email)
    const admin = await signedInClient({ role: 'admin' })
    const { data, error } = await admin.client.rpc('read_outbox', { max_rows: 100 })
    expect(error).toBeNull()
    const mails: { recipient: string; kind: string; body_text: string }[] = data
    const mail = mails.find(({ recipient }) => recipient === account.email)
    expect(mail).toMatchObject({ kind: 'recovery' })
    const link = /https?:\S+\/verify\?\S+/.exec(mail?.body_text ?? '')?.[0] ?? ''
    const response = await fetch(link, { redirect: 'manual' })
    expect(response.headers.get('location')).toContain('access_token=')
  })

  test('are read by nobody else', async () => {
    const [editor, viewer] = [await signedInClient({ role: 'editor' }), await signedInClient()]
    for (const client of [editor.client, viewer.client, anonClient()]) {
      expect((await client.rpc('read_outbox')).error).toMatchObject({ code: '42501' })
    }
  })
})
