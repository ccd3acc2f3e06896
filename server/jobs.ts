import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { type Log, watchOf } from '#platform'

/** A function that runs by the clock. Times are UTC; a slot missed while nothing ran is run once after the start. */
export interface ScheduledCall {
  cron: string
  function: string
  data?: object
}

/** What runs by itself, and when. Add a line here; the function is an ordinary one under supabase/functions. */
export const SCHEDULE: readonly ScheduledCall[] = [
  { cron: '7 * * * *', function: 'summarise-events' },
  { cron: '23 * * * *', function: 'ensure-default-content' },
  // Every hour, for it sends when NEWSLETTER_SCHEDULE says so, and takes up what an outage left.
  { cron: '0 * * * *', function: 'send-newsletter' },
  // After imports and edits, whoever made them: nobody waits longer than this for a price.
  { cron: '*/15 * * * *', function: 'send-price-alerts' },
  { cron: '41 * * * *', function: 'empty-trash' },
  // A held or failed import waits for somebody.
  { cron: '* * * * *', function: 'mail-feed-troubles' },
]

export interface JobsOptions {
  databaseUrl: string
  /** Names of the functions there are: each is a queue. */
  functions: string[]
  schedule?: readonly ScheduledCall[]
  /** Calls the function as the service role; rejects when it failed. */
  call(name: string, data: object, job: { id: string; signal: AbortSignal }): Promise<void>
  log: Log
}

export interface Jobs {
  enqueue(queue: string, data: object, options?: EnqueueOptions): Promise<string | null>
  /** Lets running jobs finish for that long; what is left is taken up again by the next process. */
  stop(graceMs: number): Promise<void>
}

export interface EnqueueOptions {
  /** A second job with the same key is refused while the first waits. */
  singletonKey?: string
  startAfterSeconds?: number
}

/** Imports are the longest jobs: what runs longer is taken for dead and given to another worker. */
const EXPIRE_SECONDS = 2 * 60 * 60
/** Network feeds are down for minutes, not hours. */
const RETRY = { retryLimit: 3, retryDelay: 30, retryBackoff: true }

/** Queues and schedule in the schema `pgboss`, which the API roles have no right to see. Several processes share them. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { databaseUrl, functions, schedule = SCHEDULE, call, log } = options
  // pg-boss opens its own pool and hands pg's settings on.
  const connection = { connectionString: databaseUrl, stream: watchOf({ connectionString: databaseUrl }).stream }
  const boss = new PgBoss({
    ...connection,
    schema: 'pgboss',
    application_name: 'dahlia jobs',
    max: 4,
    useListenNotify: true,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error and goes on'))
  await boss.start()
  for (const name of functions) {
    await boss.createQueue(name, { ...RETRY, policy: 'short', expireInSeconds: EXPIRE_SECONDS, notify: true })
    await boss.work<object>(name, { batchSize: 1 }, async ([job]) => {
      if (job) await call(name, job.data ?? {}, job)
    })
  }
  await applySchedule({ boss, schedule })

  return {
    async enqueue(queue, data, { singletonKey, startAfterSeconds } = {}) {
      if (!functions.includes(queue)) throw new Error(`There is no function "${queue}" to run this job.`)
      return boss.send(queue, data, {
        // The policy `short` lets one job wait for each key, so a job without one is given its own.
        singletonKey: singletonKey ?? randomUUID(),
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
      })
    },
    stop: (graceMs) => boss.stop({ graceful: true, timeout: graceMs }),
  }
}

/** The table above is the truth: what it no longer names is taken out of the database. */
async function applySchedule({ boss, schedule }: { boss: PgBoss; schedule: readonly ScheduledCall[] }) {
  const wanted = new Set(schedule.map((entry) => entry.function))
  for (const old of await boss.getSchedules()) if (!wanted.has(old.name)) await boss.unschedule(old.name)
  for (const entry of schedule) {
    await boss.schedule(entry.function, entry.cron, entry.data ?? {}, { tz: 'UTC', missed: 'once' })
  }
}
