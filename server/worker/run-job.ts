import type pg from 'pg'
import { z } from 'zod'
import { type Log, outageOf } from '#platform'
import { type Job, JobError, type JobKind, type Progress } from './job.ts'

export interface RunJobOptions {
  /** Sessions of the database's owner. */
  pool: pg.Pool
  kinds: readonly JobKind[]
  id: string
  /** Who has the run: another worker that takes it over writes its own name. */
  worker: string
  /** The worker is asked to stop. */
  stopping: AbortSignal
  log: Log
}

/** A cancelled run ends within two seconds, and progress is shown as it happens. */
const TICK_MS = 1000
/** Deaths in the middle of one run, an orderly stop not counted: then it is the run that kills. */
const MOST_ATTEMPTS = 5

/** Thrown when the worker stops, or loses the database: the run goes back to the queue. */
export class GivenBack extends Error {
  override name = 'GivenBack'
}

const claimed = z.object({
  kind: z.string(),
  args: z.unknown(),
  checkpoint: z.unknown(),
  change_set: z.string(),
  started_by: z.string().nullable(),
  started_aal: z.string().nullable(),
  attempts: z.number(),
  done: z.coerce.number(),
  total: z.coerce.number().nullable(),
  refused: z.coerce.number(),
  phase: z.string().nullable(),
  cancel_requested_at: z.unknown(),
})

/** Runs what the row of job_runs asks for, and writes how it goes and ends. Throws GivenBack, and nothing else. */
export async function runJob(options: RunJobOptions): Promise<void> {
  const { pool, kinds, id, worker, stopping, log } = options
  const { rows } = await pool.query(
    `update public.job_runs
     set status = 'running', worker = $2, attempts = attempts + 1,
       started_at = coalesce(started_at, now()), heartbeat_at = now()
     where id = $1 and status in ('queued', 'running')
     returning kind, args, checkpoint, change_set, started_by, started_aal, attempts, done, total, refused, phase, cancel_requested_at`,
    [id, worker],
  )
  // Cancelled before it began.
  if (!rows[0]) return
  const run = claimed.parse(rows[0])
  const ending: { line: () => string | null } = { line: () => null }
  const end = async (status: string, message: string | null, result: object | null = null) => {
    const line = ending.line()
    if (line !== null) await say(pool, { id, level: 'error', message: line })
    await finish(pool, { id, worker, status, message, result })
  }
  if (run.cancel_requested_at) return end('cancelled', CANCELLED)
  if (run.attempts > MOST_ATTEMPTS) {
    return end('failed', `It was cut off ${MOST_ATTEMPTS} times. The log of the server says why; then start it again.`)
  }
  const kind = kinds.find(({ name }) => name === run.kind)
  if (!kind) return end('failed', `This worker knows no job "${run.kind}". Start the newest version of Dahlia.`)

  const cancelled = new AbortController()
  const progress: Progress = { phase: run.phase ?? '', done: run.done, total: run.total, refused: run.refused }
  const ticking = tick({ pool, id, worker, progress, cancelled })
  const signal = AbortSignal.any([cancelled.signal, stopping])
  try {
    const job = createJob({ pool, id, worker, run, progress, signal, ending })
    const result = await kind.run(run.args, job)
    await ticking.stop()
    await end('succeeded', null, result ?? null)
  } catch (error) {
    await ticking.stop()
    if (cancelled.signal.aborted) return end('cancelled', CANCELLED)
    if (stopping.aborted) {
      await giveBack(pool, { id, worker })
      throw new GivenBack('The worker stops; another one goes on with this job.')
    }
    if (outageOf(error) === 'database') {
      log.warn({ err: error, job: id, kind: run.kind }, 'a job lost the database; it goes on after its last step')
      throw new GivenBack('The database was lost.', { cause: error })
    }
    if (!(error instanceof JobError)) log.error({ err: error, job: id, kind: run.kind }, 'a job failed')
    await end('failed', reasonOf(error))
  }
}

const CANCELLED = 'Cancelled. What was done until then stays, and can be undone as a whole.'

interface JobParts {
  pool: pg.Pool
  id: string
  worker: string
  run: z.output<typeof claimed>
  progress: Progress
  signal: AbortSignal
  ending: { line: () => string | null }
}

function createJob({ pool, id, worker, run, progress, signal, ending }: JobParts): Job {
  return {
    id,
    changeSet: run.change_set,
    checkpoint: run.checkpoint,
    pool,
    signal,
    report: (news) => void Object.assign(progress, news),
    say: (level, message) => say(pool, { id, level, message }),
    sayAtEnd(line) {
      ending.line = line
    },
    async step(work) {
      signal.throwIfAborted()
      const client = await pool.connect()
      let stopper: StatementStopper | null = null
      try {
        await client.query('begin')
        const session = await actFor(client, id, run)
        stopper = stopStatementsOf(session, { pool, signal })
        signal.throwIfAborted()
        const step = await work(client)
        await client.query('reset role')
        const { rowCount } = await client.query(
          `update public.job_runs set checkpoint = $3, done = done + $4, refused = refused + $5,
             total = coalesce($6, total)
           where id = $1 and worker = $2 and status = 'running'`,
          [id, worker, step.checkpoint, step.done ?? 0, step.refused ?? 0, step.total ?? null],
        )
        if (rowCount === 0) throw new Error('another worker has taken this job over')
        await client.query('commit')
        progress.done += step.done ?? 0
        progress.refused += step.refused ?? 0
        progress.total = step.total ?? progress.total
        return step
      } catch (error) {
        await stopper?.end()
        await client.query('rollback').catch(() => {})
        throw error
      } finally {
        await stopper?.end()
        client.release()
      }
    },
  }
}

