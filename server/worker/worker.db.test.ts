import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { silentLog } from '#platform'
import { addStaff, asCaller, type Caller } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
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
const startJob = async (kind: string, args: object = {}, caller: Caller = 'editor'): Promise<string> =>
  (await call(caller, 'select public.start_job($1, $2) as id', [kind, args]))[0].id
const runOf = async (id: string) => (await query('select * from public.job_runs where id = $1', [id]))[0]
const status = (id: string, wanted: string) =>
  vi.waitFor(async () => expect(await runOf(id)).toMatchObject({ status: wanted }), PATIENCE)

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
    await vi.waitFor(async () => expect(await runOf(id)).toMatchObject({ done: '5' }), PATIENCE)
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
    await vi.waitFor(async () => expect(await runOf(id)).toMatchObject({ done: '5' }), PATIENCE)
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

  test('is started, watched and cancelled by those who may, and by nobody else', async () => {
    const id = await startJob('secret', {}, 'admin')
    const seen = async (caller: Caller) =>
      (await call(caller, 'select from public.job_runs where id = $1', [id])).length
    expect([await seen('viewer'), await seen('editor'), await seen('admin')]).toEqual([0, 0, 1])
    await expect(startJob('secret', {}, 'editor')).rejects.toThrow('You may not start this job')
    await expect(startJob('count', {}, 'viewer')).rejects.toThrow('You may not start this job')
    await expect(startJob('count', {}, 'anon')).rejects.toThrow('permission denied')
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

  test('is refused to whoever has twenty under way, until one of them has ended', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 21 }, () => startJob('count', {}, 'second admin')))
    const ids = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(ids).toHaveLength(20)
    expect(asked.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'PT429', message: 'Twenty jobs of yours wait or run already' },
    })
    await startJob('count', {}, 'admin')
    await call('second admin', 'select public.cancel_job($1)', [ids[0]])
    await startJob('count', {}, 'second admin')
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

