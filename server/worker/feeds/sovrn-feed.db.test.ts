import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '#platform'
import type { FakeNetwork } from '#tests/fakes/networks/fake-network.ts'
import { SECRET_KEY, SITE_KEY, startFakeSovrn } from '#tests/fakes/sovrn/sovrn.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startWorker, type Worker } from '../worker.ts'
import { feedWork } from './feed-work.ts'

const KNOWN = '4006381333931'
const UNKNOWN = '5901234123457'

let db: TestDatabase
let dataDir: string
let sovrn: FakeNetwork
let worker: Worker
beforeAll(async () => {
  db = await testDatabase('shop')
  dataDir = await mkdtemp(join(tmpdir(), 'dahlia-sovrn-'))
  sovrn = await startFakeSovrn({ [KNOWN]: 3 })
  const settings = { SOVRN_SITE_KEY: SITE_KEY, SOVRN_SECRET_KEY: SECRET_KEY }
  const feeds = feedWork({ dataDir, maxBytes: 1e9, settings, fetch: sovrn.fetch, wait: async () => {} })
  worker = await startWorker({ databaseUrl: db.url, kinds: [feeds.kind], log: silentLog })
})
afterAll(async () => {
  await worker.stop()
  await sovrn.close()
  await db.drop()
  await rm(dataDir, { recursive: true, force: true })
})
const query = async (sql: string, values: unknown[] = []) => (await db.pools.owner.query(sql, values)).rows
async function imported() {
  const [{ id }] = await query(`select public.start_feed_run('sovrn') as id`)
  const runOf = async () => (await query('select * from public.feed_runs where id = $1', [id]))[0]
  await eventually(async () => expect((await runOf()).finished_at).not.toBeNull(), { timeout: 60_000 })
  return runOf()
}
const asked = () => sovrn.asked.map(({ url }) => new URL(url).searchParams.get('barcode'))

test('without a product that has a GTIN, says so', async () => {
  expect(await imported()).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('No listed product has a GTIN'),
  })
})

test('asks for listed products, clicked ones first, adds their offers and takes nothing off the shop', async () => {
  await query(
    `insert into public.products (product_name, merchant_name, affiliate_link, price, currency, gtin) values
       ('Pen', 'Loam', 'https://loam.example/1', 3, 'USD', $1), ('Cup', 'Loam', 'https://loam.example/2', 5, 'USD', $2)`,
    [UNKNOWN, KNOWN],
  )
  await query(`insert into public.daily_events (day, key, name, product_id, count, bot_count)
    select current_date, 'clicked', 'outbound_click', id, 7, 0 from public.products where product_name = 'Cup'`)
  expect(await imported()).toMatchObject({ status: 'succeeded', rows_delisted: '0', network_id: 'sovrn' })
  expect(asked()).toEqual([KNOWN, UNKNOWN])
  const offers = await query(`select gtin, delisted_at from public.products where source = 'sovrn'`)
  expect(offers.length).toBeGreaterThan(0)
  expect(new Set(offers.map(({ gtin }) => gtin))).toEqual(new Set([KNOWN]))
  expect(await query('select id from public.products where delisted_at is not null')).toEqual([])
})

test('that finds nothing has nothing to publish', async () => {
  await query(`delete from public.products where gtin = $1`, [KNOWN])
  expect(await imported()).toMatchObject({ status: 'succeeded', message: 'Nothing was found of what was asked for.' })
})
