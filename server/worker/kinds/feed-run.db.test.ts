import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { silentLog } from '#platform'
import {
  API_TOKEN,
  type FakeAwin,
  type FakeList,
  FEED_KEY,
  PUBLISHER_ID,
  startFakeAwin,
} from '#tests/fakes/awin/awin.ts'
import { ACCESS_TOKEN, COMPANY_ID, type FakeCj, startFakeCj, WEBSITE_ID } from '#tests/fakes/cj/cj.ts'
import { addStaff, asCaller } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createBreaker } from '../../../supabase/functions/_shared/networks/breaker.ts'
import { feedWork } from '../feeds/feed-work.ts'
import { sweepSpools } from '../feeds/spools.ts'
import { KINDS } from '../kinds.ts'
import { startWorker, type Worker } from '../worker.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
/** Several runs one after the other, each with its own patience. */
vi.setConfig({ testTimeout: 240_000 })
const SETTINGS = {
  ...{ AWIN_PUBLISHER_ID: PUBLISHER_ID, AWIN_FEED_KEY: FEED_KEY, AWIN_API_TOKEN: API_TOKEN },
  ...{ CJ_ACCESS_TOKEN: ACCESS_TOKEN, CJ_COMPANY_ID: COMPANY_ID, CJ_WEBSITE_ID: WEBSITE_ID },
}

let db: TestDatabase
let dataDir: string
let awin: FakeAwin
let cj: FakeCj
let worker: Worker
/** The breaker's clock. */
let now = 0
/** One list, whose edition and length the tests change. */
const list: FakeList = { programme: '7001', feed: '1', rows: 50, packing: 'none', lastImported: '2026-11-01 04:00:00' }
const spools = () => join(dataDir, 'feeds')

beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
  dataDir = await mkdtemp(join(tmpdir(), 'dahlia-feed-run-'))
  awin = await startFakeAwin([list])
  cj = await startFakeCj(30)
  worker = await start(SETTINGS)
})
afterEach(async () => {
  // Whoever starts twenty within a minute is refused; here all are the same person's.
  await db.pools.owner.query(`update public.feed_runs set requested_at = requested_at - interval '1 hour'`)
  awin.damage(() => null)
  cj.damage(() => null)
  awin.asked.length = 0
})
afterAll(async () => {
  await worker.stop()
  await awin.close()
  await cj.close()
  await db.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(settings: Record<string, string>): Promise<Worker> {
  const feeds = feedWork({
    dataDir,
    maxBytes: 1e9,
    settings,
    clockMs: 200,
    retryMs: [50, 50],
    wait: async () => {},
    breaker: createBreaker(() => now),
    fetch: (address, options) => (address.includes('cj.com') ? cj : awin).fetch(address, options),
  })
  return startWorker({ databaseUrl: db.url, kinds: [...KINDS, feeds.kind], chores: feeds.chores, log: silentLog })
}

const query = async (sql: string, values: unknown[] = []) => (await db.pools.owner.query(sql, values)).rows
const call = async (name: string, ...values: unknown[]): Promise<number> => {
  const places = values.map((_, index) => `$${index + 1}`).join(', ')
  return asCaller(
    db,
    'editor',
    async (client) => (await client.query(`select public.${name}(${places}) as id`, values)).rows[0].id,
  )
}
const runOf = async (id: number) => (await query('select * from public.feed_runs where id = $1', [id]))[0]
const until = (id: number, is: object) => eventually(async () => expect(await runOf(id)).toMatchObject(is), PATIENCE)
async function ended(id: number) {
  await eventually(async () => expect((await runOf(id)).finished_at).not.toBeNull(), PATIENCE)
  return runOf(id)
}
const listed = async () =>
  (await query('select count(*)::int as n from public.products where delisted_at is null'))[0].n
/** The list's next edition. */
function renew(rows: number) {
  list.rows = rows
  list.lastImported = new Date(Date.parse(list.lastImported ?? '') + 86_400_000).toISOString()
  return awin.renew(list)
}
const downloads = () => awin.asked.filter(({ url }) => url.includes('/fid/')).length
/** The network says nothing until the test lets it. */
const silence = () => awin.damage(({ url }) => (url.includes('/fid/') ? { kind: 'silent' } : null))

describe('an import that staff start', () => {
  test('is published by the worker, with its counts, and leaves no files [B1.2]', async () => {
    const run = await ended(await call('start_feed_run', 'awin'))
    expect(run).toMatchObject({ status: 'succeeded', rows_read: '50', rows_new: '50', phase: null, spool_until: null })
    expect(await listed()).toBe(50)
    await eventually(async () => expect(await readdir(spools())).toEqual([]), PATIENCE)
    const again = await ended(await call('start_feed_run', 'awin'))
    expect(again).toMatchObject({ status: 'succeeded', message: expect.stringContaining('Nothing new') })
  })

  test('as a preview tells what would change, with rows of each kind, and changes nothing', async () => {
    await renew(55)
    const run = await ended(await call('start_feed_run', 'awin', '{}', true))
    expect(run).toMatchObject({ status: 'previewed', dry_run: true, difference: { new: 5, changed: 0, delisted: 0 } })
    expect(run.difference.samples.new).toHaveLength(5)
    expect(await listed()).toBe(50)
    expect(await ended(await call('start_feed_run', 'awin'))).toMatchObject({ status: 'succeeded', rows_new: '5' })
  })

  test('says which credentials are missing, at once and without a job', async () => {
    const id = await eventually(async () => {
      const [known] = await query(`select missing from public.list_feed_schedules() where kind = 'sovrn'`)
      expect(known.missing).toContain('SOVRN_SITE_KEY')
      return call('start_feed_run', 'sovrn')
    }, PATIENCE)
    expect(await runOf(id)).toMatchObject({ status: 'failed', message: expect.stringContaining('SOVRN_SITE_KEY') })
    expect((await runOf(id)).job_run_id).toBeNull()
  })

  test.each([
    ['a refused key', { kind: 'status', status: 403 }, 'Awin refuses the credentials (403)'],
    ['a web page', { kind: 'html' }, 'web page in the place of data'],
  ] as const)('is not tried again after %s', async (_, damage, sentence) => {
    awin.damage(() => damage)
    const run = await ended(await call('start_feed_run', 'awin'))
    expect(run).toMatchObject({ status: 'failed', attempts: 1, message: expect.stringContaining(sentence) })
    expect(awin.asked).toHaveLength(1)
  })

  test('is tried again after what can pass, and says when', async () => {
    await renew(56)
    awin.damage(() => ({ kind: 'status', status: 503 }))
    const id = await call('start_feed_run', 'awin')
    await until(id, {
      status: 'queued',
      message: expect.stringContaining('failed (503)'),
      next_try_at: expect.any(Date),
    })
    awin.damage(() => null)
    expect(await ended(id)).toMatchObject({ status: 'succeeded', rows_new: '1' })
  })

  test('fails in the end when its network stays away', async () => {
    awin.damage(() => ({ kind: 'hang-up' }))
    const run = await ended(await call('start_feed_run', 'awin'))
    expect(run).toMatchObject({ status: 'failed', attempts: 3, message: expect.stringContaining('cannot be reached') })
    const id = await call('start_feed_run', 'awin')
    await until(id, { status: 'queued', message: 'Awin failed again and again and is left alone until 00:10 UTC.' })
    await call('cancel_feed_run', id)
    expect(await runOf(id)).toMatchObject({ status: 'cancelled', next_try_at: null })
    now += 600_000
  })

  test('is cancelled in the middle of a download, within seconds', async () => {
    await renew(57)
    silence()
    const id = await call('start_feed_run', 'awin')
    await eventually(() => expect(downloads()).toBeGreaterThan(0), PATIENCE)
    const asked = Date.now()
    await call('cancel_feed_run', id)
    expect(await ended(id)).toMatchObject({ status: 'cancelled', message: 'Cancelled. The shop is as it was.' })
    // Two seconds are promised; the rest is for a machine that does a lot else.
    expect(Date.now() - asked).toBeLessThan(20_000)
  })
})

test('of some programmes alone the other lists are left as they are', async () => {
  await renew(59)
  const run = await ended(await call('start_feed_run', 'awin', '{"programmes": ["7999"]}'))
  expect(run).toMatchObject({ status: 'succeeded', rows_read: '0', rows_delisted: '0' })
  expect(downloads()).toBe(0)
  expect(await ended(await call('start_feed_run', 'awin', '{"programme": 7001}'))).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('was not understood'),
  })
  expect(await ended(await call('start_feed_run', 'cj', '{"programmes": ["1"]}'))).toMatchObject({ status: 'failed' })
})

test('a worker that stops gives its run back, and the next does it', async () => {
  await renew(58)
  silence()
  const id = await call('start_feed_run', 'awin')
  await eventually(() => expect(downloads()).toBeGreaterThan(0), PATIENCE)
  await worker.stop()
  expect(await runOf(id)).toMatchObject({ status: 'queued', attempts: 0, finished_at: null })
  awin.damage(() => null)
  worker = await start(SETTINGS)
  // What it could not tell the queue itself, the queue finds out in half a minute.
  await eventually(async () => expect(await runOf(id)).toMatchObject({ status: 'succeeded', attempts: 1 }), {
    ...PATIENCE,
    timeout: 120_000,
  })
})

