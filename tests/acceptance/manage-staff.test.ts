import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callFunction, mailsTo } from '#tests/support/call-function.ts'
import { anonClient, type SignedIn, serviceClient, signedInClient } from '#tests/support/target.ts'
import { totp } from '../fakes/authenticator-app.ts'

const signedIn = (role: 'viewer' | 'editor' | 'admin') => signedInClient({ role, target: 'shop' })
const call = (name: string, body: object, token?: string) =>
  callFunction(name, body, token ? { headers: { authorization: `Bearer ${token}` } } : {})
const manage = (body: object, { accessToken }: Pick<SignedIn, 'accessToken'>) => call('manage-staff', body, accessToken)
const reason = 'because of a test'

async function roleOf(userId: string): Promise<string | undefined> {
  const { data } = await serviceClient('shop').from('user_roles').select('role').eq('user_id', userId)
  return data?.[0]?.role
}

/** Signs in at aal2: the factor, its secret, and a token that has shown it. */
async function withFactor(account: SignedIn) {
  const { client } = account
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp' })
  const { id = '', totp: app } = enrolled.data ?? {}
  const secret = app?.secret ?? ''
  const shown = await client.auth.mfa.challengeAndVerify({ factorId: id, code: totp(secret) })
  expect(shown.error).toBeNull()
  return { secret, accessToken: shown.data?.access_token ?? '' }
}

