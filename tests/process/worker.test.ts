import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findRunningEmbedded, freePort, silentLog, startEmbedded } from '#platform'
import { serviceClientOf } from '../support/clients.ts'
import { type Dahlia, startProcess, type TemporaryDataDir, temporaryDataDir } from '../support/dahlia.ts'
import { eventually } from '../support/eventually.ts'

/** What the container runs; `npm start` does the same once the site is built. */
const START = fileURLToPath(new URL('../../scripts/supervise.ts', import.meta.url))
/** What is promised of a killed worker: its job goes on within a minute. */
const PATIENCE = { timeout: 60_000, interval: 100 }

describe('the worker beside the server', () => {
  let folder: TemporaryDataDir
  let dahlia: Dahlia
  let db: pg.Client
  let url: string
  beforeAll(async () => {
    folder = await temporaryDataDir({ seeded: true })
    dahlia = await startProcess({ dataDir: folder.dataDir, port: await freePort(), main: START })
    url = (await findRunningEmbedded(join(folder.dataDir, 'postgres'))) ?? ''
    db = new pg.Client(url)
    db.on('error', () => {})
    await db.connect()
  })
  afterAll(async () => {
    await db.end().catch(() => {})
    await dahlia.stop()
    await folder.remove()
  })
  const runOf = async (id: string) => (await db.query('select * from public.job_runs where id = $1', [id])).rows[0]

  test('killed in the middle of a job, is started again and goes on within a minute', async () => {
    const worker = await workerOf(dahlia)
    const service = await serviceClientOf(dahlia)
    // Holds the job up at a row that it has to write.
    await db.query('begin')
    const { rows } = await db.query('select id from public.products order by id desc limit 1 for update')
    const args = { table: 'products', filter: [], changes: { brand: 'Killed once' } }
    const { data: id } = await service.rpc('start_job', { kind_param: 'bulk-change', args_param: args })
    const other = new pg.Client(url)
    await other.connect()
    const status = async () =>
      (await other.query('select status from public.job_runs where id = $1', [id])).rows[0]?.status
    await eventually(async () => expect(await status()).toBe('running'), PATIENCE)
    process.kill(worker, 'SIGKILL')
    await db.query('commit')
    await eventually(async () => expect(await status()).toBe('succeeded'), PATIENCE)
    await other.end()

    expect(rows).toHaveLength(1)
    const run = await runOf(id)
    expect(run).toMatchObject({ attempts: 2, refused: '0' })
    expect(run.done).toBe(run.total)
    const { rows: twice } = await db.query(
      'select row_key from public.audit_log where change_set = $1 group by row_key having count(*) > 1',
      [run.change_set],
    )
    expect(twice).toEqual([])
    expect(dahlia.output()).toContain('The worker was killed by SIGKILL; starting it again.')
    // The server went on all the while.
    expect(dahlia.output().match(/Dahlia is ready at/g)).toHaveLength(1)
  })

  test('is stopped with the server, its job is given back first, and goes on after the next start', async () => {
    await workerOf(dahlia)
    const service = await serviceClientOf(dahlia)
    await db.query('begin')
    await db.query('select id from public.products order by id desc limit 1 for update')
    const args = { table: 'products', filter: [], changes: { brand: 'Stopped once' } }
    const { data: id } = await service.rpc('start_job', { kind_param: 'bulk-change', args_param: args })
    const other = new pg.Client(url)
    await other.connect()
    const status = async () =>
      (await other.query('select status from public.job_runs where id = $1', [id])).rows[0]?.status
    await eventually(async () => expect(await status()).toBe('running'), PATIENCE)
    // Running for long enough that the queue's own figures count it.
    await eventually(async () => {
      const { rows } = await other.query(
        `select from pgboss.queue where name = 'work-products' and cardinality(singletons_active) = 1`,
      )
      expect(rows).toHaveLength(1)
    }, PATIENCE)
    await other.end()
    // The row is held until the end: only a job that is given back lets the worker go in time.
    expect(await dahlia.stop('SIGTERM')).toBe(0)
    expect(dahlia.output()).not.toContain('The worker ends')
    await db.end().catch(() => {})

    dahlia = await startProcess({ dataDir: folder.dataDir, port: await freePort(), main: START })
    db = new pg.Client((await findRunningEmbedded(join(folder.dataDir, 'postgres'))) ?? '')
    db.on('error', () => {})
    await db.connect()
    // One attempt: a job that was cut off instead of given back would have two.
    await eventually(async () => expect(await runOf(id)).toMatchObject({ status: 'succeeded', attempts: 1 }), PATIENCE)
  })
})

test('a worker whose database is away waits for it, and does what was asked for', async () => {
  const folder = await temporaryDataDir()
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(folder.remove)
  const cluster = { dataDir: `${folder.dataDir}-elsewhere`, port: await freePort(), log: silentLog }
  let server = await startEmbedded(cluster)
  cleanUp.defer(() => server.stop())
  const env = { DATABASE_URL: server.url }
  const dahlia = await startProcess({ dataDir: folder.dataDir, port: await freePort(), main: START, env })
  cleanUp.defer(async () => void (await dahlia.stop()))
  await workerOf(dahlia)
  await server.stop()
  await eventually(() => expect(dahlia.output()).toContain('the worker waits for the database'), PATIENCE)
  server = await startEmbedded(cluster)
  const service = await serviceClientOf(dahlia)
  const args = { table: 'products', filter: [], changes: { brand: 'Asked for' } }
  await eventually(async () => {
    expect((await service.rpc('start_job', { kind_param: 'bulk-change', args_param: args })).error).toBeNull()
  }, PATIENCE)
  await eventually(async () => {
    expect((await service.from('job_runs').select('status')).data).toEqual([{ status: 'succeeded' }])
  }, PATIENCE)
})

async function workerOf(dahlia: Dahlia): Promise<number> {
  return eventually(() => {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
    const found = lines.find(
      (line) => line.includes('worker/main.ts') && Number(line.trim().split(/\s+/)[1]) === dahlia.child.pid,
    )
    if (!found) throw new Error('There is no worker.')
    return Number(found.trim().split(/\s+/)[0])
  }, PATIENCE)
}