describe('what a run has fetched', () => {
  test('is not fetched again by a retry', async () => {
    await renew(60)
    cj.damage(() => null)
    list.content = 'no feed at all\n'
    await awin.renew(list)
    list.content = undefined
    const failed = await ended(await call('start_feed_run', 'awin'))
    expect(failed).toMatchObject({ status: 'failed', message: expect.stringContaining('No list could be read') })
    await awin.renew(list)
    awin.asked.length = 0
    const again = await ended(await call('retry_feed_run', failed.id))
    expect(again).toMatchObject({ status: 'succeeded', retry_of: failed.id })
    // The list of lists was whole, the damaged list was not.
    expect(awin.asked.map(({ url }) => url.includes('/fid/'))).toEqual([true])
  })

  test('is published when a held run is, by the same run and without asking the network', async () => {
    await renew(20)
    const held = await ended(await call('start_feed_run', 'awin'))
    expect(held).toMatchObject({ status: 'held', message: expect.stringContaining('under 80 %') })
    expect(held.difference).toMatchObject({ delisted: 40, samples: { delisted: expect.any(Array) } })
    const before = await listed()
    await renew(19)
    awin.asked.length = 0
    await call('publish_held_run', held.id)
    await until(held.id, { status: 'succeeded', rows_delisted: '40' })
    expect(awin.asked).toEqual([])
    expect(await listed()).toBe(before - 40)
    expect((await runOf(held.id)).finished_at).not.toBeNull()
  })

  test('counts as not seen when its run is discarded', async () => {
    await renew(10)
    const held = await ended(await call('start_feed_run', 'awin'))
    expect(held.status).toBe('held')
    await call('discard_held_run', held.id)
    expect(await ended(await call('start_feed_run', 'awin'))).toMatchObject({ status: 'held', rows_read: '10' })
  })

  test('is given back when a newer run of its kind begins, unless it is held', async () => {
    await db.pools.owner.query(`update public.feed_runs set status = 'discarded' where status = 'held'`)
    const failing = async () => {
      awin.damage(({ url }) => (url.includes('/fid/') ? { kind: 'status', status: 403 } : null))
      const { id, spool_id } = await ended(await call('start_feed_run', 'awin'))
      awin.damage(() => null)
      return { id, spool_id }
    }
    await renew(9)
    const first = await failing()
    const held = await ended(await call('start_feed_run', 'awin'))
    expect(held.status).toBe('held')
    const last = await failing()
    const left = await readdir(spools())
    expect([first, held, last].map(({ spool_id }) => left.includes(spool_id))).toEqual([false, true, true])
  })

  test('is swept away when no run needs it', async () => {
    await writeFile(join(spools(), 'left-by-a-run-that-is-gone'), '')
    await query(`update public.feed_runs set spool_until = now() where status = 'failed'`)
    await sweepSpools(db.pools.owner, spools())
    const kept = await query('select distinct spool_id as id from public.feed_runs where spool_until > now()')
    const left = await readdir(spools())
    expect(left.length).toBeGreaterThan(0)
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(left))
  })
})

test('all feeds run one after the other, whatever becomes of each [B4.18] [B9.14]', async () => {
  await db.pools.owner.query(`update public.feed_runs set status = 'discarded' where status = 'held'`)
  await renew(25)
  const [{ id }] = await asCaller(
    db,
    'editor',
    async (client) => (await client.query(`select public.start_job('all-feeds') as id`)).rows,
  )
  const job = async () => (await query('select status, result from public.job_runs where id = $1', [id]))[0]
  await eventually(async () => expect((await job()).status).toBe('succeeded'), PATIENCE)
  const { runs } = (await job()).result
  expect(runs.map(({ kind, status }: { kind: string; status: string }) => [kind, status])).toEqual([
    ...[
      ['awin', 'succeeded'],
      ['cj', 'succeeded'],
      ['amazon', 'failed'],
      ['sovrn', 'failed'],
    ],
  ])
  const [first, second] = await query(
    `select extract(epoch from started_at)::float as begun, extract(epoch from finished_at)::float as over
     from public.feed_runs where id = any ($1) order by id`,
    [runs.slice(0, 2).map(({ run }: { run: number }) => run)],
  )
  expect(second.begun - first.over).toBeGreaterThanOrEqual(2)
})
