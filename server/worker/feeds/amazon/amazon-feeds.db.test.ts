import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '#platform'
import {
  asinOf,
  CREDENTIAL_ID,
  CREDENTIAL_SECRET,
  type FakeAmazon,
  PARTNER_TAG,
  startFakeAmazon,
} from '#tests/fakes/amazon/amazon.ts'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { keepPriceLimits } from '../../../boot/price-limits.ts'
import { startWorker, type Worker } from '../../worker.ts'
import { feedWork } from '../feed-work.ts'

let db: ShopUnderTest
let dataDir: string
let amazon: FakeAmazon
let worker: Worker
beforeAll(async () => {
  db = await testShop()
  dataDir = await mkdtemp(join(tmpdir(), 'dahlia-amazon-'))
  amazon = await startFakeAmazon()
  const settings = {
    ...{ AMAZON_CREDENTIAL_ID: CREDENTIAL_ID, AMAZON_CREDENTIAL_SECRET: CREDENTIAL_SECRET },
    ...{ AMAZON_CREDENTIAL_VERSION: '3.1', AMAZON_PARTNER_TAG: PARTNER_TAG },
  }
  const feeds = feedWork({ dataDir, maxBytes: 1e9, settings, fetch: amazon.fetch, wait: async () => {}, retryMs: [] })
  worker = await startWorker({ databaseUrl: db.url, kinds: [feeds.kind], log: silentLog })
})
afterEach(async () => {
  amazon.damage(() => null)
  amazon.alter((item) => item)
  amazon.asked.length = 0
  await query('update private.network_calls set calls = 0')
})
afterAll(async () => {
  await worker.stop()
  await amazon.close()
  await db.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const query = async (sql: string, values: unknown[] = []) => (await db.pools.owner.query(sql, values)).rows
const asVisitor = async (sql: string) => (await db.visitor.query(sql)).rows
async function imported(kind: string, dryRun = false) {
  const [{ id }] = await query('select public.start_feed_run($1, $2, $3) as id', [kind, '{}', dryRun])
  const runOf = async () => (await query('select * from public.feed_runs where id = $1', [id]))[0]
  await eventually(async () => expect((await runOf()).finished_at).not.toBeNull(), { timeout: 120_000 })
  return runOf()
}
const calls = () => amazon.asked.filter(({ url }) => url.startsWith('https://creatorsapi.amazon/'))
const askedItems = () => calls().flatMap(({ body }) => JSON.parse(body).itemIds ?? [])
const addItems = (...numbers: number[]) =>
  query(
    `insert into public.amazon_products (product_title, product_url, asin)
     select 'Title of staff ' || asin, 'https://www.amazon.com/dp/' || asin, asin from unnest($1::text[]) as asin`,
    [numbers.map(asinOf)],
  )
const itemOf = async (index: number) =>
  (await query('select * from public.amazon_products where asin = $1', [asinOf(index)]))[0]
const withPrice = (amount: number) => (item: Record<string, unknown>) => ({
  ...item,
  offersV2: { listings: [{ isBuyBoxWinner: true, price: { money: { amount, currency: 'USD' } } }] },
})
const offersOf = (index: number) =>
  query(
    `select price, product_name, image_url, source, merchant_name, delisted_at is null as listed, affiliate_link
     from public.products where source = 'amazon' and external_id = $1`,
    [asinOf(index)],
  )

describe('prices of items that are known', () => {
  test('are renewed ten a call, with the titles that staff wrote and without a picture [B7.97]', async () => {
    await addItems(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16)
    amazon.alter(withPrice(12.5))
    const run = await imported('amazon-update')
    expect(run).toMatchObject({ status: 'succeeded', rows_read: '12', rows_changed: '11', rows_rejected: '1' })
    expect(run.message).toBe('Amazon has a price for 11 of 12 items.')
    expect(run.rejected_by_reason).toEqual({ 'Amazon does not give it: ItemNotAccessible': 1 })
    expect(calls()).toHaveLength(2)
    expect(await itemOf(1)).toMatchObject({ price: '12.5', image_url: null })
    expect((await itemOf(1)).product_title).toContain('Title of staff')
    expect((await itemOf(1)).price_observed_at.getTime()).toBeGreaterThan(Date.now() - 300_000)
  })

  test('that were asked about longest ago come first, as far as the calls go', async () => {
    await query(`update private.amazon_items set checked_at = now() - interval '5 hours' where asin = $1`, [asinOf(7)])
    await addItems(12)
    await query('update private.network_calls set calls = 8599')
    await imported('amazon-update')
    expect(calls()).toHaveLength(1)
    expect(askedItems().slice(0, 2)).toEqual([asinOf(12), asinOf(7)])
  })

  test('wait for the next day when this day’s calls are used up, over all runs', async () => {
    await query('update private.network_calls set calls = 8600')
    const before = await itemOf(1)
    expect(await imported('amazon-update')).toMatchObject({
      status: 'succeeded',
      message: expect.stringContaining('used up'),
    })
    expect(calls()).toEqual([])
    expect(await itemOf(1)).toEqual(before)
  })

  test('count each try, and end with the sentence of the day when the last is taken meanwhile', async () => {
    const [{ day }] = await query('select day from private.network_calls')
    amazon.damage(({ url }) => (url.endsWith('getItems') ? { kind: 'status', status: 503 } : null))
    await query('update private.network_calls set calls = 8598 where day = $1', [day])
    const run = await imported('amazon-update')
    expect(run).toMatchObject({ status: 'succeeded', message: expect.stringContaining('used up') })
    expect(calls()).toHaveLength(2)
    expect(await query('select calls from private.network_calls where day = $1', [day])).toEqual([{ calls: 8600 }])
  })

  test('are gone when Amazon has none, and the item stays', async () => {
    amazon.alter((item) => ({ ...item, offersV2: { listings: [] } }))
    await imported('amazon-update')
    expect(await itemOf(1)).toMatchObject({ price: null, product_url: `https://www.amazon.com/dp/${asinOf(1)}` })
  })

  test('are told by a preview, which changes nothing', async () => {
    amazon.alter(withPrice(20))
    expect(await imported('amazon-update', true)).toMatchObject({ status: 'previewed', rows_changed: '12' })
    expect((await itemOf(1)).price).toBeNull()
  })

  test('that came before Amazon failed are kept', async () => {
    amazon.alter(withPrice(21))
    amazon.damage(({ url }) => (url.endsWith('getItems') && calls().length > 1 ? { kind: 'html' } : null))
    expect(await imported('amazon-update')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('web page'),
    })
    const [{ n }] = await query('select count(*)::int as n from public.amazon_products where price = 21')
    expect(n).toBeGreaterThan(0)
  })

  test('need an associate with sales, and what to do is told [B7.94]', async () => {
    const body = '{"type":"AccessDeniedException","reason":"AssociateNotEligible"}'
    amazon.damage(({ url }) => (url.endsWith('getItems') ? { kind: 'status', status: 403, body } : null))
    expect(await imported('amazon-update')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('ten qualified sales within 30 days. Everything else works without'),
    })
  })
})

