import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog } from '#platform'
import { addStaff, asCaller, type Caller } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Job, JobKind } from './job.ts'
import { KINDS } from './kinds.ts'
import { startWorker, type Worker } from './worker.ts'

/** On a busy machine; conditions are waited for, not times. */
const PATIENCE = { timeout: 40_000, interval: 50 }

let db: TestDatabase
const workers: Worker[] = []
beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
  await db.pools.owner.query(
    `insert into public.merchants (name, slug) values ('Atelier', 'atelier');
     insert into private.job_kinds (kind, lane, for_role) values
       ('count', 'other', 'editor'), ('count-products', 'products', 'editor'), ('secret', 'other', 'admin')`,
  )
})
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())))
afterAll(() => db.drop())

async function start(kinds: readonly JobKind[] = KINDS): Promise<Worker> {
  const worker = await startWorker({ databaseUrl: db.url, kinds, log: silentLog })
  workers.push(worker)
  return worker
}
const query = async (sql: string, values: unknown[] = []) => (await db.pools.owner.query(sql, values)).rows
const call = (caller: Caller, sql: string, values: unknown[] = []) =>
  asCaller(db, caller, async (client) => (await client.query(sql, values)).rows)
const startJob = async (
  kind: string,
  args: object = { nth: randomUUID() },
  caller: Caller = 'editor',
): Promise<string> => (await call(caller, 'select public.start_job($1, $2) as id', [kind, args]))[0].id
const runOf = async (id: string) => (await query('select * from public.job_runs where id = $1', [id]))[0]
const status = (id: string, wanted: string) =>
  eventually(async () => expect(await runOf(id)).toMatchObject({ status: wanted }), PATIENCE)

/** A kind that counts to ten in steps, and waits at five until it may go on, or loses its session there the first time. */
function counting(name: string, options: { waitsAtFive?: boolean; losesSessionAtFive?: boolean } = {}) {
  const started: number[] = []
  const kind: JobKind = {
    name,
    async run(_args, job: Job) {
      const checkpoint = job.checkpoint
      const from = typeof checkpoint === 'object' && checkpoint && 'at' in checkpoint ? Number(checkpoint.at) : 0
      started.push(from)
      job.report({ phase: 'Counting', total: 10 })
      for (let at = from + 1; at <= 10; at++) {
        await job.step(async (client) => {
          if (at === 5 && options.losesSessionAtFive && started.length === 1) await endSession(client)
          return { checkpoint: { at }, done: 1 }
        })
        if (at === 5 && options.waitsAtFive) {
          await new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(job.signal.reason)))
        }
      }
      return { counted: 10 - from }
    },
  }
  return { kind, started }
}

/** As a restart of the server does. */
async function endSession(client: pg.PoolClient) {
  const { rows } = await client.query('select pg_backend_pid() as session')
  await query('select pg_terminate_backend($1)', [rows[0].session])
}

