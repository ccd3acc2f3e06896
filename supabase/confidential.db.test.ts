import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addStaff, asCaller, type Caller, STAFF } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
})
afterAll(() => db.drop())

const call = (caller: Caller, sql: string, values: unknown[] = []) =>
  asCaller(db, caller, async (client) => (await client.query(sql, values)).rows)
const owner = async (sql: string, values: unknown[] = []) => (await db.pools.owner.query(sql, values)).rows
const emailOf = (who: keyof typeof STAFF) => `${STAFF[who]}@staff.example`

describe('the outbox', () => {
  const LINK = 'open https://dahlia.example/auth/v1/verify?token=x'
  async function bodyFor(reader: Caller, mail: { kind: string; recipient: string }) {
    await owner('delete from _platform.outbox')
    await owner(
      `insert into _platform.outbox (channel, kind, recipient, body_text, body_html) values ('email', $1, $2, $3, $3)`,
      [mail.kind, mail.recipient, LINK],
    )
    const [row] = await call(reader, 'select body_text from public.read_outbox()')
    return row.body_text
  }

  test.each([
    'confirmation',
    'recovery',
    'magic_link',
    'invite',
    'email_change',
    'reauthentication',
  ])('shows an admin no link or code (%s) of another one who works here', async (kind) => {
    await owner('update auth.users set last_sign_in_at = now() where id = any ($1)', [Object.values(STAFF)])
    const recipient = emailOf('second admin').toUpperCase()
    expect(await bodyFor('admin', { kind, recipient })).toContain('Only its recipient')
    expect(await bodyFor('second admin', { kind, recipient })).toBe(LINK)
  })

  test('shows mails of visitors, and an invitation until it was accepted', async () => {
    await owner('update auth.users set last_sign_in_at = null where id = $1', [STAFF.editor])
    for (const mail of [
      { kind: 'recovery', recipient: 'visitor@test.example' },
      { kind: 'invite', recipient: emailOf('editor') },
      { kind: 'contact', recipient: emailOf('second admin') },
    ]) {
      expect(await bodyFor('admin', mail)).toBe(LINK)
    }
  })

  test('shows no link that was sent to the new address of somebody who works here', async () => {
    await owner(`update auth.users set email_change = 'new@staff.example' where id = $1`, [STAFF['second admin']])
    const mail = { kind: 'email_change', recipient: 'new@staff.example' }
    expect(await bodyFor('admin', mail)).toContain('Only its recipient')
  })

  test('asks an old session for the password before it shows what signs staff in, its own too', async () => {
    const session = randomUUID()
    await owner('insert into auth.sessions (id, user_id) values ($1, $2)', [session, STAFF.admin])
    await owner(
      `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       values (gen_random_uuid(), $1, now(), now() - interval '1 hour', 'password')`,
      [session],
    )
    await owner('update auth.users set last_sign_in_at = null where id = $1', [STAFF.editor])
    const read = (sql: string) =>
      asCaller(db, 'admin', async (client) => (await client.query(sql)).rows, { claims: { session_id: session } })
    for (const mail of [
      { kind: 'magic_link', recipient: emailOf('admin') },
      { kind: 'recovery', recipient: emailOf('admin') },
      { kind: 'invite', recipient: emailOf('editor') },
    ]) {
      await bodyFor('admin', mail)
      const sql = 'select body_text, needs_proof from public.read_outbox()'
      expect(await read(sql)).toEqual([
        { body_text: expect.stringContaining('Enter your password to read this'), needs_proof: true },
      ])
      await expect(read('select from public.read_outbox(50, true)')).rejects.toMatchObject({ code: 'PT428' })
      await owner('update auth.mfa_amr_claims set updated_at = now() where session_id = $1', [session])
      expect(await read(sql)).toEqual([{ body_text: LINK, needs_proof: false }])
      expect(await read('select body_text from public.read_outbox(50, true)')).toEqual([{ body_text: LINK }])
      await owner(`update auth.mfa_amr_claims set updated_at = now() - interval '1 hour' where session_id = $1`, [
        session,
      ])
    }
    await bodyFor('admin', { kind: 'recovery', recipient: 'visitor@test.example' })
    expect(await read('select body_text from public.read_outbox()')).toEqual([{ body_text: LINK }])
  })
})

test.each([
  `insert into public.blocked_offers (feed_id, external_id) values (1, 'any')`,
  'delete from public.blocked_offers',
  `update public.blocked_offers set external_id = 'other'`,
])('nobody writes by hand which offers are blocked: %s', async (sql) => {
  for (const caller of ['editor', 'admin', 'service'] as const) {
    await expect(call(caller, sql)).rejects.toThrow('permission denied')
  }
})

describe('a run of long work', () => {
  const start = async (caller: Caller, kind: string, args: object): Promise<string> =>
    (await call(caller, 'select public.start_job($1, $2) as id', [kind, args]))[0].id
  const PERSONAL = { table: 'newsletter_subscribers', filter: [], changes: { source_page: '/ada@private.example' } }

  test('on a table of admins is seen, cancelled and started again by admins alone', async () => {
    const id = await start('admin', 'bulk-change', PERSONAL)
    expect(await call('editor', 'select args from public.job_runs where id = $1', [id])).toEqual([])
    await expect(call('editor', 'select public.cancel_job($1)', [id])).rejects.toThrow('no such job')
    await call('admin', 'select public.cancel_job($1)', [id])
    await expect(call('editor', 'select public.retry_job($1)', [id])).rejects.toThrow('no such job')
    await expect(start('editor', 'bulk-change', PERSONAL)).rejects.toThrow('You may not start this job')
  })

  test('that undoes what an admin changed is for admins, and says at once what it cannot undo', async () => {
    await call('admin', `insert into public.networks (id, name) values ('confidential', 'N')`)
    const [line] = await owner(`select change_set from public.audit_log where row_key = 'confidential'`)
    await expect(start('editor', 'undo-change-set', line)).rejects.toThrow('You may not start this job')
    const id = await start('admin', 'undo-change-set', line)
    expect(await owner('select for_role from public.job_runs where id = $1', [id])).toEqual([{ for_role: 'admin' }])
    for (const args of [{ change_set: 'nope' }, {}]) {
      await expect(start('editor', 'undo-change-set', args)).rejects.toThrow('There is no such change to undo')
    }
  })
})
