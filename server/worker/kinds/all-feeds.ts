import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Job, JobKind } from '../job.ts'

/** In this order, each after the one before it has ended. */
const ALL = ['awin', 'cj', 'amazon', 'sovrn'] as const
const BETWEEN_MS = 2000
const LOOK_MS = 1000

const ended = z.object({ kind: z.string(), run: z.number(), status: z.string(), message: z.string().nullable() })
const reached = z.object({ runs: z.array(ended), current: z.number().nullable() })
type Reached = z.output<typeof reached>

/** Starts every network's import and waits for each. What fails does not stop the next. */
export const allFeeds: JobKind = {
  name: 'all-feeds',
  async run(_args, job) {
    let at: Reached = job.checkpoint ? reached.parse(job.checkpoint) : { runs: [], current: null }
    for (const [index, kind] of ALL.entries()) {
      if (index < at.runs.length) continue
      job.report({ phase: `Importing ${kind}` })
      if (index > 0 && at.current === null) await pause(BETWEEN_MS, null, { signal: job.signal })
      const current = at.current ?? (await start(job, kind, at))
      const end = await endOf(job, kind, current)
      at = { runs: [...at.runs, end], current: null }
      await job.step(async () => ({
        checkpoint: at,
        done: 1,
        refused: end.status === 'failed' ? 1 : 0,
        total: ALL.length,
      }))
    }
    return { runs: at.runs }
  },
}

/** Starts the import, or joins the one that is under way. */
async function start(job: Job, kind: string, { runs }: Reached): Promise<number> {
  const { checkpoint } = await job.step(async (client) => {
    const { rows } = await client.query<{ run: string }>(
      `select coalesce(
         (select id from public.feed_runs where kind = $1 and status in ('queued', 'running')),
         public.start_feed_run($1)) as run`,
      [kind],
    )
    return { checkpoint: { runs, current: Number(rows[0]?.run) } }
  })
  return checkpoint.current
}

/** Waits until the run has ended, or waits for its network: that may take long. A cancelled job cancels it. */
async function endOf(job: Job, kind: string, run: number): Promise<z.output<typeof ended>> {
  for (;;) {
    const { rows } = await job.pool.query<{ status: string; message: string | null; waits: boolean }>(
      'select status, message, next_try_at is not null as waits from public.feed_runs where id = $1',
      [run],
    )
    const [found] = rows
    const isOver = !found || found.waits || !['queued', 'running'].includes(found.status)
    if (isOver) return { kind, run, status: found?.status ?? 'deleted', message: found?.message ?? null }
    try {
      await pause(LOOK_MS, null, { signal: job.signal })
    } catch (error) {
      await job.pool.query(
        `select public.cancel_feed_run($1) from public.job_runs where id = $2 and cancel_requested_at is not null`,
        [run, job.id],
      )
      throw error
    }
  }
}