describe('manage-staff', () => {
  test.each([
    ['nobody', null, 401],
    ['a viewer', 'viewer', 403],
    ['an editor', 'editor', 403],
  ] as const)('does nothing for %s', async (_, role, status) => {
    const { user } = await signedIn('viewer')
    const caller = role ? await signedIn(role) : { accessToken: '' }
    for (const action of [
      { action: 'list' },
      { action: 'role', user_id: user.id, role: 'admin', reason },
      { action: 'delete', user_id: user.id, reason },
    ]) {
      const reply = await call('manage-staff', action, caller.accessToken || undefined)
      expect(reply.status).toBe(status)
      expect(reply.body?.error).toMatch(/Sign in|role/)
    }
    expect(await roleOf(user.id)).toBeUndefined()
  })

  test('does nothing for an admin who did not show the second factor, and everything after', async () => {
    const admin = await signedIn('admin')
    const { accessToken } = await withFactor(admin)
    const again = anonClient('shop')
    const half = await again.auth.signInWithPassword({ email: admin.email, password: admin.password })
    const refused = await call('manage-staff', { action: 'list' }, half.data.session?.access_token)
    expect(refused).toMatchObject({ status: 403, body: { error: 'Enter the code of your authenticator app first.' } })
    const reply = await call('manage-staff', { action: 'list' }, accessToken)
    expect(reply.status).toBe(200)
    expect(reply.body?.staff).toContainEqual(
      expect.objectContaining({ user_id: admin.user.id, role: 'admin', has_second_factor: true }),
    )
  })

  test('gives roles with a reason, which the log keeps, and takes them away [B6.2]', async () => {
    const admin = await signedIn('admin')
    const { user } = await signedIn('viewer')
    const without = await manage({ action: 'role', user_id: user.id, role: 'editor', reason: ' ' }, admin)
    expect(without).toMatchObject({ status: 400, body: { fields: { reason: 'Say in a few words why.' } } })
    expect((await manage({ action: 'role', user_id: user.id, role: 'editor', reason }, admin)).status).toBe(200)
    expect(await roleOf(user.id)).toBe('editor')
    expect((await manage({ action: 'role', user_id: user.id, role: null, reason }, admin)).status).toBe(200)
    expect(await roleOf(user.id)).toBeUndefined()
    const { data } = await admin.client
      .from('audit_log')
      .select('actor,action,reason')
      .eq('row_key', user.id)
      .order('id')
    expect(data?.slice(-2)).toEqual([
      { actor: admin.user.id, action: 'insert', reason },
      { actor: admin.user.id, action: 'delete', reason },
    ])
  })

  test('changes no role that somebody changed since it was seen, and says which it is now', async () => {
    const admin = await signedIn('admin')
    const { user } = await signedIn('viewer')
    const give = (role: string | null, began: string) =>
      manage({ action: 'role', user_id: user.id, role, began, reason }, admin)
    const both = await Promise.all([give('editor', 'none'), give('viewer', 'none')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const now = await roleOf(user.id)
    const refused = both.find(({ status }) => status === 409)
    expect(refused?.body?.error).toBe(
      `Somebody changed this role meanwhile: it was none, and is ${now} now. Nothing was changed. Choose again, knowing that.`,
    )
    expect((await give(null, 'admin')).status).toBe(409)
    expect(await roleOf(user.id)).toBe(now)
    expect((await give(null, now ?? '')).status).toBe(200)
    expect(await roleOf(user.id)).toBeUndefined()
  })

  test('says in a sentence what it does not know', async () => {
    const admin = await signedIn('admin')
    const nobody = randomUUID()
    expect(await manage({ action: 'role', user_id: nobody, role: 'editor', reason }, admin)).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining('There is no such user') },
    })
    expect(await manage({ action: 'ban', user_id: nobody, banned: true, reason }, admin)).toMatchObject({ status: 404 })
    expect(await manage({ action: 'role', user_id: admin.user.id, role: 'queen', reason }, admin)).toMatchObject({
      status: 400,
      body: { fields: { role: 'The roles are viewer, editor and admin.' } },
    })
  })

  test('invites by mail, with the role', async () => {
    const admin = await signedIn('admin')
    const email = `${randomUUID()}@invited.example`
    const reply = await manage({ action: 'invite', email, role: 'editor', reason }, admin)
    expect(reply.status).toBe(200)
    expect(await roleOf(String(reply.body?.user_id))).toBe('editor')
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    // Where a password is chosen.
    expect(mail?.body_text).toMatch(/redirect_to=\S+\/reset-password\b/)
    expect(await manage({ action: 'invite', email: admin.email, role: 'editor', reason }, admin)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('has an account already') },
    })
  })

  test('lists who has not come yet as invited, and sends the invitation again until it is accepted', async () => {
    const admin = await signedIn('admin')
    const email = `${randomUUID()}@invited.example`
    const invited = await manage({ action: 'invite', email, role: 'editor', reason }, admin)
    const on = { action: 'invite-again', user_id: String(invited.body?.user_id), reason }
    const listed = async () => {
      const { data } = await admin.client.rpc('list_staff', { max_rows: 200 })
      return data?.find((person: { email: string }) => person.email === email)
    }
    const first = await listed()
    expect(first).toMatchObject({ role: 'editor', last_sign_in_at: null, invited_at: expect.any(String) })
    expect((await manage(on, await signedIn('editor'))).status).toBe(403)
    expect(await manage(on, admin)).toMatchObject({ status: 200, body: { waits: true } })
    expect(Date.parse((await listed()).invited_at)).toBeGreaterThan(Date.parse(first.invited_at))
    const links = (await mailsTo(email)).map(({ body_text }) => /https?:\S+verify\S+/.exec(body_text ?? '')?.[0] ?? '')
    expect(links).toHaveLength(2)
    const opened = await Promise.all(links.map((link) => fetch(link, { redirect: 'manual' })))
    expect(
      opened.map((answer) => answer.headers.get('location')?.includes('access_token=')).toSorted(),
      'one link works, the other one not any more',
    ).toEqual([false, true])
    expect(await listed()).toMatchObject({ invited_at: null, last_sign_in_at: expect.any(String) })
    expect(await manage(on, admin)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('accepted already') },
    })
    const logged = await admin.client
      .from('audit_log')
      .select('actor, columns, reason')
      .eq('table_name', 'auth.users')
      .eq('row_key', on.user_id)
    expect(logged.error).toBeNull()
    expect(logged.data).toEqual([{ actor: admin.user.id, columns: ['invited again'], reason }])
    expect(await manage({ ...on, user_id: randomUUID() }, admin)).toMatchObject({ status: 404 })
  })

  test('bans, lifts the ban, and deletes; nobody does it to themselves', async () => {
    const admin = await signedIn('admin')
    const editor = await signedIn('editor')
    const on = { user_id: editor.user.id, reason }
    expect((await manage({ action: 'ban', banned: true, ...on }, admin)).status).toBe(200)
    expect((await editor.client.rpc('my_staff_role')).data?.[0]).toMatchObject({ reason: 'session_ended' })
    expect((await manage({ action: 'ban', banned: false, ...on }, admin)).status).toBe(200)
    expect((await manage({ action: 'delete', ...on }, admin)).status).toBe(200)
    expect((await serviceClient('shop').auth.admin.getUserById(editor.user.id)).data.user).toBeNull()
    for (const action of [{ action: 'ban', banned: true }, { action: 'delete' }]) {
      const own = await manage({ ...action, user_id: admin.user.id, reason }, admin)
      expect(own).toMatchObject({ status: 409, body: { error: expect.stringContaining('Ask another admin') } })
    }
  })

  test('lists where an account is signed in, and ends all of it', async () => {
    const admin = await signedIn('admin')
    const editor = await signedIn('editor')
    const listed = await manage({ action: 'sessions', user_id: editor.user.id }, admin)
    expect(listed.body?.sessions).toEqual([expect.objectContaining({ aal: 'aal1', ip: expect.any(String) })])
    expect((await manage({ action: 'sessions', user_id: admin.user.id }, editor)).status).toBe(403)
    const ended = await manage({ action: 'sign-out', user_id: editor.user.id, reason }, admin)
    expect(ended).toMatchObject({ status: 200, body: { ended: 1 } })
    expect((await editor.client.rpc('my_staff_role')).data?.[0]).toMatchObject({ reason: 'session_ended' })
  })

  test('removes a lost second factor', async () => {
    const admin = await signedIn('admin')
    const editor = await signedIn('editor')
    await withFactor(editor)
    const on = { action: 'reset-factor', user_id: editor.user.id, reason }
    expect((await manage(on, admin)).status).toBe(200)
    const again = anonClient('shop')
    await again.auth.signInWithPassword({ email: editor.email, password: editor.password })
    expect((await again.rpc('my_staff_role')).data?.[0]).toMatchObject({ role: 'editor' })
    expect((await manage(on, admin)).status).toBe(409)
  })
})

