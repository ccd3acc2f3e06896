import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom } from '#demo/seed/random.ts'
import { type FakeAwin, FEED_KEY, PUBLISHER_ID, startFakeAwin } from '#tests/fakes/awin/awin.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'

const WORKER = fileURLToPath(new URL('../../tests/support/worker-with-networks.ts', import.meta.url))
const HOSTS = ['productdata.awin.com', 'datafeed.api.productserve.com', 'api.awin.com']
const ROWS = 8000
/** A minute is promised; the rest is for a machine that does a lot else. */
const PATIENCE = { timeout: 150_000, interval: 50 }

/** Three moments of each run of the suite, drawn from the printed seed; KILL_SEED repeats them, KILLS draws more. */
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
const random = createRandom(SEED)
const MOMENTS = Array.from({ length: Number(process.env.KILLS ?? 3) }, () => random.next())

describe.concurrent('a worker that is killed', () => {
  let awin: FakeAwin
  beforeAll(async () => {
    awin = await startFakeAwin([{ programme: '7001', feed: '1', rows: ROWS }])
    process.stdout.write(`KILL_SEED=${SEED}: killed at ${MOMENTS.map((share) => share.toFixed(3)).join(', ')}\n`)
  })
  afterAll(() => awin.close())

  test.each(MOMENTS.map((share, index) => [index + 1, share]))(
    'at moment %i loses nothing and repeats nothing, and its run begins again',
    async (_, share) => {
      await using shop = await ownShop(awin)
      await shop.startWorker()
      const whole = await shop.importAll(async () => {})
      // Everything is new again, and how long that takes is known.
      await shop.forgetAll()
      let killedAt = 0
      const run = await shop.importAll(async () => {
        await pause(share * whole.ms)
        killedAt = Date.now()
        await shop.killWorker()
        await shop.startWorker()
      })
      expect(run).toMatchObject({ status: 'succeeded', rows_new: String(ROWS), rows_read: String(ROWS) })
      expect(await shop.counts()).toEqual({ listed: ROWS, ids: ROWS, runs: 1, jobs: 1 })
      if (run.attempts > 1) expect(run.started_at.getTime() - killedAt).toBeLessThan(PATIENCE.timeout)
    },
    400_000,
  )
})

/** A shop of its own with a worker process, on a folder of its own. */
async function ownShop(awin: FakeAwin) {
  const db: TestDatabase = await testDatabase('shop')
  const dataDir = await mkdtemp(join(tmpdir(), 'dahlia-killed-run-'))
  let child: ChildProcess | null = null
  const query = async (sql: string, values: unknown[] = []) => (await db.pools.owner.query(sql, values)).rows
  async function killWorker() {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null) return
    const exit = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGKILL')
    await exit
  }
  return {
    killWorker,
    async startWorker() {
      const started = spawn(process.execPath, [WORKER], {
        env: {
          ...process.env,
          ...{ DATABASE_URL: db.url, DATA_DIR: dataDir, AWIN_PUBLISHER_ID: PUBLISHER_ID, AWIN_FEED_KEY: FEED_KEY },
          ...{ FAKE_NETWORK_URL: awin.url, FAKE_NETWORK_HOSTS: HOSTS.join(',') },
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = started
      await new Promise((resolve, reject) => {
        started.stdout?.once('data', resolve)
        started.once('exit', () => reject(new Error('the worker ended before it was ready')))
      })
    },
    async importAll(meanwhile: () => Promise<void>) {
      const [{ id }] = await query(`select public.start_feed_run('awin') as id`)
      const runOf = async () => (await query('select * from public.feed_runs where id = $1', [id]))[0]
      await eventually(async () => expect((await runOf()).attempts).toBe(1), PATIENCE)
      const begun = Date.now()
      await meanwhile()
      await eventually(async () => expect((await runOf()).finished_at).not.toBeNull(), PATIENCE)
      return { ...(await runOf()), ms: Date.now() - begun }
    },
    forgetAll: () =>
      query(
        `delete from public.products; delete from public.blocked_offers; delete from public.feeds;
         delete from public.feed_runs; delete from public.job_runs`,
      ),
    async counts() {
      const [found] = await query(
        `select count(*)::int as listed, count(distinct (feed_id, external_id))::int as ids,
           (select count(*)::int from public.feed_runs) as runs, (select count(*)::int from public.job_runs) as jobs
         from public.products where delisted_at is null`,
      )
      return found
    },
    async [Symbol.asyncDispose]() {
      await killWorker()
      await db.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
