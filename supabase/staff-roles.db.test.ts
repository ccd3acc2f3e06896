import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

type Caller = 'anon' | 'viewer' | 'editor' | 'admin' | 'service'

const PEOPLE: Record<'viewer' | 'editor' | 'admin', string> = {
  viewer: '00000000-0000-4000-8000-000000000001',
  editor: '00000000-0000-4000-8000-000000000002',
  admin: '00000000-0000-4000-8000-000000000003',
}

const REASON = `set local app.reason = 'test'`

/** What the table of rights cannot say: roles that are given, taken, or not proven by the session. */
describe('a role of the back office', () => {
  let db: TestDatabase
  let client: pg.PoolClient
  beforeAll(async () => {
    db = await testDatabase('shop')
    client = await db.pools.owner.connect()
    await client.query(`insert into auth.users (id) select unnest($1::uuid[])`, [Object.values(PEOPLE)])
    for (const [role, id] of Object.entries(PEOPLE)) {
      await client.query('insert into public.user_roles (user_id, role) values ($1, $2)', [id, role])
    }
    await client.query(
      `insert into public.products (id, product_name, merchant_name, affiliate_link) values (990001, 'Fixture', 'Fixture', 'https://a.example/')`,
    )
  })
  afterAll(async () => {
    client.release(true)
    await db.drop()
  })

  async function become(caller: Caller, more: Record<string, unknown>) {
    const claims =
      caller === 'anon' || caller === 'service'
        ? {}
        : {
            sub: PEOPLE[caller],
            role: 'authenticated',
            user_metadata: { role: 'admin' },
            app_metadata: { role: 'admin' },
            ...more,
          }
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)])
    const role = caller === 'anon' ? 'anon' : caller === 'service' ? 'service_role' : 'authenticated'
    await client.query(`set local role ${role}`)
  }

  /** Rows that a statement touches as the caller, 'refused' without the right; everything is undone. */
  async function attempt(
    caller: Caller,
    before: string[],
    sql: string,
    claims: Record<string, unknown> = {},
  ): Promise<number | 'refused'> {
    await client.query('begin')
    try {
      for (const statement of before) await client.query(statement)
      await become(caller, claims)
      return (await client.query(sql)).rowCount ?? 0
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === '42501') return 'refused'
      throw error
    } finally {
      await client.query('rollback')
    }
  }

  test('an admin gives roles; others are refused; the last admin keeps theirs', async () => {
    const give = (id: string, role: string) => `select public.update_user_role('${id}', '${role}')`
    expect(await attempt('admin', [], give(PEOPLE.viewer, 'editor'))).toBe(1)
    expect(await attempt('service', [], give(PEOPLE.viewer, 'admin'))).toBe(1)
    for (const caller of ['anon', 'viewer', 'editor'] as const) {
      expect(await attempt(caller, [], give(PEOPLE.viewer, 'admin'))).toBe('refused')
    }
    await expect(attempt('admin', [], give(PEOPLE.admin, 'viewer'))).rejects.toThrow('The last admin keeps the role')
    for (const caller of ['admin', 'service'] as const) {
      for (const taken of ['delete from public.user_roles', `update public.user_roles set role = 'viewer'`]) {
        const last = `${taken} where user_id = '${PEOPLE.admin}'`
        await expect(attempt(caller, [REASON], last), `${caller}: ${last}`).rejects.toThrow(
          'The last admin keeps the role',
        )
      }
    }
    const second = `update public.user_roles set role = 'admin' where user_id = '${PEOPLE.editor}'`
    expect(await attempt('service', [second], `delete from public.user_roles where user_id = '${PEOPLE.admin}'`)).toBe(
      1,
    )
  })

  test('a role is changed from the one that was seen, and from no other [B7.82]', async () => {
    const give = (began: string) => `select public.update_user_role('${PEOPLE.editor}', 'viewer', '${began}')`
    expect(await attempt('admin', [], give('editor'))).toBe(1)
    await expect(attempt('admin', [], give('none'))).rejects.toThrow(
      'Somebody changed this role meanwhile: it was none, and is editor now',
    )
  })

  const change = `update public.user_roles set role = 'viewer' where user_id = '${PEOPLE.editor}'`

  test.each([
    `insert into public.user_roles (user_id, role) values (gen_random_uuid(), 'viewer')`,
    change,
    `delete from public.user_roles where user_id = '${PEOPLE.editor}'`,
  ])('no role changes in the table without a reason: %s', async (sql) => {
    await expect(attempt('admin', [], sql)).rejects.toThrow('Say in a few words why')
    const nothing = `set local app.reason = '\u00a0\u200b \t'`
    await expect(attempt('admin', [nothing], sql)).rejects.toThrow('Say in a few words why')
  })

  const reasonOf = async (before: string[], sql: string) => {
    await client.query('begin')
    try {
      for (const statement of before) await client.query(statement)
      await become('admin', {})
      await client.query(sql)
      await client.query('reset role')
      return (await client.query('select reason from public.audit_log order by id desc limit 1')).rows[0]?.reason
    } finally {
      await client.query('rollback')
    }
  }

  test('the reason of a change over REST is the header x-reason', async () => {
    const headers = `set local "request.headers" = '{"x-reason": "left the shop"}'`
    expect(await reasonOf([headers], change)).toBe('left the shop')
  })

  test('update_user_role, which takes none, is told as such', async () => {
    const give = `select public.update_user_role('${PEOPLE.viewer}', 'editor')`
    expect(await reasonOf([], give)).toBe('update_user_role was called, which takes no reason')
    expect(await reasonOf([`set local "request.headers" = '{"x-reason": "helps out"}'`], give)).toBe('helps out')
  })

  test('people see their own role and admins see every role', async () => {
    const ask = (id: string) => `select role from public.get_user_role('${id}')`
    expect(await attempt('editor', [], ask(PEOPLE.editor))).toBe(1)
    expect(await attempt('editor', [], ask(PEOPLE.admin))).toBe(0)
    expect(await attempt('admin', [], ask(PEOPLE.editor))).toBe(1)
    expect(await attempt('anon', [], ask(PEOPLE.editor))).toBe('refused')
  })

  test('a role that was taken away counts no more, whatever the token says', async () => {
    const taken = `delete from public.user_roles where user_id = '${PEOPLE.editor}'`
    expect(await attempt('editor', [taken], `insert into public.pages (name, url) values ('A', '/x')`)).toBe('refused')
  })

  test('the role of somebody with a second factor counts once the session has shown it', async () => {
    const enrol = (status: string) =>
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), '${PEOPLE.admin}', 'totp', '${status}', now(), now())`
    const write = `insert into public.networks (id, name) values ('factor', 'A')`
    expect(await attempt('admin', [enrol('verified')], write, { aal: 'aal1' })).toBe('refused')
    expect(await attempt('admin', [enrol('verified')], write)).toBe('refused')
    expect(await attempt('admin', [enrol('verified')], write, { aal: 'aal2' })).toBe(1)
    expect(await attempt('admin', [enrol('unverified')], write, { aal: 'aal1' })).toBe(1)
  })

  test('an application that somebody signs in to does not get their role', async () => {
    const write = `insert into public.networks (id, name) values ('app', 'A')`
    const application = '00000000-0000-4000-8000-00000000000a'
    expect(await attempt('admin', [], write, { client_id: application })).toBe('refused')
    expect(await attempt('admin', [], write)).toBe(1)
  })

  test('an edited price keeps its history', async () => {
    await client.query('begin')
    await client.query(`update public.products set price = 10 where id = 990001`)
    await client.query(`update public.products set price_changed_at = now() - interval '1 day' where id = 990001`)
    await client.query(`update public.products set price = 8 where id = 990001`)
    const { rows } = await client.query(
      `select price from public.price_history where product_id = 990001 and price is not null`,
    )
    await client.query('rollback')
    expect(rows).toEqual([{ price: '10' }])
  })
})
