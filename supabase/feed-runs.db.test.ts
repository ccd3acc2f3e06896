import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addStaff, asCaller, type Caller, STAFF } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
})
afterAll(() => db.drop())
beforeEach(async () => {
  await db.pools.owner.query(`
    delete from public.feed_runs; delete from public.job_runs;
    delete from private.feed_clocks; delete from public.feed_schedules`)
})

const call = async (caller: Caller, name: string, ...values: unknown[]) => {
  const places = values.map((_, index) => `$${index + 1}`).join(', ')
  const rows = await asCaller(
    db,
    caller,
    async (client) => (await client.query<{ value: string }>(`select public.${name}(${places}) as value`, values)).rows,
  )
  return rows[0]?.value ?? ''
}
const start = (kind = 'awin') => call('editor', 'start_feed_run', kind)
async function runs() {
  const { rows } = await db.pools.owner.query(
    `select runs.*, jobs.status as job_status, jobs.started_by as job_by, jobs.args
     from public.feed_runs as runs left join public.job_runs as jobs on jobs.id = job_run_id order by runs.id`,
  )
  return rows
}
const set = (id: string, changes: string) =>
  db.pools.owner.query(`update public.feed_runs set ${changes} where id = $1`, [id])

describe('an import that staff ask for', () => {
  test('is a run and a job of the person [B1.2]', async () => {
    const id = await start()
    expect(await runs()).toMatchObject([
      {
        id,
        kind: 'awin',
        network_id: 'awin',
        status: 'queued',
        trigger: 'manual',
        started_by: STAFF.editor,
        scope: {},
      },
    ])
    expect(await runs()).toMatchObject([{ job_status: 'queued', job_by: STAFF.editor, args: { run: Number(id) } }])
  })

  test('is refused to viewers, of an unknown kind, and while another of the kind waits', async () => {
    await expect(call('viewer', 'start_feed_run', 'awin')).rejects.toThrow('You may not start imports')
    await expect(start('fax')).rejects.toThrow('There is no import "fax"')
    await start()
    await expect(start()).rejects.toThrow('An import of Awin waits or runs already')
    await start('cj')
    expect(await runs()).toHaveLength(2)
  })

  test('is cancelled at once while it waits, with its job', async () => {
    const id = await start()
    await call('editor', 'cancel_feed_run', id)
    expect(await runs()).toMatchObject([{ status: 'cancelled', job_status: 'cancelled', ended_by: STAFF.editor }])
    await expect(call('editor', 'cancel_feed_run', id)).rejects.toThrow('has ended already')
  })

  test('is told to its worker when it is cancelled while it runs', async () => {
    const id = await start()
    await set(id, `status = 'running'`)
    await db.pools.owner.query(`update public.job_runs set status = 'running'`)
    await call('editor', 'cancel_feed_run', id)
    const { rows } = await db.pools.owner.query('select status, cancel_requested_at from public.job_runs')
    expect(rows).toMatchObject([{ status: 'running', cancel_requested_at: expect.any(Date) }])
    expect(await runs()).toMatchObject([{ status: 'running', cancel_requested_at: expect.any(Date) }])
  })

  test('ends when its job died too often', async () => {
    await start()
    await db.pools.owner.query(`update public.job_runs set status = 'failed', message = 'It was cut off 5 times.'`)
    expect(await runs()).toMatchObject([{ status: 'failed', message: 'It was cut off 5 times.' }])
    const { rows } = await db.pools.owner.query('select title from public.notifications')
    expect(rows).toEqual([{ title: 'An import failed: Awin' }])
  })

  test('is started again as a run that has what the first fetched', async () => {
    const id = await start()
    await expect(call('editor', 'retry_feed_run', id)).rejects.toThrow('Only an import that failed')
    await set(id, `status = 'failed', scope = '{"programmes": ["7"]}'`)
    const again = await call('editor', 'retry_feed_run', id)
    const [first, second] = await runs()
    expect(second).toMatchObject({ id: again, retry_of: id, status: 'queued', scope: { programmes: ['7'] } })
    expect(second.spool_id).toBe(first.spool_id)
  })

  test('is cancelled, and started again, by its job too', async () => {
    const id = await start()
    await set(id, `status = 'running'`)
    await db.pools.owner.query(`update public.job_runs set status = 'running'`)
    const job = (await runs())[0].job_run_id
    await expect(call('viewer', 'cancel_job', job)).rejects.toThrow('no such job')
    await call('second admin', 'cancel_job', job)
    expect(await runs()).toMatchObject([{ cancel_requested_at: expect.any(Date), ended_by: STAFF['second admin'] }])
    await expect(call('editor', 'retry_job', job)).rejects.toThrow('has not ended yet')
    await db.pools.owner.query(`update public.job_runs set status = 'cancelled'`)
    await expect(call('viewer', 'retry_job', job)).rejects.toThrow('no such job')
    const again = await call('editor', 'retry_job', job)
    expect((await runs())[1]).toMatchObject({ retry_of: id, status: 'queued', job_run_id: again, kind: 'awin' })
    await set((await runs())[1].id, `status = 'succeeded'`)
    await db.pools.owner.query(`update public.job_runs set status = 'succeeded'`)
    await expect(call('editor', 'retry_job', again)).rejects.toThrow('Only an import that failed')
    await db.pools.owner.query(
      `insert into private.feed_clocks (kind, missing) values ('awin', 'AWIN_FEED_KEY is missing.')`,
    )
    await expect(call('editor', 'retry_job', job)).rejects.toThrow('AWIN_FEED_KEY is missing.')
    expect(await runs()).toHaveLength(2)
  })

  test('is no job that anybody starts', async () => {
    for (const caller of ['editor', 'admin', 'service'] as const) {
      await expect(call(caller, 'start_job', 'feed-run', '{"run": 1}')).rejects.toThrow('An import is started as a run')
    }
  })

  test.each([
    '[1]',
    '"all"',
    JSON.stringify({ programmes: Array.from({ length: 2000 }, (_, at) => `${at}`) }),
  ])('is refused with a sentence where its scope is no small object', async (scope) => {
    await expect(call('editor', 'start_feed_run', 'awin', scope)).rejects.toThrow('an object of at most 8 kB')
  })

  test('is refused to whoever started twenty within a minute, and to nobody else', async () => {
    await db.pools.owner.query(
      `insert into private.feed_clocks (kind, missing) values ('shopify', 'SHOPIFY_STORE_DOMAIN is missing.')`,
    )
    for (let nth = 1; nth <= 20; nth++) await start('shopify')
    await expect(start('shopify')).rejects.toThrow('You have started twenty imports within a minute')
    await call('admin', 'start_feed_run', 'shopify')
    await db.pools.owner.query(`update public.feed_runs set requested_at = now() - interval '61 seconds'`)
    await start('shopify')
  })
})

