import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type AuthUnderTest, authUnderTest } from '../testing/auth-under-test.ts'

const FUNCTIONS = `
create table public.teams (email text primary key, team text not null);
insert into public.teams values ('ada@example.com', 'compilers');
create function public.add_team(event jsonb) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('claims', (event -> 'claims') || jsonb_build_object('team', (
    select team from public.teams where email = event -> 'claims' ->> 'email'
  )))
$$;
create function public.only_ours(event jsonb) returns jsonb language sql stable set search_path = '' as $$
  select case when event -> 'user' ->> 'email' like '%@example.com' then '{}'::jsonb
    else '{"error": {"http_code": 403, "message": "Only members may sign up"}}' end
$$;
grant usage on schema public to supabase_auth_admin;
grant select on public.teams to supabase_auth_admin;
grant execute on function public.add_team(jsonb), public.only_ours(jsonb) to supabase_auth_admin;
`

describe('functions of the operator', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  beforeAll(async () => {
    db = await testDatabase('platform')
    await db.pools.owner.query(FUNCTIONS)
    auth = await authUnderTest(db, {
      config: {
        hook: {
          custom_access_token: { enabled: true, uri: 'pg-functions://postgres/public/add_team' },
          before_user_created: { enabled: true, uri: 'pg-functions://postgres/public/only_ours' },
        },
      },
    })
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })

  test('add claims to every token, the refreshed one too', async () => {
    const client = auth.client()
    await client.auth.signUp({ email: 'ada@example.com', password: 'correct horse' })
    const { data } = await client.auth.refreshSession()
    expect(await auth.tokens.verify(data.session?.access_token ?? '')).toMatchObject({
      email: 'ada@example.com',
      team: 'compilers',
    })
  })

  test('refuse a sign-up, and nothing of it stays', async () => {
    for (const attempt of [
      () => auth.client().auth.signUp({ email: 'eve@elsewhere.example', password: 'correct horse' }),
      () => auth.client().auth.signInWithOtp({ email: 'eve@elsewhere.example' }),
    ]) {
      expect((await attempt()).error).toMatchObject({ status: 403, message: 'Only members may sign up' })
    }
    const { rowCount } = await db.pools.owner.query(`select 1 from auth.users where email like '%elsewhere%'`)
    expect(rowCount).toBe(0)
    // An admin decides for himself.
    expect((await auth.admin.createUser({ email: 'guest@elsewhere.example' })).error).toBeNull()
  })

  test.each([
    { send_email: { enabled: true, uri: 'pg-functions://postgres/public/add_team' } },
    { custom_access_token: { enabled: true, uri: 'https://hooks.example/token' } },
  ])('that would not be called stop the start: %j', async (hook) => {
    await expect(authUnderTest(db, { config: { hook } })).rejects.toThrow(/switches on what this server does not have/)
  })
})
