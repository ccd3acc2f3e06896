import { rm } from 'node:fs/promises'
import type pg from 'pg'
import { z } from 'zod'
import { outageOf } from '#platform'
import { FeedError } from '../../../supabase/functions/_shared/errors.ts'
import { importInto, reasonOf } from '../../../supabase/functions/_shared/import/run-import.ts'
import { type RunRecord, recordOf } from '../../../supabase/functions/_shared/import/run-record.ts'
import type { ClientDependencies } from '../../../supabase/functions/_shared/networks/client.ts'
import { mendedSpool, mendingSource } from '../../../supabase/functions/_shared/networks/mended-spool.ts'
import type { Source } from '../../../supabase/functions/_shared/networks/network.ts'
import { openSpool } from '../../../supabase/functions/_shared/networks/spool.ts'
import type { FeedKind } from '../feeds/feed-kinds.ts'
import { type FeedSettings, feedSettings } from '../feeds/feed-settings.ts'
import { findKind } from '../feeds/own-files.ts'
import { type Room, spoolWithin } from '../feeds/room.ts'
import { folderOf, KEPT, offline, sweepSpools } from '../feeds/spools.ts'
import { type Job, JobError, type JobKind } from '../job.ts'

export interface FeedRunOptions extends ClientDependencies, FeedSettings {
  /** Where what runs fetch is kept, a folder for each. */
  spools: string
  room: Room
  /** Waits before a run that could not reach its network tries again; after the last it fails. */
  retryMs?: readonly number[]
}

const RETRY_MS = [60_000, 5 * 60_000, 15 * 60_000]

const input = z.object({ run: z.int() })
const claimed = z.object({
  id: z.string(),
  kind: z.string(),
  scope: z.unknown(),
  dry_run: z.boolean(),
  publish_anyway: z.boolean(),
  spool_id: z.string(),
  attempts: z.number(),
})
type Run = z.output<typeof claimed>

/** An import: one run of feed_runs. Killed, it begins again from what it has fetched; the shop changes in its last moment alone. */
export function feedRun(options: FeedRunOptions): JobKind {
  return {
    name: 'feed-run',
    async run(args, job) {
      const { run: id } = input.parse(args)
      await askForRole(job)
      const run = await claim(job, id)
      if (!run) return endOf(job.pool, id)
      const record = recordOf(job.pool, run.id)
      const signal = AbortSignal.any([job.signal, record.cancelled])
      job.report({ phase: 'Importing' })
      try {
        const { status } = await importRun({ options, job, run, record, signal })
        if (status !== 'held') await rm(folderOf(options.spools, run.spool_id), { recursive: true, force: true })
        return { run: id, status }
      } catch (error) {
        await record.stop()
        return await endBadly({ options, job, run, record, signal, error })
      }
    },
  }
}

/** Rights that were taken away meanwhile end there. */
function askForRole(job: Job) {
  return job.step(async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      `select current_setting('role') = 'service_role' or private.has_role('editor') as may`,
    )
    if (!rows[0]?.may) throw new JobError('Whoever asked for this import may not start imports any more.')
    return { checkpoint: { asked: true } }
  })
}

/** Null where the run has ended: the job died after its last moment. */
async function claim(job: Job, id: number): Promise<Run | null> {
  const { rows } = await job.pool.query(
    `update public.feed_runs
     set attempts = attempts + 1, heartbeat_at = now(), message = null, next_try_at = null, finished_at = null,
       spool_until = now() + interval '${KEPT}'
     where id = $1 and job_run_id = $2 and status in ('queued', 'running')
     returning id::text, kind, scope, dry_run, publish_anyway, spool_id::text, attempts`,
    [id, job.id],
  )
  return rows[0] ? claimed.parse(rows[0]) : null
}

async function endOf(pool: pg.Pool, id: number): Promise<object> {
  const { rows } = await pool.query<{ status: string }>('select status from public.feed_runs where id = $1', [id])
  if (!rows[0]) throw new JobError('There is no such import. Start it again.')
  return { run: id, status: rows[0].status }
}

interface Running {
  options: FeedRunOptions
  job: Job
  run: Run
  record: RunRecord
  signal: AbortSignal
}