describe('a held import', () => {
  async function held() {
    const id = await start()
    await db.pools.owner.query(`update public.job_runs set status = 'succeeded'`)
    await set(id, `status = 'held', finished_at = now(), spool_until = now() + interval '1 day'`)
    return id
  }

  test('is published as the same run', async () => {
    const id = await held()
    await call('admin', 'publish_held_run', id)
    expect(await runs()).toMatchObject([
      { id, status: 'queued', publish_anyway: true, finished_at: null, published_by: STAFF.admin, ended_by: null },
    ])
    expect((await runs())[0].job_status).toBe('queued')
    await expect(call('editor', 'publish_held_run', id)).rejects.toThrow('is not held')
  })

  test('is not published when its files are gone, or a newer one is published', async () => {
    const id = await held()
    await set(id, `spool_until = now() - interval '1 minute'`)
    await expect(call('editor', 'publish_held_run', id)).rejects.toThrow('was kept for a day and is gone')
    await set(id, `spool_until = now() + interval '1 day', started_at = now() - interval '1 hour'`)
    await set(await start(), `status = 'succeeded'`)
    await expect(call('editor', 'publish_held_run', id)).rejects.toThrow('A newer import of the same source')
    await call('admin', 'discard_held_run', id)
    const discarded = { status: 'discarded', message: 'Discarded. Nothing was published.', ended_by: STAFF.admin }
    expect(await runs()).toMatchObject([discarded, {}])
  })

  test('of the command line is published there', async () => {
    const id = await held()
    await set(id, 'kind = null')
    await expect(call('editor', 'publish_held_run', id)).rejects.toThrow('started by the command line')
  })
})