describe('recovery codes', () => {
  test('are ten, shown once, to whoever has shown the second factor', async () => {
    const editor = await signedIn('editor')
    expect((await editor.client.rpc('create_recovery_codes')).error?.message).toContain('Show your second factor')
    await withFactor(editor)
    const { data: codes } = await editor.client.rpc('create_recovery_codes')
    expect(new Set(codes).size).toBe(10)
    for (const code of codes ?? []) expect(code).toMatch(/^[0-9a-f]{6}-[0-9a-f]{6}-[0-9a-f]{6}$/)
  })

  test('remove the factor and end all sessions, once, and only their owner’s', async () => {
    const editor = await signedIn('editor')
    await withFactor(editor)
    const { data: codes } = await editor.client.rpc('create_recovery_codes')
    const [code = '', second = ''] = codes ?? []
    const other = await signedIn('editor')
    expect((await call('use-recovery-code', { code }, other.accessToken)).status).toBe(403)
    expect((await call('use-recovery-code', { code })).status).toBe(401)

    const again = anonClient('shop')
    const half = await again.auth.signInWithPassword({ email: editor.email, password: editor.password })
    const token = half.data.session?.access_token
    expect((await call('use-recovery-code', { code: '000000-000000-000000' }, token)).status).toBe(403)
    expect(await call('use-recovery-code', { code: ` ${code.toUpperCase()} ` }, token)).toMatchObject({ status: 200 })
    for (const client of [editor.client, again]) {
      expect((await client.rpc('my_staff_role')).data?.[0]).toMatchObject({ reason: 'session_ended' })
    }
    const fresh = anonClient('shop')
    await fresh.auth.signInWithPassword({ email: editor.email, password: editor.password })
    expect((await fresh.rpc('my_staff_role')).data?.[0]).toMatchObject({ role: 'editor', reason: null })
    // The sheet ended with the factor, for a new factor too.
    const { data } = await fresh.auth.getSession()
    expect((await call('use-recovery-code', { code: second }, data.session?.access_token)).status).toBe(403)
    const admin = await signedIn('admin')
    const logged = await admin.client
      .from('audit_log')
      .select('actor,columns,for_role')
      .eq('table_name', 'auth.users')
      .eq('row_key', editor.user.id)
      .order('id')
    const line = { actor: editor.user.id, for_role: 'admin' }
    expect(logged.data).toEqual([
      { ...line, actor: null, columns: ['second factor set up'] },
      { ...line, columns: ['recovery codes made'] },
      { ...line, columns: ['second factor removed by a recovery code'] },
      { ...line, actor: null, columns: ['second factor removed'] },
    ])
  })

  test('end with the factor that they were made for', async () => {
    const admin = await signedIn('admin')
    const editor = await signedIn('editor')
    await withFactor(editor)
    const { data: codes } = await editor.client.rpc('create_recovery_codes')
    await manage({ action: 'reset-factor', user_id: editor.user.id, reason }, admin)
    const again = anonClient('shop')
    const { data } = await again.auth.signInWithPassword({ email: editor.email, password: editor.password })
    const token = data.session?.access_token ?? ''
    expect((await call('use-recovery-code', { code: codes?.[0] }, token)).status).toBe(403)
    await withFactor({ ...editor, client: again })
    expect((await call('use-recovery-code', { code: codes?.[1] }, token)).status).toBe(403)
  })

  test('are neither taken nor guessed by a session that has ended', async () => {
    const editor = await signedIn('editor')
    await withFactor(editor)
    const { data: codes } = await editor.client.rpc('create_recovery_codes')
    const ended = anonClient('shop')
    const half = await ended.auth.signInWithPassword({ email: editor.email, password: editor.password })
    const token = half.data.session?.access_token
    await ended.auth.signOut({ scope: 'local' })
    for (let guess = 0; guess < 11; guess++) {
      const reply = await call('use-recovery-code', { code: codes?.[0] }, token)
      expect(reply).toMatchObject({ status: 403, body: { error: 'Your session has ended. Sign in again.' } })
    }
    const again = anonClient('shop')
    const { data } = await again.auth.signInWithPassword({ email: editor.email, password: editor.password })
    expect((await call('use-recovery-code', { code: codes?.[0] }, data.session?.access_token)).status).toBe(200)
  })

  test('cannot be guessed for long', async () => {
    const { accessToken } = await signedIn('editor')
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++) {
      statuses.push((await call('use-recovery-code', { code: `${guess}` }, accessToken)).status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(403))
    expect(statuses.slice(10)).toEqual([429, 429])
  })
})
