import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createPlatform, defaultConfig, type Platform, silentLog } from '#platform'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { createFunctionCall, FUNCTIONS } from './function-calls.ts'

const SECRET = 'sb_secret_feed_mails'
let db: TestDatabase
let platform: Platform
beforeAll(async () => {
  db = await testDatabase('shop')
  platform = await createPlatform({
    databaseUrl: db.url,
    loginPassword: inject('loginPassword'),
    keys: {
      ...{ publishable: 'sb_publishable_feed_mails', secret: SECRET, signingKeys: [], required: true },
      jwtSecret: 'a-secret-for-this-test-of-32-characters',
    },
    config: defaultConfig(),
    publicUrl: 'http://shop.example',
    storageDir: '/nonexistent',
    functionsDir: FUNCTIONS,
    functions: { settings: { SITE_URL: 'https://shop.example' }, enqueue: async () => 'queued' },
    log: silentLog,
  })
  await sql(
    `with staff as (
       insert into auth.users (id, email, email_confirmed_at) values
         (gen_random_uuid(), 'editor@a.example', now()), (gen_random_uuid(), 'admin@a.example', now()),
         (gen_random_uuid(), 'viewer@a.example', now()), (gen_random_uuid(), 'unproven@a.example', null)
       returning id, email)
     insert into public.user_roles (user_id, role)
     select id, case email when 'admin@a.example' then 'admin' when 'viewer@a.example' then 'viewer' else 'editor' end::public.app_role
     from staff`,
  )
})
afterAll(async () => {
  await platform.close()
  await db.drop()
})
beforeEach(async () => {
  await sql('truncate public.feed_runs, private.feed_mails, _platform.outbox cascade')
})

const sql = async (text: string, values: unknown[] = []) => (await db.pools.owner.query(text, values)).rows
const work = () =>
  createFunctionCall({
    fetch: (input, init) => platform.fetch(new Request(input, init)),
    siteUrl: 'http://shop.example',
    secretKey: SECRET,
  })('mail-feed-troubles', {}, { id: 'test', signal: AbortSignal.timeout(60_000) })
const run = (kind: string, status: string, message: string | null, finished = 'now()') =>
  sql(
    `insert into public.feed_runs (network_id, source_name, kind, status, message, finished_at)
     select network_id, kind, kind, $2, $3, ${finished} from private.feed_kinds where kind = $1`,
    [kind, status, message],
  )
const mails = () => sql('select recipient, subject, body_text from _platform.outbox order by subject, recipient')

test('a failed run mails editors and admins whose address is proven, with the sentence and the way there', async () => {
  await run('awin', 'failed', 'Awin refuses the credentials (403).')
  const [{ id }] = await sql('select id from public.feed_runs')
  await work()
  const sent = await mails()
  expect(sent.map(({ recipient }) => recipient)).toEqual(['admin@a.example', 'editor@a.example'])
  expect(sent[0]?.subject).toBe('[Dahlia] The import of Awin failed')
  expect(sent[0]?.body_text).toContain('Awin refuses the credentials (403).')
  expect(sent[0]?.body_text).toContain(`https://shop.example/admin/feeds/runs/${id}`)
})

test('each cause is mailed once a day, whatever numbers its sentence has', async () => {
  await run('shopify', 'failed', 'Row 12 is broken.')
  await work()
  await run('shopify', 'failed', 'Row 15 is broken.')
  await work()
  expect(await mails()).toHaveLength(2)
  await run('shopify', 'held', 'Published nothing: 3 of 20 known prices moved by half or more.')
  await run('cj', 'failed', 'Row 12 is broken.')
  await work()
  expect(await mails()).toHaveLength(6)
  await sql('update private.feed_mails set day = day - 1')
  await work()
  expect(await mails()).toHaveLength(12)
})

test('what was published for more than two days ago is told, unless its schedule is paused', async () => {
  await run('awin', 'succeeded', null, `now() - interval '49 hours'`)
  await run('cj', 'succeeded', null, `now() - interval '47 hours'`)
  await run('sovrn', 'succeeded', null, `now() - interval '90 hours'`)
  await sql(`insert into public.feed_schedules (kind, at_time, is_paused) values ('sovrn', '09:00', true)`)
  await work()
  expect((await mails()).map(({ subject }) => subject)).toEqual(
    Array(2).fill('[Dahlia] Awin was not imported for two days'),
  )
})

test('a mail that was planned and not handed over goes out the next time, once', async () => {
  await run('awin', 'failed', 'It broke.')
  await sql('select private.plan_feed_mails()')
  await work()
  await work()
  expect(await mails()).toHaveLength(2)
})

test('runs that ended well are nobody’s mail', async () => {
  await run('awin', 'succeeded', null)
  await run('cj', 'cancelled', 'Cancelled.')
  await work()
  expect(await mails()).toEqual([])
})
