import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { streaming, until } from '#tests/support/realtime-channels.ts'
import { anonClient, type SignedIn, signedInClient } from '#tests/support/target.ts'
import { totp } from '../fakes/authenticator-app.ts'

let people: Record<'viewer' | 'editor' | 'admin', SignedIn>
beforeAll(async () => {
  const [viewer, editor, admin] = await Promise.all([
    signedInClient(),
    signedInClient({ role: 'editor' }),
    signedInClient({ role: 'admin' }),
  ])
  people = { viewer, editor, admin }
})
afterAll(() => Promise.all(Object.values(people).map(({ client }) => client.removeAllChannels())))

async function newPage() {
  const page = { id: randomUUID(), name: 'Guide', url: `/t${randomUUID().slice(0, 8)}`, content: 'first' }
  expect((await people.editor.client.from('pages').insert(page)).error).toBeNull()
  return page
}

describe('what staff change over REST', () => {
  test('is found in the log by who and what, and undone once', async () => {
    const { client, user } = people.editor
    const page = await newPage()
    expect((await client.from('pages').update({ content: 'second' }).eq('id', page.id)).error).toBeNull()
    const { data: lines } = await client.from('audit_log').select().eq('row_key', page.id).order('id')
    expect(lines).toHaveLength(2)
    expect(lines?.[1]).toMatchObject({
      ...{ actor: user.id, table_name: 'pages', row_name: 'Guide', action: 'update', columns: ['content'] },
      ...{ before: { content: 'first' }, after: { content: 'second' } },
    })
    const set = { of_set: lines?.[1]?.change_set }
    for (const caller of [anonClient(), people.viewer.client]) {
      expect((await caller.rpc('undo_change_set', set)).error).not.toBeNull()
    }
    const undone = await client.rpc('undo_change_set', set)
    expect(undone.data).toEqual({ change_set: expect.any(String), rows: 1 })
    const { data } = await client.from('pages').select('content').eq('id', page.id).single()
    expect(data).toEqual({ content: 'first' })
  })

  test('is not undone over a later change: 409, with the name', async () => {
    const { client } = people.editor
    const page = await newPage()
    await client.from('pages').update({ content: 'second' }).eq('id', page.id)
    const { data: line } = await client
      .from('audit_log')
      .select()
      .eq('row_key', page.id)
      .eq('action', 'update')
      .single()
    await people.admin.client.from('pages').update({ content: 'third' }).eq('id', page.id)
    const refused = await client.rpc('undo_change_set', { of_set: line?.change_set })
    expect(refused).toMatchObject({ status: 409, error: { message: expect.stringContaining('changed since: Guide') } })
  })

  test('of a conflict shows both, and saves nothing', async () => {
    const page = await newPage()
    await people.admin.client.from('pages').update({ content: 'hers' }).eq('id', page.id)
    const { data } = await people.editor.client.rpc('save_row', {
      ...{ of_table: 'pages', of_key: page.id },
      ...{ began: { content: 'first' }, changes: { content: 'mine' } },
    })
    expect(data).toMatchObject({
      saved: false,
      conflicts: [{ column: 'content', began: 'first', yours: 'mine', theirs: 'hers' }],
    })
  })

  test('cannot be undone before the second factor is shown', async () => {
    const { client, email, password } = await signedInClient({ role: 'admin' })
    const enrolled = await client.auth.mfa.enroll({ factorType: 'totp' })
    const { id = '', totp: app } = enrolled.data ?? {}
    await client.auth.mfa.challengeAndVerify({ factorId: id, code: totp(app?.secret ?? '') })
    const key = `t${randomUUID().slice(0, 8)}`
    expect((await client.from('site_settings').insert({ key, value: 1 })).error).toBeNull()
    const { data: line } = await client.from('audit_log').select().eq('row_key', key).single()
    const half = anonClient()
    await half.auth.signInWithPassword({ email, password })
    expect((await half.from('audit_log').select()).data).toEqual([])
    expect((await half.rpc('undo_change_set', { of_set: line?.change_set })).status).toBe(404)
    expect((await client.rpc('undo_change_set', { of_set: line?.change_set })).error).toBeNull()
  })
})

test('runs of long work are seen live by those who may watch them, and by nobody else', async () => {
  const heard: Record<'viewer' | 'editor', unknown[]> = { viewer: [], editor: [] }
  for (const name of ['viewer', 'editor'] as const) {
    const { client } = people[name]
    await client.realtime.setAuth()
    const filter = { event: '*', schema: 'public', table: 'job_runs' } as const
    await streaming(
      client.channel(randomUUID()).on('postgres_changes', filter, ({ new: row }) => heard[name].push(row)),
    )
  }
  const { data: run } = await people.editor.client.rpc('start_job', {
    ...{ kind_param: 'undo-change-set', args_param: { change_set: randomUUID() } },
  })
  await people.editor.client.rpc('cancel_job', { run_id: run })
  const cancelled = expect.objectContaining({ id: run, status: 'cancelled', started_by: people.editor.user.id })
  await until(() => heard.editor.length >= 2, 'both changes of the run')
  expect(heard.editor).toContainEqual(cancelled)
  expect(heard.viewer).toEqual([])
})