describe('what Amazon sells beside another shop', () => {
  test('is a further offer of the same GTIN, and nothing else joins the catalogue', async () => {
    amazon.alter(withPrice(33))
    const gtin = amazon.know(5)
    await query(
      `insert into public.products (product_name, merchant_name, affiliate_link, price, gtin, category)
       values ('Lamp', 'Loam', 'https://loam.example/1', 40, $1, 'Home')`,
      [gtin],
    )
    expect(await imported('amazon-update')).toMatchObject({ message: expect.stringContaining('1 are further offers') })
    expect(await offersOf(5)).toMatchObject([{ price: '33', image_url: null, merchant_name: 'Amazon', listed: true }])
    expect((await query(`select id from public.products where source = 'amazon'`)).length).toBe(1)
    const [{ items }] = await query(
      'select count(distinct item_id)::int as items from public.products where gtin = $1',
      [gtin],
    )
    expect(items).toBe(1)
    const [times] = await query(
      `select observed_at <= checked_at as earlier from public.products
       join private.amazon_items on asin = external_id where source = 'amazon'`,
    )
    expect(times.earlier).toBe(true)
  })

  test('loses its price when Amazon gives none, and keeps the fields that staff changed', async () => {
    await query(`update public.products set product_name = 'Lamp of staff' where source = 'amazon'`)
    amazon.alter((item) => ({ ...item, offersV2: { listings: [] } }))
    await imported('amazon-update')
    expect(await offersOf(5)).toMatchObject([{ price: null, listed: true, product_name: 'Lamp of staff' }])
  })

  test('leaves the shop with the last other offer, and comes back with it', async () => {
    amazon.alter(withPrice(34))
    await query(`update public.products set delisted_at = now() where merchant_name = 'Loam'`)
    await imported('amazon-update')
    expect(await offersOf(5)).toMatchObject([{ listed: false }])
    await query(`update public.products set delisted_at = null where merchant_name = 'Loam'`)
    await imported('amazon-update')
    expect(await offersOf(5)).toMatchObject([{ listed: true, price: '34' }])
  })
})

