import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemoShop } from '#demo/seed/seed-demo-shop.ts'
import { silentLog } from '#platform'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { KINDS } from '../kinds.ts'
import { startWorker, type Worker } from '../worker.ts'
import { startDueFeeds } from './feed-clock.ts'
import { feedWork } from './feed-work.ts'

let db: TestDatabase
let dataDir: string
let worker: Worker
beforeAll(async () => {
  db = await testDatabase('shop')
  dataDir = await mkdtemp(join(tmpdir(), 'dahlia-demo-feed-'))
  await seedDemoShop({ pool: db.pools.owner })
  const feeds = feedWork({ dataDir, maxBytes: 1e9, settings: {} })
  // Without its clock: the test turns it.
  worker = await startWorker({ databaseUrl: db.url, kinds: [...KINDS, feeds.kind], log: silentLog })
})
afterAll(async () => {
  await worker.stop()
  await db.drop()
  await rm(dataDir, { recursive: true, force: true })
})
const query = async (sql: string) => (await db.pools.owner.query(sql)).rows
const runs = () => query(`select kind, status, trigger from public.feed_runs where trigger = 'schedule'`)
const shownPrices = async () =>
  (
    await query(
      'select count(*)::int as n from public.products where price is not null and price_as_of(products) > now() - interval $$72 hours$$',
    )
  )[0].n
/** As if the shop had been started four days ago, and stood since. */
const fourDaysLater = () =>
  query(`update public.feeds set checked_at = checked_at - interval '4 days';
    update public.products set observed_at = observed_at - interval '4 days';
    update private.feed_clocks set last_slot = last_slot - interval '4 days'`)

test('the demo shop renews its prices by the schedule, and nothing else runs in a new shop', async () => {
  await startDueFeeds(db.pools.owner, { settings: {} })
  expect(await runs()).toEqual([])
  const fresh = await shownPrices()
  expect(fresh).toBeGreaterThan(500)
  await fourDaysLater()
  expect(await shownPrices()).toBe(0)
  await startDueFeeds(db.pools.owner, { settings: {} })
  await eventually(async () =>
    expect(await runs()).toEqual([{ kind: 'demo', status: 'succeeded', trigger: 'schedule' }]),
  )
  expect(await shownPrices()).toBe(fresh)
})

test('a demo whose products were taken away does not come back', async () => {
  await query('delete from public.products')
  await fourDaysLater()
  await startDueFeeds(db.pools.owner, { settings: {} })
  expect(await runs()).toHaveLength(1)
  const [{ id }] = await query(`select public.start_feed_run('demo') as id`)
  expect(await query(`select status, message from public.feed_runs where id = ${id}`)).toEqual([
    { status: 'failed', message: 'This shop shows no products of the demo, and they do not come back by themselves.' },
  ])
  expect(await query('select id from public.products')).toEqual([])
})