describe('a bulk change', () => {
  async function newProducts(count: number, category: string) {
    await query(
      `insert into public.products (product_name, merchant_name, affiliate_link, category, price)
       select 'Thing ' || n, 'Atelier', 'https://atelier.example/' || n, $2, n from generate_series(1, $1) as n`,
      [count, category],
    )
  }
  const count = async (where: string) =>
    (await query(`select count(*)::int as n from public.products where ${where}`))[0].n

  test('changes what the filter means, as one change set that is undone as a whole', async () => {
    await newProducts(1200, 'Beauty')
    await newProducts(10, 'Fashion')
    const filter = [
      { column: 'category', op: 'eq', value: 'Beauty' },
      { column: 'price', op: 'gt', value: 100 },
    ]
    const counted = await call('editor', `select public.count_matching('products', $1)::int as n`, [
      JSON.stringify(filter),
    ])
    expect(counted).toEqual([{ n: 1100 }])
    await start()
    const id = await startJob('bulk-change', { table: 'products', filter, changes: { brand: 'Dahlia' } })
    await status(id, 'succeeded')
    const run = await runOf(id)
    expect(run).toMatchObject({ done: '1100', total: '1100', refused: '0' })
    expect(await count(`brand = 'Dahlia' and category = 'Beauty' and price > 100`)).toBe(1100)
    expect(await count(`brand = 'Dahlia'`)).toBe(1100)
    const lines = await query(
      `select count(*)::int as n, count(distinct actor)::int as actors, count(distinct job)::int as jobs
       from public.audit_log where change_set = $1`,
      [run.change_set],
    )
    expect(lines).toEqual([{ n: 1100, actors: 1, jobs: 1 }])

    const undo = await startJob('undo-change-set', { change_set: run.change_set })
    await status(undo, 'succeeded')
    expect(await count(`brand = 'Dahlia'`)).toBe(0)
    // An undoing is undone in the same way, by its own change set.
    const redo = await startJob('undo-change-set', { change_set: (await runOf(undo)).change_set })
    await status(redo, 'succeeded')
    expect(await count(`brand = 'Dahlia'`)).toBe(1100)
  })

  test('that waits for somebody else’s row is cancelled all the same, and that slice is not done', async () => {
    const holder = await db.pools.owner.connect()
    await holder.query('begin')
    await holder.query(`select from public.products where category = 'Fashion' limit 1 for update`)
    await start()
    const filter = [{ column: 'category', op: 'eq', value: 'Fashion' }]
    const id = await startJob('bulk-change', { table: 'products', filter, changes: { brand: 'Never' } })
    await vi.waitFor(async () => expect(await runOf(id)).toMatchObject({ phase: 'Changing' }), PATIENCE)
    await call('editor', 'select public.cancel_job($1)', [id])
    await status(id, 'cancelled')
    await holder.query('rollback')
    holder.release()
    expect(await count(`brand = 'Never'`)).toBe(0)
  })

  test('takes a condition that needs no value without one', async () => {
    await start()
    const filter = [
      { column: 'delisted_at', op: 'is_null' },
      { column: 'category', op: 'eq', value: 'Fashion' },
    ]
    const id = await startJob('bulk-change', { table: 'products', filter, changes: { brand: 'Listed' } })
    await status(id, 'succeeded')
    expect(await count(`brand = 'Listed'`)).toBe(10)
  })

  test('names the rows that refuse, with the reason, and changes the others', async () => {
    await query(`update public.products set list_price = 50 where product_name = 'Thing 3' and category = 'Fashion'`)
    await start()
    const filter = [{ column: 'category', op: 'eq', value: 'Fashion' }]
    const id = await startJob('bulk-change', { table: 'products', filter, changes: { price: 60 } })
    await status(id, 'succeeded')
    expect(await runOf(id)).toMatchObject({ done: '10', refused: '1' })
    const lines = await query('select level, message from public.job_run_lines where job_run_id = $1', [id])
    expect(lines).toEqual([
      { level: 'error', message: '1 row was refused: it must hold that list_price > price (Thing 3)' },
    ])
    expect(await count(`category = 'Fashion' and price = 60`)).toBe(9)
  })

  test.each([
    [{ table: 'user_roles', filter: [], changes: { role: 'viewer' } }, 'changed one by one', 'failed'],
    [{ table: 'site_settings', filter: [], changes: { value: true } }, 'changed one by one', 'failed'],
    [{ table: 'products', filter: [], changes: { shops: 77 } }, 'no column "shops" to change', 'failed'],
    [
      { table: 'products', filter: [{ column: 'x', op: 'eq', value: 1 }], changes: { brand: 'x' } },
      'no column "x"',
      'failed',
    ],
    [{ table: 'products', filter: [], changes: { 'brand = 1; --': 'x' } }, 'no column', 'failed'],
    [{ table: 'auth.users', filter: [], changes: { email: 'x' } }, 'no list of', 'failed'],
    [{ table: 'products', filter: [], changes: {} }, 'Say what to change', 'failed'],
  ])('%o goes no further than its caller’s rights: %s', async (args, reason, ending) => {
    await start()
    const before = await query('select user_id, role from public.user_roles order by 1')
    const id = await startJob('bulk-change', args, 'admin')
    await status(id, ending)
    expect((await runOf(id)).message).toContain(reason)
    expect(await query('select user_id, role from public.user_roles order by 1')).toEqual(before)
  })

  test('names twenty refused rows in one line, and counts the others', async () => {
    await newProducts(205, 'Refusing')
    await query(`update public.products set list_price = 5000 where category = 'Refusing'`)
    await start()
    const filter = [{ column: 'category', op: 'eq', value: 'Refusing' }]
    const id = await startJob('bulk-change', { table: 'products', filter, changes: { price: 6000 } })
    await status(id, 'succeeded')
    expect(await runOf(id)).toMatchObject({ done: '205', refused: '205' })
    const lines = await query('select message from public.job_run_lines where job_run_id = $1 order by id', [id])
    expect(lines).toEqual([
      {
        message: expect.stringMatching(
          /^205 rows were refused: it must hold that list_price > price \((Thing \d+, ){20}and 185 more\)$/,
        ),
      },
    ])
  })

  test('says what was refused when it is cancelled too', async () => {
    await newProducts(700, 'Halved')
    await query(`update public.products set list_price = 5000 where category = 'Halved'`)
    const [held] = await query(
      `select id from public.products where category = 'Halved' order by id offset 600 limit 1`,
    )
    // The second slice waits for this row, so that the run is cancelled after the first.
    const holder = await db.pools.owner.connect()
    try {
      await holder.query('begin')
      await holder.query('select from public.products where id = $1 for update', [held.id])
      await start()
      const filter = [{ column: 'category', op: 'eq', value: 'Halved' }]
      const id = await startJob('bulk-change', { table: 'products', filter, changes: { price: 6000 } })
      await vi.waitFor(async () => expect(await runOf(id)).toMatchObject({ refused: '500' }), PATIENCE)
      await call('editor', 'select public.cancel_job($1)', [id])
      await status(id, 'cancelled')
      expect(await query('select message from public.job_run_lines where job_run_id = $1', [id])).toEqual([
        { message: expect.stringMatching(/^500 rows were refused: .*and 480 more\)$/) },
      ])
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })

  test('that would fill the log with one text for many rows is refused before it begins', async () => {
    await start()
    const filter = [{ column: 'category', op: 'eq', value: 'Beauty' }]
    // Compressed it is small; in a line for each of 1,200 rows it is not.
    const changes = { description: 'x'.repeat(60_000) }
    const id = await startJob('bulk-change', { table: 'products', filter, changes })
    await status(id, 'failed')
    expect((await runOf(id)).message).toBe('This is too much text for so many rows. Choose fewer rows, or write less.')
    expect(await count(`description like 'xxx%'`)).toBe(0)
  })

  test('names the rows that their policies keep from the caller', async () => {
    await query(`create policy "nobody changes thing 5" on public.products as restrictive for update to authenticated
      using (product_name <> 'Thing 5')`)
    await start()
    const filter = [
      { column: 'category', op: 'eq', value: 'Fashion' },
      { column: 'product_name', op: 'in', value: ['Thing 5', 'Thing 6'] },
    ]
    const id = await startJob('bulk-change', { table: 'products', filter, changes: { brand: 'Kept' } })
    await status(id, 'succeeded')
    await query('drop policy "nobody changes thing 5" on public.products')
    expect(await runOf(id)).toMatchObject({ done: '2', refused: '1' })
    expect(await query('select message from public.job_run_lines where job_run_id = $1', [id])).toEqual([
      { message: '1 row was refused: you may not change this row (Thing 5)' },
    ])
  })

  test('of somebody whose role is taken away meanwhile changes nothing', async () => {
    const id = await startJob('bulk-change', { table: 'products', filter: [], changes: { brand: 'Stolen' } }, 'editor')
    await query(`update public.user_roles set role = 'viewer' where role = 'editor'`)
    await start()
    await status(id, 'failed')
    expect((await runOf(id)).message).toBe('You may not change "products". Ask somebody with the role editor.')
    expect(await count(`brand = 'Stolen'`)).toBe(0)
    await query(`update public.user_roles set role = 'editor' where user_id = '00000000-0000-4000-8000-0000000000a2'`)
  })
})
