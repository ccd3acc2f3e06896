import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { silentLog } from '#platform'
import { type FakeNetwork, startFakeNetwork } from '#tests/fakes/networks/fake-network.ts'
import { addStaff, asCaller } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startWorker, type Worker } from '../worker.ts'
import { feedWork } from './feed-work.ts'

vi.setConfig({ testTimeout: 120_000 })
const ADDRESS = 'https://loam.example/products.csv?key=secret-key'
const MAPPING = { external_id: 'SKU', product_name: 'Title', affiliate_link: 'Link', price: 'Price' }
const csv = (ids: readonly string[]) =>
  `SKU,Title,Link,Price\n${ids.map((id) => `${id},Vase ${id},https://loam.example/${id},12.50\n`).join('')}`

let db: TestDatabase
let dataDir: string
let merchant: FakeNetwork
let worker: Worker
let text = csv(['A', 'B', 'C'])
beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
  dataDir = await mkdtemp(join(tmpdir(), 'dahlia-own-files-'))
  merchant = await startFakeNetwork({ hosts: ['loam.example'], answer: () => ({ type: 'text/csv', body: text }) })
  const feeds = feedWork({
    dataDir,
    maxBytes: 1e9,
    settings: {},
    fetch: merchant.fetch,
    wait: async () => {},
    clockMs: 200,
  })
  worker = await startWorker({ databaseUrl: db.url, kinds: [feeds.kind], chores: feeds.chores, log: silentLog })
})
afterEach(() => merchant.damage(() => null))
afterAll(async () => {
  await worker.stop()
  await merchant.close()
  await db.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const query = async (sql: string, values: unknown[] = []) => (await db.pools.owner.query(sql, values)).rows
const asAdmin = (sql: string, values: unknown[] = []) =>
  asCaller(db, 'admin', async (client) => (await client.query(sql, values)).rows)
const runOf = async (id: number) => (await query('select * from public.feed_runs where id = $1', [id]))[0]
async function imported() {
  const [{ id }] = await asAdmin(`select public.start_feed_run('file-7') as id`)
  await eventually(async () => expect((await runOf(id)).finished_at).not.toBeNull(), { timeout: 60_000 })
  return runOf(id)
}
const listed = async () =>
  (
    await query(
      `select external_id as id from public.products where merchant_name = 'Loam' and source is null and delisted_at is null
       order by 1`,
    )
  ).map(({ id }) => id)

test('a merchant’s file that an admin has set up is an import with a title and times of its own', async () => {
  await asAdmin('insert into public.merchant_files (id, merchant, address, mapping) values (7, $1, $2, $3)', [
    ...['Loam', ADDRESS, MAPPING],
  ])
  const [schedule] = await asAdmin(`select * from public.list_feed_schedules() where kind = 'file-7'`)
  expect(schedule).toMatchObject({ title: 'Loam', network_id: 'file', at_time: '04:00:00', is_usual: true })
  expect(schedule.next_runs).toHaveLength(3)
  expect(await imported()).toMatchObject({ status: 'succeeded', rows_new: '3' })
  expect(await listed()).toEqual(['A', 'B', 'C'])
})

test('what the file no longer has leaves the shop, and nothing is left of what was fetched', async () => {
  text = csv(['A', 'B', 'C', 'D', 'E', 'F'])
  await imported()
  text = csv(['A', 'B', 'C', 'D', 'E'])
  expect(await imported()).toMatchObject({ status: 'succeeded', rows_delisted: '1' })
  expect(await listed()).toEqual(['A', 'B', 'C', 'D', 'E'])
  await eventually(async () => expect(await readdir(join(dataDir, 'feeds'))).toEqual([]))
})

test.each([
  ['a refused key', { kind: 'status', status: 403 }, 'Check the address of the file, and the key in it'],
  ['a web page', { kind: 'html' }, 'web page in the place of data'],
  ['a redirect to another host', { kind: 'redirect', to: 'https://reed.example/x' }, 'not one of its own'],
] as const)('%s fails the run with its sentence, without the address', async (_, damage, sentence) => {
  merchant.damage(() => damage)
  const run = await imported()
  expect(run).toMatchObject({ status: 'failed', message: expect.stringContaining(sentence) })
  expect(JSON.stringify(run)).not.toContain('secret-key')
  expect(await listed()).toHaveLength(5)
})

test('a file without the columns that its mapping names fails the run', async () => {
  text = 'SKU,Title,Link\nA,Vase,https://loam.example/A\n'
  expect(await imported()).toMatchObject({ status: 'failed', message: expect.stringContaining('Price') })
})

test('a file that is deleted is no import any more; its runs and products stay', async () => {
  await query(`insert into public.feed_runs (kind, network_id, source_name, trigger, status)
    values ('file-7', 'file', 'file-7', 'manual', 'queued')`)
  await expect(asAdmin('delete from public.merchant_files where id = 7')).rejects.toThrow('is being imported')
  await query(`update public.feed_runs set status = 'cancelled' where status = 'queued'`)
  await asAdmin('delete from public.merchant_files where id = 7')
  expect(await asAdmin(`select kind from public.list_feed_schedules() where network_id = 'file'`)).toEqual([])
  expect((await query(`select distinct source_name, kind from public.feed_runs`))[0]).toEqual({
    ...{ source_name: 'Loam', kind: null },
  })
  expect(await listed()).toHaveLength(5)
})