async function say(pool: pg.Pool, { id, level, message }: { id: string; level: string; message: string }) {
  await pool.query('insert into public.job_run_lines (job_run_id, level, message) values ($1, $2, left($3, 2000))', [
    id,
    level,
    message,
  ])
}

interface StatementStopper {
  /** Afterwards the session is somebody else's, whose statements are not stopped. */
  end(): Promise<void>
}

/** A cancellation between two statements stops none, so the next is cancelled too, until the step is over. */
const CANCEL_AGAIN_MS = 200

/** A statement that waits or takes long ends when the job shall: the transaction is undone, and the step was not taken. */
function stopStatementsOf(session: number, { pool, signal }: Pick<JobParts, 'pool' | 'signal'>): StatementStopper {
  let timer: NodeJS.Timeout | undefined
  let cancelling: Promise<unknown> = Promise.resolve()
  const cancel = () => {
    cancelling = cancelling.then(() => pool.query('select pg_cancel_backend($1)', [session])).catch(() => {})
  }
  const begin = () => {
    cancel()
    timer = setInterval(cancel, CANCEL_AGAIN_MS)
  }
  signal.addEventListener('abort', begin, { once: true })
  return {
    async end() {
      signal.removeEventListener('abort', begin)
      clearInterval(timer)
      await cancelling
    },
  }
}

/**
 * The rights of whoever started the job, as they are now: row-level security decides, and the log of changes names the
 * person. The session is not asked for, because people may sign out while their job runs; the assurance level is the one
 * that they had shown when they started it. A job of the shop itself has the rights of its key. Returns the number of the
 * session.
 */
async function actFor(client: pg.PoolClient, id: string, run: z.output<typeof claimed>): Promise<number> {
  const claims = run.started_by
    ? { sub: run.started_by, role: 'authenticated', aal: run.started_aal ?? 'aal1' }
    : { role: 'service_role' }
  const { rows } = await client.query<{ session: number }>(
    `select set_config('app.job', $1, true), set_config('app.change_set', $2, true),
       set_config('request.jwt.claims', $3, true), set_config('role', $4, true), pg_backend_pid() as session`,
    [id, run.change_set, JSON.stringify(claims), claims.role],
  )
  return rows[0]?.session ?? 0
}

interface Ticking {
  pool: pg.Pool
  id: string
  worker: string
  progress: Progress
  cancelled: AbortController
}

/** Writes progress and hears of a cancellation every second. A database that is away for a moment is met by the work itself. */
function tick({ pool, id, worker, progress, cancelled }: Ticking) {
  let writing: Promise<unknown> = Promise.resolve()
  const write = async () => {
    const { rows } = await pool.query<{ cancel: boolean }>(
      `update public.job_runs set heartbeat_at = now(), phase = nullif($3, ''), total = $4,
         done = greatest(done, $5), refused = greatest(refused, $6)
       where id = $1 and worker = $2 and status = 'running'
       returning cancel_requested_at is not null as cancel`,
      [id, worker, progress.phase, progress.total, progress.done, progress.refused],
    )
    if (rows[0]?.cancel) cancelled.abort(new Error('cancelled'))
  }
  const timer = setInterval(() => {
    writing = writing.then(write).catch(() => {})
  }, TICK_MS)
  return {
    async stop() {
      clearInterval(timer)
      await writing
      await write().catch(() => {})
    },
  }
}

interface Ending {
  id: string
  worker: string
  status: string
  message: string | null
  result: object | null
}

async function finish(pool: pg.Pool, { id, worker, status, message, result }: Ending): Promise<void> {
  await pool.query(
    `update public.job_runs
     set status = $3, message = $4, result = $5, finished_at = now(), heartbeat_at = now()
     where id = $1 and worker = $2 and status = 'running'`,
    [id, worker, status, message, result],
  )
}

async function giveBack(pool: pg.Pool, { id, worker }: { id: string; worker: string }): Promise<void> {
  await pool.query(
    `update public.job_runs set status = 'queued', worker = null, attempts = attempts - 1
     where id = $1 and worker = $2 and status = 'running'`,
    [id, worker],
  )
}

function reasonOf(error: unknown): string {
  if (error instanceof JobError) return error.message
  if (error instanceof z.ZodError) {
    return 'It was given something that it does not understand. Start it on its own screen; the log of the server says more.'
  }
  return `It failed: ${error instanceof Error ? error.message : String(error)}. The log of the server says more.`
}
