import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDemoShop } from '#demo/seed/seed-demo-shop.ts'
import { defaultConfig, type Retained, silentLog } from '#platform'
import { deleteOld, retainedByAuth } from '#platform/testing'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { readConfig } from './config.ts'
import { purgeRareWords, retainedByShop } from './retention.ts'

const DAY_MS = 86_400_000

describe('what is old', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await testDatabase('shop')
    await seedDemoShop({ pool: db.pools.owner })
  })
  afterAll(() => db.drop())

  const shop = retainedByShop(readConfig({}))
  const auth = retainedByAuth(defaultConfig().platform)
  const run = (retained: readonly Retained[], days = 0) =>
    deleteOld({ db: db.pools.owner, retained, now: new Date(Date.now() + days * DAY_MS), log: silentLog })
  const count = async (table: string, condition = 'true') => {
    const { rows } = await db.pools.owner.query(`select count(*)::int as rows from ${table} where ${condition}`)
    return rows[0].rows
  }

  test('is found by every line of the table without an error, and a young shop loses nothing', async () => {
    const deleted = await run([...auth, ...shop])
    expect(Object.keys(deleted)).toHaveLength(auth.length + shop.length)
    expect(deleted['delisted products, with their history, images and search documents']).toBe(0)
    expect(await count('public.products')).toBeGreaterThan(100)
  })

  test('is deleted in as many slices as it takes, and what somebody uses is left to the next time', async () => {
    await db.pools.owner.query(
      `insert into auth.audit_log_entries (id, created_at, ip_address)
       select gen_random_uuid(), now() - interval '91 days', '' from generate_series(1, 1234)
       union all select gen_random_uuid(), now() - interval '89 days', '' from generate_series(1, 5)`,
    )
    const session = await db.pools.owner.connect()
    await session.query('begin')
    await session.query(
      `select from auth.audit_log_entries where created_at < now() - interval '90 days' limit 1 for update`,
    )
    const audit = auth
      .filter(({ table }) => table === 'auth.audit_log_entries')
      .map((each) => ({ ...each, sliceRows: 100 }))
    expect(await run(audit)).toEqual({ 'audit entries': 1233 })
    await session.query('rollback')
    session.release()
    expect(await run(audit)).toEqual({ 'audit entries': 1 })
    expect(await count('auth.audit_log_entries')).toBe(5)
  })

  test('is kept for ever where the operator says so', async () => {
    const forever = retainedByShop(readConfig({ KEEP_FIGURES_DAYS: '0' }))
    expect(
      await run(
        forever.filter(({ what }) => what === 'daily figures'),
        9999,
      ),
    ).toEqual({})
  })

  test('in one table that refuses does not keep the others', async () => {
    const warned: object[] = []
    const deleted = await deleteOld({
      db: db.pools.owner,
      retained: [
        { what: 'broken', table: 'public.nowhere', condition: 'true', days: 1 },
        { what: 'fine', table: 'private.newsletter_tokens', condition: 'expires_at < $1', days: 1 },
      ],
      now: new Date(),
      log: { ...silentLog, warn: (fields) => warned.push(fields) },
    })
    expect(deleted).toEqual({ fine: 0 })
    expect(warned).toMatchObject([{ what: 'broken' }])
  })

  test('accounts go that were never confirmed, and no others', async () => {
    await db.pools.owner.query(
      `insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at, last_sign_in_at, is_anonymous, created_at, updated_at)
       select null, gen_random_uuid(), 'authenticated', 'authenticated', kind || '@shop.example',
         case when kind = 'confirmed' then now() end, case when kind = 'signed.in' then now() end, kind = 'guest',
         now() - age, now() - age
       from (values ('never', interval '31 days'), ('young', interval '29 days'), ('confirmed', interval '31 days'),
         ('signed.in', interval '31 days'), ('guest', interval '31 days')) as made (kind, age)`,
    )
    await run(auth)
    const { rows } = await db.pools.owner.query(
      `select split_part(email, '@', 1) as kind from auth.users where email like '%@shop.example' order by kind`,
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['confirmed', 'guest', 'signed.in', 'young'])
  })

  test('products go with all that hangs on them, and their names stay for their old addresses', async () => {
    const { rows } = await db.pools.owner.query<{ id: string }>(
      `update public.products set delisted_at = now() - interval '91 days'
       where id in (select product_id from public.price_history limit 1) returning id::text`,
    )
    const id = rows[0]?.id
    await run(shop)
    for (const table of ['public.price_history', 'private.product_documents', 'private.product_texts']) {
      expect(await count(table, `product_id = ${id}`), table).toBe(0)
    }
    expect(await count('public.products', `id = ${id}`)).toBe(0)
    expect(await count('private.deleted_products', `product_id = ${id}`)).toBe(1)
  })

  test('visitors are forgotten after the times of the privacy page', async () => {
    await db.pools.owner.query(
      `insert into public.newsletter_subscribers (email, status, consented_at, unsubscribed_at)
       select kind || '@visitors.example', status, now() - age, now() - gone
       from (values ('asked', 'pending', interval '8 days', null), ('asking', 'pending', interval '6 days', null),
         ('left', 'unsubscribed', interval '90 days', interval '31 days'),
         ('leaving', 'unsubscribed', interval '90 days', interval '29 days'),
         ('stays', 'confirmed', interval '900 days', null)) as made (kind, status, age, gone)`,
    )
    await db.pools.owner.query(
      `insert into public.contact_messages (name, email, subject, message, created_at, handled_at)
       select name, 'ada@visitors.example', 'Hello', 'Hello', now() - age, now() - handled
       from (values ('answered long ago', interval '200 days', interval '91 days'),
         ('answered lately', interval '200 days', interval '89 days'),
         ('never answered', interval '366 days', null)) as made (name, age, handled)`,
    )
    await run(shop)
    const { rows: subscribers } = await db.pools.owner.query(
      `select split_part(email, '@', 1) as kind from public.newsletter_subscribers
       where email like '%@visitors.example' order by kind`,
    )
    expect(subscribers.map(({ kind }) => kind)).toEqual(['asking', 'leaving', 'stays'])
    const { rows: messages } = await db.pools.owner.query(
      `select name from public.contact_messages where email = 'ada@visitors.example'`,
    )
    expect(messages).toEqual([{ name: 'answered lately' }])
  })

  test('events go once they are counted, in slices, and their figures stay', async () => {
    await db.pools.owner.query('truncate public.events, public.daily_events')
    await db.pools.owner.query(
      `insert into public.events (name, path, occurred_at)
       select 'page_view', '/', now() - interval '40 days' from generate_series(1, 4321)
       union all select 'page_view', '/', now() - interval '2 days'`,
    )
    // Nothing has counted them yet.
    await run(shop)
    expect(await count('public.events')).toBe(4322)
    await db.pools.owner.query('select private.roll_up_events()')
    await run(shop)
    expect(await count('public.events')).toBe(1)
    await db.pools.owner.query('select private.roll_up_events()')
    const { rows } = await db.pools.owner.query('select count::int from public.daily_events order by day')
    expect(rows).toEqual([{ count: 4321 }, { count: 1 }])
  })

  test('the last published run of a source stays, however old', async () => {
    await db.pools.owner.query(
      `insert into public.feed_runs (network_id, source_name, status, started_at)
       select 'awin', 'old.csv', status, now() - interval '200 days' from unnest(array['succeeded', 'failed', 'succeeded', 'running']) as status`,
    )
    await run(shop)
    const { rows } = await db.pools.owner.query(
      `select status from public.feed_runs where source_name = 'old.csv' order by status`,
    )
    expect(rows.map(({ status }) => status)).toEqual(['running', 'succeeded'])
  })

  test('words go that nothing in the shop has any more, all others stay', async () => {
    await db.pools.owner.query(`insert into private.search_words (word) values ('zzyzxquux')`)
    const words = async () => {
      const { rows } = await db.pools.owner.query<{ word: string }>('select word from private.search_words')
      return rows.map(({ word }) => word)
    }
    const before = await words()
    let after = ''
    do after = await purgeRareWords(db.pools.owner, after)
    while (after !== '')
    const left = new Set(await words())
    // Numbers are part of larger ones in articles, 92 of 1.92, and nobody is corrected to one.
    expect(before.filter((word) => !left.has(word) && /[a-z]/.test(word))).toEqual(['zzyzxquux'])
  })
})