describe('finding items', () => {
  test('takes what saved searches find, up to their number [B7.94]', async () => {
    await query(`update private.amazon_gtins set asked_at = now()`)
    await query(
      `insert into public.saved_searches (network_id, words, category, max_rows) values ('amazon', 'yoga mat', 'Sports', 13)`,
    )
    const run = await imported('amazon')
    expect(run).toMatchObject({ status: 'succeeded', rows_new: '13' })
    expect(await itemOf(100)).toMatchObject({ category: 'Sports', image_url: null, marketplace: 'www.amazon.com' })
    expect(await itemOf(113)).toBeUndefined()
    expect(await imported('amazon')).toMatchObject({ rows_new: '0' })
  })

  test('does not bring back what staff deleted', async () => {
    await query('delete from public.amazon_products where asin = $1', [asinOf(100)])
    expect(await imported('amazon')).toMatchObject({ rejected_by_reason: { 'deleted by an editor': 1 } })
    expect(await itemOf(100)).toBeUndefined()
  })

  test('renews the titles that Amazon wrote', async () => {
    amazon.alter((item) => ({ ...item, itemInfo: { title: { displayValue: 'Another title' } } }))
    await imported('amazon')
    expect((await itemOf(101)).product_title).toBe('Another title')
    expect((await itemOf(1)).product_title).toContain('Title of staff')
  })

  test('looks for products by their GTIN, once a month, and takes no other item', async () => {
    await query('delete from public.saved_searches')
    const gtin = amazon.know(300)
    await query(
      `insert into public.products (product_name, merchant_name, affiliate_link, price, gtin)
       values ('Cup', 'Loam', 'https://loam.example/2', 9, $1), ('Pen', 'Loam', 'https://loam.example/3', 9, '4006381333931')`,
      [gtin],
    )
    expect(await imported('amazon')).toMatchObject({ status: 'succeeded', rows_new: '1' })
    expect(await offersOf(300)).toMatchObject([{ listed: true }])
    expect(await imported('amazon')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('nothing to look for at Amazon'),
    })
  })
})

test('a visitor never reads a price of Amazon that is a day old, not even one that is written old', async () => {
  await query(
    `insert into public.amazon_products (product_title, product_url, price, price_observed_at)
     values ('Old', 'https://www.amazon.com/dp/B000000001', 7777, now() - interval '25 hours')`,
  )
  expect(await asVisitor(`select price from public.amazon_products where product_title = 'Old'`)).toEqual([
    { price: null },
  ])
  amazon.alter(withPrice(8888))
  await imported('amazon-update')
  expect(await asVisitor('select asin from public.amazon_products where price = 8888')).not.toEqual([])
  expect(await asVisitor(`select id from public.products where price = 8888`)).toHaveLength(2)
  // A day passes in which Amazon cannot be asked.
  await query(`alter table public.amazon_products disable trigger drop_overdue_price`)
  await query(
    `update public.amazon_products set price_observed_at = now() - interval '24 hours' where price is not null`,
  )
  await query(`alter table public.amazon_products enable trigger drop_overdue_price`)
  await query(`update public.products set observed_at = now() - interval '24 hours' where source = 'amazon'`)
  await keepPriceLimits(db.pools.owner)
  expect(await asVisitor('select asin from public.amazon_products where price is not null')).toEqual([])
  expect(await asVisitor(`select id from public.products where source = 'amazon' and price is not null`)).toEqual([])
})
