import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { silentLog } from '#platform'
import { leadTo } from '#tests/fakes/networks/fake-network.ts'
import { GOODS } from '#tests/fakes/shopify/products.ts'
import { type FakeStore, PUBLIC_TOKEN, STORE_DOMAIN, startFakeStore } from '#tests/fakes/shopify/store.ts'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { keepPriceLimits } from '../../boot/price-limits.ts'
import { startWorker, type Worker } from '../worker.ts'
import { feedWork } from './feed-work.ts'

let db: ShopUnderTest
let dataDir: string
let store: FakeStore
const workers: Worker[] = []
const [hoops] = GOODS
/** As the worker reads them: the tests change some. */
const settings: Record<string, string> = { SHOPIFY_STORE_DOMAIN: STORE_DOMAIN, SHOPIFY_STOREFRONT_TOKEN: PUBLIC_TOKEN }
beforeAll(async () => {
  db = await testShop()
  dataDir = await mkdtemp(join(tmpdir(), 'dahlia-shopify-'))
  store = await startFakeStore()
  const fetch = leadTo(store.url, [STORE_DOMAIN])
  const feeds = feedWork({ dataDir, maxBytes: 1e9, settings, fetch, wait: async () => {}, retryMs: [] })
  workers.push(await startWorker({ databaseUrl: db.url, kinds: [feeds.kind], log: silentLog }))
})
afterEach(() => {
  store.behave({ kind: 'serve' })
  store.asked.length = 0
  settings.SHOPIFY_STOREFRONT_TOKEN = PUBLIC_TOKEN
  settings.SHOPIFY_API_VERSION = '2026-04'
})
afterAll(async () => {
  for (const worker of workers) await worker.stop()
  await store.close()
  await db.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const query = async (sql: string, values: unknown[] = []) => (await db.pools.owner.query(sql, values)).rows
const asVisitor = async (sql: string) => (await db.visitor.query(sql)).rows
async function imported() {
  const [{ id }] = await query(`select public.start_feed_run('shopify') as id`)
  const runOf = async () => (await query('select * from public.feed_runs where id = $1', [id]))[0]
  await eventually(async () => expect((await runOf()).finished_at).not.toBeNull(), { timeout: 120_000 })
  return runOf()
}

test('brings the store’s products into lists, search and statistics [B7.96] [B1.6]', async () => {
  const run = await imported()
  expect(run).toMatchObject({
    status: 'succeeded',
    network_id: 'shopify',
    rows_new: String(GOODS.length),
    message: null,
  })
  expect(
    await asVisitor(`select product_name, price, list_price, merchant_name, brand, source, affiliate_link, availability
      from public.products where product_name like '%No. 1'`),
  ).toEqual([
    {
      ...{ product_name: 'Gold Hoop Earrings No. 1', price: '18.50', list_price: '60.0', source: 'shopify' },
      ...{ merchant_name: 'Dahlia Test Store', brand: 'Paloma Vey', availability: 'in_stock' },
      affiliate_link: `https://${STORE_DOMAIN}/products/gold-hoops-1`,
    },
  ])
  expect(await asVisitor(`select id from public.search_shop('hoop') where id is not null`)).not.toEqual([])
  expect(await asVisitor(`select availability from public.products where product_name like 'Sold out%'`)).toEqual([
    { availability: 'out_of_stock' },
  ])
})

test('a product that the store no longer has leaves, and its pages are read to the end', async () => {
  if (!hoops) throw new Error('The fake store sells nothing.')
  GOODS.pop()
  expect(await imported()).toMatchObject({ status: 'succeeded', rows_delisted: '1' })
  GOODS.push(...Array.from({ length: 40 }, (_, index) => ({ ...hoops, handle: `m-${index}`, title: `More ${index}` })))
  expect(await imported()).toMatchObject({ status: 'succeeded', rows_new: '39' })
  expect(store.asked.slice(1).map(({ variables }) => variables.after)).toEqual([null, expect.any(String)])
})

test('prices live for an hour', async () => {
  await query(`update public.feeds set checked_at = now() - interval '61 minutes';
    update public.products set observed_at = now() - interval '61 minutes'`)
  await keepPriceLimits(db.pools.owner)
  expect(await asVisitor('select id from public.products where price is not null')).toEqual([])
  expect(await imported()).toMatchObject({ status: 'succeeded' })
  expect((await asVisitor('select id from public.products where price is not null')).length).toBeGreaterThan(20)
})

test('another version than the one that was asked for is told in the run', async () => {
  settings.SHOPIFY_API_VERSION = '2024-01'
  expect(await imported()).toMatchObject({
    status: 'succeeded',
    message: 'The store answers version 2026-01 of its API, not 2024-01: set SHOPIFY_API_VERSION.',
  })
})

test('a question that is too large for the store is asked in smaller parts', async () => {
  store.behave({ kind: 'serve', maxComplexity: 1000 })
  expect(await imported()).toMatchObject({ status: 'succeeded', rows_delisted: '0' })
  expect(new Set(store.asked.map(({ variables }) => variables.first))).toContain(13)
})

test.each([
  [{ kind: 'status', status: 401 }, /refuses the credentials \(401\).*public token/],
  [{ kind: 'status', status: 402 }, /frozen/],
  [{ kind: 'status', status: 404 }, /SHOPIFY_STORE_DOMAIN/],
  [{ kind: 'status', status: 423 }, /locked/],
  [{ kind: 'status', status: 430 }, /asked less often/],
  [{ kind: 'throttled' }, /asked less often/],
  [{ kind: 'html' }, /web page in the place of data/],
  [{ kind: 'error', message: 'Internal error' }, /cannot be understood: Internal error/],
] as const)('a store that answers with %j is told in words, and the shop stays', async (behaviour, words) => {
  const before = await query('select count(*)::int as n from public.products where delisted_at is null')
  store.behave(behaviour)
  expect(await imported()).toMatchObject({ status: 'failed', message: expect.stringMatching(words) })
  expect(await query('select count(*)::int as n from public.products where delisted_at is null')).toEqual(before)
})

test('without a store nothing is asked, and what to set is told', async () => {
  settings.SHOPIFY_STOREFRONT_TOKEN = ''
  expect(await imported()).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(
      /Missing: accessToken.*SHOPIFY_STORE_DOMAIN and the public SHOPIFY_STOREFRONT_TOKEN/,
    ),
  })
  expect(store.asked).toEqual([])
})
