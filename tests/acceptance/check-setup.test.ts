import { expect, test } from 'vitest'
import { callFunction } from '#tests/support/call-function.ts'
import { serviceClient, signedInClient } from '#tests/support/target.ts'
import { totp } from '../fakes/authenticator-app.ts'

const signedIn = (role: 'editor' | 'admin') => signedInClient({ role, target: 'shop' })
const call = (body: object, { accessToken }: { accessToken: string }) =>
  callFunction('check-setup', body, { headers: { authorization: `Bearer ${accessToken}` } })

test('the set-up checklist is for admins', async () => {
  expect((await callFunction('check-setup', {})).status).toBe(401)
  for (const body of [{}, { check: 'mail' }]) expect((await call(body, await signedIn('editor'))).status).toBe(403)
})

test('files are written, read and removed for real, and nothing of the trial stays', async () => {
  const admin = await signedIn('admin')
  expect(await call({ check: 'files' }, admin)).toMatchObject({
    status: 200,
    body: { check: { state: 'ok', sentence: 'A file was written, read and removed on the disk.' } },
  })
  const { data } = await serviceClient('shop').storage.listBuckets()
  expect(data?.filter(({ name }) => name.startsWith('setup-check'))).toEqual([])
  const listed = await call({}, admin)
  expect(listed.body?.checks).toContainEqual(expect.objectContaining({ name: 'files', state: 'ok' }))
})

test('what is not set is named, with what to do', async () => {
  const admin = await signedIn('admin')
  const found = async (check: string) => (await call({ check }, admin)).body?.check
  expect(await found('mail')).toMatchObject({ state: 'todo', sentence: expect.stringContaining('Set SMTP_HOST') })
  expect(await found('https')).toMatchObject({ state: 'todo', sentence: expect.stringContaining('SITE_URL') })
  expect(await found('store')).toMatchObject({ state: 'off' })
  const listed = await call({}, admin)
  expect(listed.body?.checks).toMatchObject(
    ['mail', 'https', 'files', 'store', 'second-factor'].map((name) => ({ name })),
  )
})

test('the second factor is each admin’s own, and asked of all', async () => {
  const admin = await signedIn('admin')
  const own = async (by: { accessToken: string }) => (await call({ check: 'second-factor' }, by)).body?.check
  expect(await own(admin)).toMatchObject({ state: 'todo', sentence: expect.stringContaining('no second factor') })
  const { data } = await admin.client.auth.mfa.enroll({ factorType: 'totp' })
  const code = totp(data?.totp?.secret ?? '')
  const shown = await admin.client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
  const accessToken = shown.data?.access_token ?? ''
  expect(await own({ accessToken })).toMatchObject({ state: 'todo', sentence: expect.stringContaining('other admins') })
})