async function importRun({ options, job, run, record, signal }: Running) {
  const kind = await findKind(run.kind, job.pool)
  if (!kind)
    throw new FeedError('unknown', `This worker knows no import "${run.kind}". Start the newest version of Dahlia.`)
  const settings = await feedSettings(kind.kind, options, job.pool)
  await kind.check(settings, job.pool)
  const { fetch, wait, breaker } = run.publish_anyway ? offline : options
  const programmes = programmesOf(run.scope, kind)
  if ('work' in kind) {
    await record.begin()
    return kind.work({ pool: job.pool, job, record, settings, dryRun: run.dry_run, signal, fetch, wait, breaker })
  }
  await sweepSpools(job.pool, options.spools)
  await options.room.measure()
  const spool = mendedSpool(spoolWithin(await openSpool(folderOf(options.spools, run.spool_id)), options.room))
  const source = mendingSource(
    await kind.open({ pool: job.pool, spool, settings, programmes, signal, fetch, wait, breaker }),
    spool,
  )
  if (source.isLookUp) await askBeforehand(source, record, signal)
  return importInto(record, {
    pool: job.pool,
    source,
    sourceName: run.kind,
    force: run.publish_anyway,
    dryRun: run.dry_run,
    allowSiteImages: kind.allowSiteImages,
    // Its turn comes: bulk changes wait for imports as well.
    patienceMs: Number.POSITIVE_INFINITY,
    signal,
  })
}

const scope = z.strictObject({ programmes: z.array(z.string().min(1).max(100)).min(1).max(10_000).optional() })

/** Which part of a network a run is for; null for all of it. */
function programmesOf(asked: unknown, { takesProgrammes = false }: FeedKind): ReadonlySet<string> | null {
  const { success, data } = scope.safeParse(asked)
  if (!success) {
    throw new FeedError(
      'scope',
      'What of the network is wanted was not understood: {"programmes": ["123"]} names some.',
    )
  }
  if (!data.programmes) return null
  if (!takesProgrammes) throw new FeedError('scope', 'This import is of everything; single programmes cannot be named.')
  return new Set(data.programmes)
}

/** Many single questions take minutes, in which nobody waits for this run: the answers lie in the spool afterwards. */
async function askBeforehand(source: Source, record: RunRecord, signal: AbortSignal) {
  await record.begin()
  record.say('Asking the network')
  for await (const _ of source.read(signal)) signal.throwIfAborted()
}

/** Decides how a run goes on that did not end well. What it throws is the end of the job. */
async function endBadly({ options, job, run, record, signal, error }: Running & { error: unknown }): Promise<object> {
  const { pool } = job
  if (signal.aborted) {
    const { rows } = await pool.query<{ cancelled: boolean }>(
      'select cancel_requested_at is not null as cancelled from public.feed_runs where id = $1',
      [run.id],
    )
    if (rows[0]?.cancelled) {
      await record.finish('cancelled', 'Cancelled. The shop is as it was.')
      if (!job.signal.aborted) return { run: Number(run.id), status: 'cancelled' }
    } else {
      await pool.query(
        `update public.feed_runs set status = 'queued', phase = null, attempts = attempts - 1 where id = $1`,
        [run.id],
      )
    }
    throw error
  }
  const isOurs = error instanceof FeedError
  // It goes on as soon as the database is back. A network's own lost connection is another matter.
  if (!isOurs && outageOf(error) === 'database') throw error
  const waits = options.retryMs ?? RETRY_MS
  const wait = waits[run.attempts - 1]
  if (isOurs && error.canPass && wait !== undefined) {
    await tryLater(pool, run, { message: error.message, waitMs: Math.max(wait, error.retryAfterMs ?? 0) })
    return { run: Number(run.id), status: 'queued' }
  }
  await record.finish('failed', reasonOf(error))
  if (isOurs) throw new JobError(error.message)
  throw error
}

async function tryLater(pool: pg.Pool, run: Run, { message, waitMs }: { message: string; waitMs: number }) {
  await pool.query(
    `update public.feed_runs
     set status = 'queued', phase = null, rows_per_second = null, heartbeat_at = now(), message = $2,
       next_try_at = now() + $3 * interval '1 millisecond'
     where id = $1`,
    [run.id, message, waitMs],
  )
}
