import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mailsTo } from '#tests/support/call-function.ts'
import { serviceClient, signedInClient } from '#tests/support/target.ts'
import { totp } from '../fakes/authenticator-app.ts'

test('staff who change their password or second factor are told, and the log names it without a value', async () => {
  const { client, user } = await signedInClient({ role: 'admin', target: 'shop' })
  const password = `Pass-${randomUUID()}-1`
  expect((await client.auth.updateUser({ password })).error).toBeNull()
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const { id = '', totp: app } = data ?? {}
  expect((await client.auth.mfa.challengeAndVerify({ factorId: id, code: totp(app?.secret ?? '') })).error).toBeNull()

  const mails = await mailsTo(user.email ?? '')
  expect(mails.map(({ kind }) => kind)).toEqual(['password_changed', 'mfa_factor_enrolled'])
  const { data: lines } = await serviceClient('shop')
    .from('audit_log')
    .select('columns, before, after, for_role')
    .eq('table_name', 'auth.users')
    .eq('row_key', user.id)
    .order('id')
  const line = { before: null, after: null, for_role: 'admin' }
  expect(lines).toEqual([
    { ...line, columns: ['password changed'] },
    { ...line, columns: ['second factor set up'] },
  ])
  expect(JSON.stringify([mails, lines])).not.toContain(password)
})
