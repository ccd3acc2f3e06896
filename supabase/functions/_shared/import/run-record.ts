import type pg from 'pg'
import type { Tally } from './counts.ts'

export type RunStatus = 'succeeded' | 'held' | 'failed' | 'cancelled'
export type RunTrigger = 'manual' | 'schedule' | 'seed'

export interface RunRecord {
  id: string
  /** Shows how far the run is. At most one write in a while; safe to call for every batch. */
  progress(): void
  /** Closes the record. Given the merge's client it happens in the merge's transaction, so that counts and products agree. */
  finish(status: RunStatus, message: string | null, client?: pg.ClientBase): Promise<void>
}

/** Often enough for a progress bar in the back office, rare enough to cost nothing. */
const HEARTBEAT_MS = 2000

export interface StartRunOptions {
  pool: pg.Pool
  networkId: string
  sourceName: string
  trigger: RunTrigger
  tally: Tally
}

export async function startRun({ pool, networkId, sourceName, trigger, tally }: StartRunOptions): Promise<RunRecord> {
  const started = await pool.query<{ id: string }>(
    `insert into public.feed_runs (network_id, source_name, trigger) values ($1, $2, $3) returning id::text`,
    [networkId, sourceName, trigger],
  )
  const id = started.rows[0]?.id ?? ''
  let lastWrite = Date.now()
  let writing: Promise<unknown> = Promise.resolve()
  return {
    id,
    progress() {
      if (Date.now() - lastWrite < HEARTBEAT_MS) return
      lastWrite = Date.now()
      writing = writing
        .then(() =>
          pool.query(
            `update public.feed_runs
             set heartbeat_at = now(), rows_read = $2, rows_rejected = $3, bytes_read = $4
             where id = $1`,
            [id, tally.counts.read, tally.counts.rejected, tally.counts.bytes],
          ),
        )
        .catch(() => {}) // the record is for watching; a lost database shows up in the run itself
    },
    async finish(status, message, client) {
      await writing
      await writeResult(client ?? pool, { id, status, message, tally })
    },
  }
}

interface Result {
  id: string
  status: RunStatus
  message: string | null
  tally: Tally
}

async function writeResult(database: pg.Pool | pg.ClientBase, { id, status, message, tally }: Result) {
  const { counts, samples } = tally
  await database.query(
    `update public.feed_runs
     set status = $2, message = $3, finished_at = now(), heartbeat_at = now(),
       rows_read = $4, rows_rejected = $5, rows_duplicate = $6, rows_new = $7, rows_changed = $8,
       rows_unchanged = $9, rows_delisted = $10, rejected_by_reason = $11, repaired_by_reason = $12, bytes_read = $13
     where id = $1`,
    [
      id,
      status,
      message,
      counts.read,
      counts.rejected,
      counts.duplicate,
      counts.new,
      counts.changed,
      counts.unchanged,
      counts.delisted,
      JSON.stringify(counts.rejectedByReason),
      JSON.stringify(counts.repairedByReason),
      counts.bytes,
    ],
  )
  await database.query(
    `insert into public.feed_run_samples (feed_run_id, line_number, reason, raw)
     select $1, sample.line, sample.reason, sample.raw
     from jsonb_to_recordset($2::jsonb) as sample (line bigint, reason text, raw text)`,
    [id, JSON.stringify(samples)],
  )
}
