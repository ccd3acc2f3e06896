import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { networkErrors } from '../errors.ts'
import { listKey } from '../networks/network.ts'
import { publishedLists } from './published-lists.ts'
import { runImport } from './run-import.ts'
import { catalogue, feedText, gzipped, importFeed, rowNamed, rowsNamed, sourceOf } from './testing/feed-fixture.ts'

describe('an import', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await testDatabase('shop')
  })
  afterAll(() => db.drop())
  beforeEach(async () => {
    await db.pools.owner.query('truncate public.products, public.feeds, public.feed_runs cascade')
    await db.pools.owner.query('truncate private.product_documents, private.product_texts, private.search_words')
  })
  const pool = () => db.pools.owner

  async function one<Row>(sql: string): Promise<Row | undefined> {
    const { rows } = await pool().query(sql)
    return rows[0]
  }

  test('fills an empty shop and leaves nothing of its own behind', async () => {
    const { status, counts } = await importFeed(pool(), gzipped(feedText(rowsNamed(30))))
    expect(status).toBe('succeeded')
    expect(counts).toMatchObject({ read: 30, new: 30, changed: 0, unchanged: 0, rejected: 0, duplicate: 0 })
    expect(await one('select source, category, merchant_name, price, currency from public.products limit 1')).toEqual({
      source: 'awin',
      category: 'Home & Decor',
      merchant_name: 'Loam',
      price: '10.00',
      currency: 'USD',
    })
    expect(
      await one(
        `select count(*)::int as tables from pg_class where relname like 'feed_stage%' or relname like 'feed_diff%'`,
      ),
    ).toEqual({ tables: 0 })
    expect(await one('select count(*)::int as found from public.search_products($$vase$$, 50)')).toEqual({ found: 30 })
    expect(await one(`select frequency from private.search_words where word = 'vase'`)).toEqual({ frequency: 30 })
  })

  test('of many rows leaves the planner with figures of what lists and searches join and filter by', async () => {
    await importFeed(pool(), gzipped(feedText(rowsNamed(5000))))
    const { rows: figures } = await pool().query(
      "select tablename from pg_stats where schemaname = 'private' and attname = 'document' order by 1",
    )
    // Until autovacuum came, searches would read whole tables.
    expect(figures).toEqual([{ tablename: 'product_documents' }, { tablename: 'product_texts' }])
    const { rows } = await pool().query<{ attname: string }>(
      `select attname from pg_stats where schemaname = 'public' and tablename = 'products'`,
    )
    expect(rows.map(({ attname }) => attname)).toEqual(
      expect.arrayContaining(['item_id', 'leads', 'leads_merchant', 'shops', 'category', 'price', 'availability']),
    )
  })

  test('takes nothing off the shop that a list which broke off did not show, and says so', async () => {
    await importFeed(pool(), feedText([...rowsNamed(10), { id: 'B1', feed: '2' }, { id: 'B2', feed: '2' }]))
    const source = sourceOf([
      { rows: [rowNamed('P1', '1')], failed: [{ name: 'Loam (list 1)', reason: 'it broke off' }] },
      { rows: [rowNamed('B1', '2')], completed: [{ programmeId: '7', feedId: '2', version: 'second' }] },
    ])
    const { status, message, counts } = await importFeed(pool(), '-', { source, force: true })
    expect({ status, counts }).toMatchObject({ status: 'succeeded', counts: { read: 2, delisted: 1 } })
    expect(message).toContain('Loam (list 1): it broke off')
    expect(
      await one(`select string_agg(external_id, ' ') as gone from public.products where delisted_at is not null`),
    ).toEqual({
      gone: 'B2',
    })
    expect(
      await one(
        `select string_agg(external_id, ' ' order by external_id) as met from public.products
         where observed_at = (select max(observed_at) from public.products) and delisted_at is null`,
      ),
    ).toEqual({ met: 'P1' })
    expect([...(await publishedLists(pool(), 'awin'))]).toEqual([[listKey('7', '2'), 'second']])
  })

  test('of lists that are all as they were succeeds without a row, and tells which programmes closed', async () => {
    await importFeed(pool(), feedText(rowsNamed(2)))
    const source = sourceOf([{ unchanged: 1, programmes: [{ programmeId: '7', status: 'closed' }] }])
    expect(await importFeed(pool(), '-', { source })).toMatchObject({
      status: 'succeeded',
      message: expect.stringMatching(/^Nothing new/),
    })
    expect(await one('select status from public.programmes')).toEqual({ status: 'closed' })
    expect(await one('select count(*)::int as listed from public.products where delisted_at is null')).toEqual({
      listed: 2,
    })
  })

  test('whose cancel was accepted publishes nothing, however late it comes', async () => {
    await importFeed(pool(), feedText(rowsNamed(2)))
    const before = await catalogue(pool())
    const read = sourceOf([{ rows: [rowNamed('P3', '1')] }])
    const source = {
      ...read,
      async *read(signal: AbortSignal) {
        yield* read.read(signal)
        await pool().query(`update public.feed_runs set cancel_requested_at = now() where status = 'running'`)
      },
    }
    await expect(importFeed(pool(), '-', { source, force: true })).rejects.toThrow('Cancelled. The shop is as it was.')
    expect(await catalogue(pool())).toEqual(before)
    expect(await one('select status from public.feed_runs order by id desc limit 1')).toEqual({ status: 'cancelled' })
  })

  test('fails when none of the lists could be read, and says why', async () => {
    const source = sourceOf([{ failed: [{ name: 'Loam (list 1)', reason: 'it broke off' }] }])
    await expect(importFeed(pool(), '-', { source })).rejects.toThrow('No list could be read. Not read to the end')
  })

  test('leaves out what an editor deleted, and counts it', async () => {
    await importFeed(pool(), feedText(rowsNamed(3)))
    await pool().query(
      `begin; set local role service_role; delete from public.products where external_id = 'P2'; commit`,
    )
    const { status, counts } = await importFeed(pool(), feedText(rowsNamed(4)))
    expect(status).toBe('succeeded')
    expect(counts).toMatchObject({ read: 4, rejected: 1, new: 1, unchanged: 2, delisted: 0 })
    expect(counts.rejectedByReason).toEqual({ 'deleted by an editor': 1 })
    const { rows } = await pool().query('select external_id from public.products order by 1')
    expect(rows.map(({ external_id }) => external_id)).toEqual(['P1', 'P3', 'P4'])
  })

  test('stores how much is in what is used up, once', async () => {
    const rows = [
      { id: 'P1', name: 'Lumen Serum 30 ml', category: 'Skin Care > Serums' },
      { id: 'P2', name: 'Lumen Cream 1.7 oz', category: 'Skin Care > Creams' },
      { id: 'P3', name: 'Vase 500 ml' },
    ]
    await importFeed(pool(), feedText(rows))
    const { rows: stored } = await pool().query(
      'select external_id, content_amount::text, content_unit from public.products order by external_id',
    )
    expect(stored).toEqual([
      { external_id: 'P1', content_amount: '30', content_unit: 'ml' },
      { external_id: 'P2', content_amount: '1.7', content_unit: 'oz' },
      { external_id: 'P3', content_amount: null, content_unit: null },
    ])
    expect((await importFeed(pool(), feedText(rows))).counts).toMatchObject({ changed: 0, unchanged: 3 })
  })

  test('stores what delivery costs where the feed tells it as one amount in the price’s currency', async () => {
    const rows = ['4.95', '0.00', '', 'EUR 3.00', 'USD 3.00', 'from 2 to 5'].map((delivery, index) => ({
      id: `P${index}`,
      delivery,
    }))
    await importFeed(pool(), feedText(rows))
    const { rows: stored } = await pool().query(
      'select delivery_cost::text as cost from public.products order by external_id',
    )
    expect(stored.map(({ cost }) => cost)).toEqual(['4.95', '0.00', null, null, '3.00', null])
    // A shop that changes its delivery alone changes its offers.
    const free = rows.map((row) => ({ ...row, delivery: '0.00' }))
    expect((await importFeed(pool(), feedText(free))).counts).toMatchObject({ changed: 5, unchanged: 1 })
  })

  test('leaves the lists with counts of what is now in the shop', async () => {
    const counted = () =>
      one(`select sum(products)::int as products from private.listing_counts where merchant_name = ''`)
    await importFeed(pool(), feedText(rowsNamed(20)))
    expect(await counted()).toEqual({ products: 20 })
    await importFeed(pool(), feedText(rowsNamed(18)))
    expect(await counted()).toEqual({ products: 18 })
  })

  test('changes nothing when the same feed comes again', async () => {
    await importFeed(pool(), feedText(rowsNamed(20)))
    const before = await catalogue(pool())
    const { counts } = await importFeed(pool(), feedText(rowsNamed(20)))
    expect(counts).toMatchObject({ new: 0, changed: 0, unchanged: 20, delisted: 0 })
    expect(await catalogue(pool())).toEqual(before)
  })

  test('tells no page that it changed when nothing did', async () => {
    await importFeed(pool(), feedText(rowsNamed(5)))
    const client = await pool().connect()
    const heard: string[] = []
    client.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await client.query('listen page_invalidation')
    await importFeed(pool(), feedText(rowsNamed(5)))
    await client.query('select 1')
    expect(heard).toEqual([])
    await importFeed(pool(), feedText(rowsNamed(6)))
    await client.query('select 1')
    expect(heard).toContain('products')
    client.release(true)
  })

  test('changes only what changed, and remembers the old price', async () => {
    await importFeed(pool(), feedText(rowsNamed(10)))
    const rows = rowsNamed(10)
    rows[3] = { id: 'P4', price: '8.00' }
    rows[5] = { id: 'P6', name: 'Renamed Amphora' }
    const { counts } = await importFeed(pool(), feedText(rows))
    expect(counts).toMatchObject({ new: 0, changed: 2, unchanged: 8 })
    const { rows: history } = await pool().query(
      'select external_id, h.price from public.price_history h join public.products p on p.id = product_id',
    )
    expect(history).toEqual([{ external_id: 'P4', price: '10.00' }])
    expect(await one(`select product_name from public.search_products('amphora')`)).toEqual({
      product_name: 'Renamed Amphora',
    })
  })

  test('takes off what a complete run no longer has, and puts it back when it returns', async () => {
    await importFeed(pool(), feedText(rowsNamed(10)))
    const { counts } = await importFeed(pool(), feedText(rowsNamed(9)))
    expect(counts).toMatchObject({ unchanged: 9, delisted: 1 })
    const anon = await db.pools.asRole('anon').connect()
    await anon.query('set role anon')
    expect((await anon.query('select from public.products')).rowCount).toBe(9)
    await importFeed(pool(), feedText(rowsNamed(10)))
    expect((await anon.query('select from public.products')).rowCount).toBe(10)
    await anon.query('reset role')
    anon.release()
  })

  test('leaves other feeds of the network alone', async () => {
    await importFeed(pool(), feedText(rowsNamed(5).map((row) => ({ ...row, feed: '1' }))))
    const { counts } = await importFeed(pool(), feedText([{ id: 'P1', feed: '2' }]), { sourceName: 'another' })
    expect(counts).toMatchObject({ new: 1, delisted: 0 })
  })

  test('publishes nothing when under 80 % of the rows came, unless forced', async () => {
    await importFeed(pool(), feedText(rowsNamed(10)))
    const before = await catalogue(pool())
    const held = await importFeed(pool(), feedText(rowsNamed(7)))
    expect(held.status).toBe('held')
    expect(held.message).toContain('under 80 %')
    expect(await catalogue(pool())).toEqual(before)
    const forced = await importFeed(pool(), feedText(rowsNamed(7)), { force: true })
    expect(forced.counts).toMatchObject({ unchanged: 7, delisted: 3 })
  })

  test('counts every row once: read is the sum of all fates', async () => {
    const text = `${feedText([...rowsNamed(6), { id: 'P2', name: 'Again' }, { id: 'X1', name: '' }, { id: 'X2', price: 'ask' }])}broken,"row\n`
    const { counts } = await importFeed(pool(), text)
    expect(counts).toMatchObject({ read: 10, new: 6, duplicate: 1, rejected: 3 })
    expect(counts.rejectedByReason).toEqual({ 'no name': 1, 'price is not an amount': 1, 'unclosed quote': 1 })
    expect(await one(`select product_name from public.products where external_id = 'P2'`)).toEqual({
      product_name: 'Again',
    })
    expect(await one('select count(*)::int as samples from public.feed_run_samples')).toEqual({ samples: 3 })
    expect(await one('select rows_read::int, rows_rejected::int, status from public.feed_runs')).toEqual({
      rows_read: 10,
      rows_rejected: 3,
      status: 'succeeded',
    })
  })

  const good = feedText(rowsNamed(10))
  test.each<[string, string | Buffer, string]>([
    ['a cut-off gzip file', gzipSync(feedText(rowsNamed(5000))).subarray(0, 4000), 'damaged or cut off'],
    [
      'a gzip bomb',
      gzipSync(Buffer.concat([Buffer.from(good), Buffer.alloc(200 * 1024 * 1024, 10)])),
      'unpacks to more than',
    ],
    ['an endless line', `${good}${'x'.repeat(5 * 1024 * 1024)}`, 'does not end within 2 MB'],
    ['a million columns', `${'a,'.repeat(1_000_000)}\n`, 'more than 1000 columns'],
    ['binary data', Buffer.alloc(100_000, Buffer.from([7, 0, 0, 0, 200])), 'binary data'],
    ['an empty file', '', 'The feed is empty'],
    ['a web page', '<html><body>Forbidden</body></html>', 'The header lacks'],
    [
      'nothing that can be sold',
      feedText([{ id: 'P1', name: '' }]),
      'None of the 1 rows could be used, so nothing was published: no name (1).',
    ],
    ['a broken zip file', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(500, 1)]), 'damaged or cut off'],
  ])('ends with an error on %s and leaves the shop as it was', async (_, content, message) => {
    await importFeed(pool(), good)
    const before = await catalogue(pool())
    await expect(importFeed(pool(), content)).rejects.toThrow(message)
    expect(await catalogue(pool())).toEqual(before)
    expect(await one('select status from public.feed_runs order by id desc limit 1')).not.toEqual({ status: 'running' })
  })

  test('stores no NUL and loses one row to it at most', async () => {
    const text = feedText([{ id: 'P1', name: 'A\0B' }, { id: 'P2' }]) + ' '.repeat(5000)
    const { counts } = await importFeed(pool(), `${feedText(rowsNamed(100))}${text.split('\n').slice(1).join('\n')}`)
    expect(counts.new).toBeGreaterThanOrEqual(100)
  })

  test('leaves the shop as it was when it is cancelled, and the next run is clean', async () => {
    await importFeed(pool(), good)
    const before = await catalogue(pool())
    const cancel = new AbortController()
    const many = feedText(rowsNamed(20_000).map((row) => ({ ...row, price: '5.00' })))
    await expect(importFeed(pool(), many, { signal: cancel.signal, onProgress: () => cancel.abort() })).rejects.toThrow(
      'Cancelled',
    )
    expect(await catalogue(pool())).toEqual(before)
    expect(await one('select status from public.feed_runs order by id desc limit 1')).toEqual({ status: 'cancelled' })
    expect((await importFeed(pool(), good)).counts.unchanged).toBe(10)
  })

  test('refuses to run beside another import', async () => {
    const other = await pool().connect()
    await other.query('select pg_advisory_lock(5118200377)')
    await expect(importFeed(pool(), good)).rejects.toThrow('Another import is running')
    other.release(true)
    expect(await one('select status, message from public.feed_runs order by id desc limit 1')).toEqual({
      status: 'failed',
      message: expect.stringContaining('Another import is running'),
    })
  })

  test('whose source cannot even be opened leaves a run that says why', async () => {
    const source = {
      id: 'awin' as const,
      open: () => Promise.reject(networkErrors.refused('Awin', 403, 'Check the data feed key')),
    }
    await expect(runImport({ pool: pool(), source, sourceName: 'awin' })).rejects.toThrow('refuses the credentials')
    expect(await one('select status, source_name, message from public.feed_runs order by id desc limit 1')).toEqual({
      ...{ status: 'failed', source_name: 'awin' },
      message: 'Awin refuses the credentials (403). Check the data feed key.',
    })
  })
})
