import { afterAll, beforeAll, describe, expect, type Mock, test, vi } from 'vitest'
import { silentLog } from '#platform'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Jobs, type JobsOptions, startJobs } from './jobs.ts'

describe('jobs', () => {
  let db: TestDatabase
  const started: Jobs[] = []
  const calls: Mock<JobsOptions['call']>[] = []
  beforeAll(async () => {
    db = await testDatabase('platform')
  })
  afterAll(async () => {
    await Promise.all(started.map((jobs) => jobs.stop(0)))
    await db.drop()
  })

  async function start(options: Partial<JobsOptions> = {}) {
    const call = vi.fn<JobsOptions['call']>(async () => {})
    const jobs = await startJobs({
      databaseUrl: db.url,
      functions: ['greet'],
      schedule: [],
      call,
      log: silentLog,
      ...options,
    })
    started.push(jobs)
    calls.push(call)
    return { jobs, call }
  }

  test('call the function with the data they were queued with', async () => {
    const { jobs, call } = await start()
    const id = await jobs.enqueue('greet', { name: 'Ada' })
    await eventually(() => expect(call).toHaveBeenCalled())
    expect(call.mock.calls[0]?.slice(0, 2)).toEqual(['greet', { name: 'Ada' }])
    expect(call.mock.calls[0]?.[2].id).toBe(id)
    await jobs.stop(1_000)
  })

  test('run once with two processes', async () => {
    const one = await start()
    const two = await start()
    for (let i = 0; i < 10; i += 1) await one.jobs.enqueue('greet', { i })
    // On a busy machine the one of the test before may still take a job while it stops; one that it gives back comes late.
    const seen = () => calls.flatMap((call) => call.mock.calls.map(([, data]) => data)).filter((data) => 'i' in data)
    await eventually(() => expect(seen()).toHaveLength(10), { timeout: 150_000 })
    expect(new Set(seen().map((data) => JSON.stringify(data))).size).toBe(10)
    await Promise.all([one.jobs.stop(1_000), two.jobs.stop(1_000)])
  }, 180_000)

  test('with one key wait only once', async () => {
    const { jobs } = await start({ functions: ['greet', 'later'] })
    const options = { singletonKey: 'nightly', startAfterSeconds: 3600 }
    expect(await jobs.enqueue('later', {}, options)).not.toBeNull()
    expect(await jobs.enqueue('later', {}, options)).toBeNull()
    await jobs.stop(0)
  })

  test('for a function that does not exist are refused', async () => {
    const { jobs } = await start()
    await expect(jobs.enqueue('nobody', {})).rejects.toThrow('There is no function "nobody"')
    await jobs.stop(0)
  })

  test('follow the schedule of the code, and forget what it no longer names', async () => {
    const first = await start({ schedule: [{ cron: '0 3 * * *', function: 'greet' }] })
    expect(await scheduled()).toEqual([{ name: 'greet', cron: '0 3 * * *', timezone: 'UTC' }])
    await first.jobs.stop(0)
    const second = await start({ schedule: [] })
    expect(await scheduled()).toEqual([])
    await second.jobs.stop(0)
  })

  test('are invisible to the API', async () => {
    for (const role of ['anon', 'authenticated', 'service_role'] as const) {
      await expect(db.pools.asRole(role).query(`set role ${role}; select * from pgboss.job`)).rejects.toThrow(
        /permission denied/,
      )
    }
  })

  async function scheduled() {
    return (await db.pools.owner.query('select name, cron, timezone from pgboss.schedule')).rows
  }
})
