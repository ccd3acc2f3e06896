import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { type Log, openClient, openPool, watchOf } from '#platform'
import type { JobKind } from './job.ts'
import { runJob } from './run-job.ts'

export interface WorkerOptions {
  /** The owner's connection: imports create and lock tables. */
  databaseUrl: string
  kinds: readonly JobKind[]
  chores?: readonly Chore[]
  log: Log
}

/** What a worker does again and again beside its jobs. */
export interface Chore {
  name: string
  everyMs: number
  run(pool: pg.Pool): Promise<unknown>
}

export interface Worker {
  /** Gives running jobs back and ends the sessions. */
  stop(): Promise<void>
  /** Rejects when the database is lost: the process then ends, and is started again. */
  lost: Promise<never>
}

/** A worker that was killed is noticed after this time without a sign, and its job goes on elsewhere within a minute. */
const HEARTBEAT_SECONDS = 20
const SUPERVISE_SECONDS = 10
/** Until a job is seen that no notification tells of: one whose notification was lost. */
const POLL_SECONDS = 10
/** Nothing tells of a job that was given back or whose worker died: it should go on a moment after a new start. */
const RETRY_POLL_SECONDS = 2
/**
 * pg-boss leaves a singleton queue alone for as long as it remembers that a job was active there. By default that is a
 * minute, in which the line stood still after a long job, and after a stop in the middle of one.
 */
const QUEUE_CACHE_SECONDS = 2
/** The most that pg-boss allows, nearly a day: what still gives signs is alive. */
const EXPIRE_SECONDS = 23 * 60 * 60
/** Each orderly stop of the process takes one; runs that kill are counted in job_runs. */
const RETRIES = 1000
/** Jobs end their statement when they are asked to. */
const STOP_MS = 5000

/** The lanes of job_runs. One job at a time among all workers for the first, two of this process for the second. */
const LANES = [
  { lane: 'products', queue: 'work-products', policy: 'singleton', localConcurrency: 1 },
  { lane: 'other', queue: 'work-other', policy: 'standard', localConcurrency: 2 },
] as const

/** Takes what job_runs asks for, by the queues that the web process's jobs use too. */
export async function startWorker({ databaseUrl, kinds, chores = [], log }: WorkerOptions): Promise<Worker> {
  const name = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  await using started = new AsyncDisposableStack()
  const pool = openPool({ connectionString: databaseUrl, max: 6, application_name: 'dahlia worker' })
  started.defer(() => pool.end())
  // pg-boss opens its own pool and hands pg's settings on.
  const connection = { connectionString: databaseUrl, stream: watchOf({ connectionString: databaseUrl }).stream }
  const boss = new PgBoss({
    ...connection,
    schema: 'pgboss',
    application_name: 'dahlia worker queue',
    max: 3,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    queueCacheIntervalSeconds: QUEUE_CACHE_SECONDS,
    // The clock is the web process's.
    schedule: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error and goes on'))
  started.defer(() => boss.stop({ graceful: true, timeout: STOP_MS }))
  await boss.start()
  const stopping = new AbortController()
  for (const { queue, policy, localConcurrency } of LANES) {
    await boss.createQueue(queue, {
      policy,
      notify: true,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: EXPIRE_SECONDS,
      retryLimit: RETRIES,
      retryDelay: 1,
    })
    const options = { batchSize: 1, localConcurrency, notifyPollingIntervalSeconds: RETRY_POLL_SECONDS }
    await boss.work<object>(queue, options, async ([job]) => {
      if (!job) return
      // A job whose claim another worker took is stopped as if this worker stopped.
      const ending = AbortSignal.any([stopping.signal, job.signal])
      await runJob({ pool, kinds, id: job.id, worker: name, stopping: ending, log })
    })
  }
  const handingOver = await startHandingOver({ databaseUrl, pool, boss, log })
  started.defer(() => handingOver.stop())
  for (const chore of chores) started.defer(startChore(chore, { pool, log }))
  const everything = started.move()
  return {
    lost: handingOver.lost,
    stop() {
      stopping.abort(new Error('the worker stops'))
      return everything.disposeAsync()
    },
  }
}

/** Begins at once. Returns what ends it, after the turn that is under way. */
function startChore({ name, everyMs, run }: Chore, { pool, log }: { pool: pg.Pool; log: Log }): () => Promise<void> {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const next = () => {
    turn = run(pool)
      .catch((error) => log.warn({ err: error, chore: name }, 'a chore of the worker failed; it is tried again'))
      .then(() => {
        if (!isOver) timer = setTimeout(next, everyMs)
      })
  }
  next()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await turn
  }
}

interface HandingOver {
  databaseUrl: string
  pool: pg.Pool
  boss: PgBoss
  log: Log
}

/** Runs are rows first, written in anybody's transaction; they go onto the queue under their own id, so never twice. */
async function startHandingOver({ databaseUrl, pool, boss, log }: HandingOver) {
  const listener = openClient({ connectionString: databaseUrl, application_name: 'dahlia worker signals' })
  const lost = new Promise<never>((_, reject) => {
    listener.on('error', (error) => reject(error))
    listener.on('end', () => reject(new Error('the database ended the connection')))
  })
  // Whoever stops in order does not wait for it.
  lost.catch(() => {})
  let handing: Promise<unknown> = Promise.resolve()
  const handOver = () => {
    handing = handing
      .then(() => handOverWaiting(pool, boss))
      .catch((error) => log.warn({ err: error }, 'jobs could not be put on the queue; they are tried again'))
  }
  listener.on('notification', handOver)
  await listener.connect()
  await listener.query('listen job_runs')
  handOver()
  const timer = setInterval(handOver, POLL_SECONDS * 1000)
  return {
    lost,
    async stop() {
      clearInterval(timer)
      await handing
      // Ended on purpose is not lost.
      listener.removeAllListeners('end')
      await listener.end()
    },
  }
}

async function handOverWaiting(pool: pg.Pool, boss: PgBoss): Promise<void> {
  const { rows } = await pool.query<{ id: string; lane: string }>(
    `select id, lane from public.job_runs where status = 'queued' and handed_over_at is null order by created_at limit 100`,
  )
  for (const { id, lane } of rows) {
    const queue = LANES.find((each) => each.lane === lane)?.queue ?? 'work-other'
    await boss.send(queue, {}, { id })
    await pool.query('update public.job_runs set handed_over_at = now() where id = $1', [id])
  }
}