describe('the clock', () => {
  const at = (time: string) => `2026-03-10T${time}:00Z`
  const tick = (moment: string, lacks: object = {}) =>
    db.pools.owner.query('select private.start_due_feeds($1, $2)', [JSON.stringify(lacks), moment])
  async function started() {
    const kinds = (await runs()).map(({ kind }) => kind)
    await db.pools.owner.query(`update public.feed_runs set status = 'succeeded'`)
    await db.pools.owner.query('delete from public.feed_runs')
    return kinds
  }

  test('knows the usual times, and tells the next three runs of each', async () => {
    const { rows } = await db.pools.owner.query(
      `select kind, at_time, every_minutes, next_runs from public.list_feed_schedules('${at('07:30')}') order by kind`,
    )
    expect(rows.map(({ kind, at_time, every_minutes }) => [kind, at_time ?? every_minutes])).toEqual([
      ...[
        ['amazon', '06:00:00'],
        ['amazon-update', 60],
        ['awin', '07:00:00'],
        ['cj', '08:00:00'],
        ['demo', '05:00:00'],
      ],
      ...[
        ['shopify', 30],
        ['sovrn', '09:00:00'],
      ],
    ])
    const next = (kind: string) =>
      rows.find((row) => row.kind === kind).next_runs.map((time: Date) => time.toISOString())
    expect(next('cj')).toEqual(['10', '11', '12'].map((day) => `2026-03-${day}T08:00:00.000Z`))
    expect(next('awin')[0]).toBe('2026-03-11T07:00:00.000Z')
    expect(next('shopify')).toEqual(['08:00', '08:30', '09:00'].map((time) => `2026-03-10T${time}:00.000Z`))
  })

  test('starts nothing when a shop is new, each slot once, and a missed one once', async () => {
    await tick(at('06:10'))
    expect(await started()).toEqual([])
    await tick(at('07:01'))
    expect(await started()).toEqual(['amazon-update', 'awin', 'shopify'])
    await tick(at('07:02'))
    expect(await started()).toEqual([])
    await tick('2026-03-13T09:30:30Z')
    expect((await started()).sort()).toEqual(['amazon', 'amazon-update', 'awin', 'cj', 'demo', 'shopify', 'sovrn'])
    await tick('2026-03-13T09:30:40Z')
    expect(await started()).toEqual([])
  })

  test('starts nothing that lacks something, and nothing afterwards of the time before', async () => {
    await tick(at('06:10'))
    const lacks = { awin: 'AWIN_FEED_KEY is missing', 'amazon-update': 'x', shopify: 'x' }
    await tick(at('07:01'), lacks)
    expect(await started()).toEqual([])
    const { rows } = await db.pools.owner.query(`select missing from public.list_feed_schedules() where kind = 'awin'`)
    expect(rows).toEqual([{ missing: 'AWIN_FEED_KEY is missing' }])
    await tick(at('07:02'))
    expect(await started()).toEqual([])
  })

  test('minds what admins set, and what they pause', async () => {
    await tick(at('06:10'))
    await db.pools.owner.query(
      `insert into public.feed_schedules (kind, every_minutes, is_paused, updated_at) values
         ('awin', 120, false, '${at('06:20')}'), ('amazon-update', 60, true, '${at('06:20')}'), ('shopify', 30, true, '${at('06:20')}')`,
    )
    await tick(at('07:01'))
    expect(await started()).toEqual([])
    await tick(at('08:01'))
    expect(await started()).toEqual(['awin', 'cj'])
  })

  test('leaves a kind that runs alone, and tries again what waits for its next try', async () => {
    await tick(at('06:10'))
    const id = await start()
    await db.pools.owner.query(`update public.job_runs set status = 'succeeded', started_aal = 'aal2'`)
    await set(id, `next_try_at = '${at('07:05')}'`)
    await tick(at('07:04'), { shopify: 'x', 'amazon-update': 'x' })
    expect(await runs()).toMatchObject([{ job_status: 'succeeded' }])
    await tick(at('07:06'), { shopify: 'x', 'amazon-update': 'x' })
    expect(await runs()).toMatchObject([{ id, job_status: 'queued', next_try_at: null, job_by: STAFF.editor }])
  })
})