describe('a job', () => {
  test('that was asked for before a worker started is run, and its row says how', async () => {
    const id = await startJob('count')
    expect(await runOf(id)).toMatchObject({ status: 'queued', done: '0' })
    await start([counting('count').kind])
    await status(id, 'succeeded')
    expect(await runOf(id)).toMatchObject({ phase: 'Counting', done: '10', total: '10', result: { counted: 10 } })
  })

  test('is cancelled while it runs, and before', async () => {
    await start([counting('count', { waitsAtFive: true }).kind])
    const id = await startJob('count')
    await eventually(async () => expect(await runOf(id)).toMatchObject({ done: '5' }), PATIENCE)
    await call('editor', 'select public.cancel_job($1)', [id])
    await status(id, 'cancelled')
    await expect(call('editor', 'select public.cancel_job($1)', [id])).rejects.toThrow('has ended already')
    await workers.splice(0)[0]?.stop()
    const waiting = await startJob('count')
    await call('editor', 'select public.cancel_job($1)', [waiting])
    expect(await runOf(waiting)).toMatchObject({ status: 'cancelled' })
    const again = (await call('editor', 'select public.retry_job($1) as id', [waiting]))[0].id
    await start([counting('count').kind])
    await status(again, 'succeeded')
    expect(await runOf(waiting)).toMatchObject({ status: 'cancelled', started_at: null })
  })

  test('is given back by a worker that stops, and another goes on where it was', async () => {
    const first = await start([counting('count', { waitsAtFive: true }).kind])
    const id = await startJob('count')
    await eventually(async () => expect(await runOf(id)).toMatchObject({ done: '5' }), PATIENCE)
    await first.stop()
    workers.length = 0
    expect(await runOf(id)).toMatchObject({ status: 'queued', attempts: 0, worker: null })
    const second = counting('count')
    await start([second.kind])
    await status(id, 'succeeded')
    expect(second.started).toEqual([5])
    expect(await runOf(id)).toMatchObject({ done: '10', attempts: 1 })
  })

  test('that loses its session of the database goes on after its last step', async () => {
    const kind = counting('count', { losesSessionAtFive: true })
    await start([kind.kind])
    const id = await startJob('count')
    await status(id, 'succeeded')
    expect(kind.started).toEqual([0, 4])
    expect(await runOf(id)).toMatchObject({ done: '10', attempts: 2 })
  })

  test('that fails says why, and one that nobody knows says what to do', async () => {
    const broken: JobKind = {
      name: 'count',
      run: async () => {
        throw new Error('the abacus broke')
      },
    }
    await start([broken])
    const failed = await startJob('count')
    const unknown = await startJob('secret', {}, 'admin')
    await status(failed, 'failed')
    expect((await runOf(failed)).message).toContain('the abacus broke')
    await status(unknown, 'failed')
    expect((await runOf(unknown)).message).toContain('Start the newest version')
  })

  test('that was asked for in a way that nobody understands says so in a sentence', async () => {
    await start([{ name: 'count', run: async (args) => void z.object({ run: z.int() }).parse(args) }])
    const id = await startJob('count')
    await status(id, 'failed')
    expect((await runOf(id)).message).toMatch(/^It was given something that it does not understand\. Start it/)
  })

  test('is started, watched and cancelled by those who may, and by nobody else', async () => {
    const id = await startJob('secret', {}, 'admin')
    const seen = async (caller: Caller) =>
      (await call(caller, 'select from public.job_runs where id = $1', [id])).length
    expect([await seen('viewer'), await seen('editor'), await seen('admin')]).toEqual([0, 0, 1])
    await expect(startJob('secret', {}, 'editor')).rejects.toThrow('You may not start this job')
    await expect(startJob('count', undefined, 'viewer')).rejects.toThrow('You may not start this job')
    await expect(startJob('count', undefined, 'anon')).rejects.toThrow('permission denied')
    await expect(startJob('nonsense')).rejects.toThrow('no kind of job')
    await expect(call('editor', 'select public.cancel_job($1)', [id])).rejects.toThrow('that you may cancel')
    await call('admin', 'select public.cancel_job($1)', [id])
  })

  test('of the lane of imports runs alone, whichever worker has it', async () => {
    let running = 0
    let most = 0
    const kind: JobKind = {
      name: 'count-products',
      async run(_args, job) {
        running += 1
        most = Math.max(most, running)
        for (let at = 0; at < 5; at++) await job.step(async () => ({ checkpoint: { at } }))
        running -= 1
        return undefined
      },
    }
    await start([kind])
    await start([kind])
    const ids = await Promise.all([1, 2, 3].map(() => startJob('count-products')))
    for (const id of ids) await status(id, 'succeeded')
    expect(most).toBe(1)
  })

  test('is the run that is under way where the same is asked for again, unless it is being cancelled', async () => {
    const args = { filter: ['one'] }
    const asked = await Promise.all([1, 2, 3].map(() => startJob('count', args)))
    expect(new Set(asked).size).toBe(1)
    expect(await startJob('count', { filter: ['other'] })).not.toBe(asked[0])
    expect(await startJob('count', args, 'admin')).not.toBe(asked[0])
    await call('editor', 'select public.cancel_job($1)', [asked[0]])
    expect(await startJob('count', args)).not.toBe(asked[0])
    await query(`update public.job_runs set status = 'cancelled' where status = 'queued'`)
  })

  test('is refused to whoever has twenty under way, until one of them has ended', async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: 21 }, () => startJob('count', undefined, 'second admin')),
    )
    const ids = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(ids).toHaveLength(20)
    expect(asked.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'PT429', message: 'Twenty jobs of yours wait or run already' },
    })
    await startJob('count', undefined, 'admin')
    await call('second admin', 'select public.cancel_job($1)', [ids[0]])
    await startJob('count', undefined, 'second admin')
    await query(`update public.job_runs set status = 'cancelled' where status = 'queued'`)
  })
})

test('a job that is cancelled between two statements does not wait for the second', async () => {
  const between = Promise.withResolvers<void>()
  const kind: JobKind = {
    name: 'count',
    run: (_args, job) =>
      job.step(async (client) => {
        between.resolve()
        await new Promise((resolve) => job.signal.addEventListener('abort', resolve, { once: true }))
        // Longer than a cancellation of nothing takes.
        await job.pool.query('select pg_sleep(1)')
        await client.query('select pg_sleep(600)')
        return { checkpoint: {} }
      }),
  }
  await start([kind])
  const id = await startJob('count')
  await between.promise
  await call('editor', 'select public.cancel_job($1)', [id])
  await status(id, 'cancelled')
})

test.each(['aal1', 'aal2'])('a job acts at the assurance level that its starter had shown: %s', async (aal) => {
  const shown: unknown[] = []
  const kind: JobKind = {
    name: 'count',
    run: (_args, job) =>
      job.step(async (client) => {
        shown.push((await client.query(`select auth.jwt() ->> 'aal' as aal`)).rows[0])
        return { checkpoint: {} }
      }),
  }
  await start([kind])
  const [run] = await asCaller(
    db,
    'editor',
    async (client) => (await client.query(`select public.start_job('count') as id`)).rows,
    { claims: { aal } },
  )
  await status(run.id, 'succeeded')
  expect(shown).toEqual([{ aal }])
})
