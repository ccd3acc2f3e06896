import type pg from 'pg'
import { feedErrors } from '../errors.ts'
import { createTally, type Tally } from './counts.ts'

export type RunStatus = 'succeeded' | 'previewed' | 'held' | 'failed' | 'cancelled'
export type RunTrigger = 'manual' | 'schedule' | 'seed'

export interface RunRecord {
  id: string
  tally: Tally
  /** Aborted when somebody cancelled the run, in the office or wherever. */
  cancelled: AbortSignal
  /** What the run does now, in words. */
  say(phase: string): void
  /** How many rows will come, where that is known. */
  expect(rows: number): void
  /** The run's turn has come: until then it waits in the line. Refused where it was cancelled meanwhile. */
  begin(): Promise<void>
  /**
   * Closes the record. Given the merge's client it happens in the merge's transaction, so that counts and products agree; that
   * is refused to a run whose cancel was accepted, and a cancel that comes later waits for it and is refused.
   */
  finish(status: RunStatus, message: string | null, client?: pg.ClientBase): Promise<void>
  /** No more signs of life; for whoever ends the run otherwise. */
  stop(): Promise<void>
}

/** Often enough for a progress bar in the back office, and for a cancelled run to end soon; rare enough to cost nothing. */
const HEARTBEAT_MS = 2000

export interface StartRunOptions {
  pool: pg.Pool
  networkId: string
  sourceName: string
  trigger: RunTrigger
}

/** A new run, waiting for its turn. */
export async function startRun({ pool, networkId, sourceName, trigger }: StartRunOptions): Promise<RunRecord> {
  const started = await pool.query<{ id: string }>(
    `insert into public.feed_runs (network_id, source_name, trigger, status) values ($1, $2, $3, 'queued')
     returning id::text`,
    [networkId, sourceName, trigger],
  )
  return recordOf(pool, started.rows[0]?.id ?? '')
}

/** The record of a run that is in the database. */
export function recordOf(pool: pg.Pool, id: string): RunRecord {
  const tally = createTally()
  const cancelled = new AbortController()
  let phase: string | null = null
  let expected: number | null = null
  let before = { at: Date.now(), rows: 0 }
  let writing: Promise<unknown> = Promise.resolve()
  const write = async () => {
    const { read, rejected, bytes } = tally.counts
    const seconds = (Date.now() - before.at) / 1000
    const rate = seconds > 0 ? Math.round((read - before.rows) / seconds) : 0
    before = { at: Date.now(), rows: read }
    const { rows } = await pool.query<{ cancel: boolean }>(
      `update public.feed_runs
       set heartbeat_at = now(), rows_read = $2, rows_rejected = $3, bytes_read = $4, rows_per_second = $5, phase = $6,
         expected_rows = coalesce($7, expected_rows)
       where id = $1 and status in ('queued', 'running')
       returning cancel_requested_at is not null as cancel`,
      [id, read, rejected, bytes, rate, phase, expected],
    )
    await writeRefused(pool, { id, tally })
    if (rows[0]?.cancel) cancelled.abort(new Error('cancelled'))
  }
  // The record is for watching; a lost database shows up in the run itself.
  const timer = setInterval(() => {
    writing = writing.then(write).catch(() => {})
  }, HEARTBEAT_MS)
  const refuse = () => {
    const error = feedErrors.cancelled()
    cancelled.abort(error)
    throw error
  }
  const stop = async () => {
    clearInterval(timer)
    await writing
  }
  return {
    id,
    tally,
    cancelled: cancelled.signal,
    say(words) {
      phase = words
    },
    expect(rows) {
      expected = rows
    },
    async begin() {
      phase = 'Reading'
      const { rowCount } = await pool.query(
        `update public.feed_runs as run
         set status = 'running', started_at = now(), heartbeat_at = now(), phase = $2, expected_rows = (
           select rows_read from public.feed_runs as last
           where last.network_id = run.network_id and last.source_name = run.source_name and last.status = 'succeeded'
           order by last.started_at desc limit 1)
         where id = $1 and cancel_requested_at is null`,
        [id, phase],
      )
      if (rowCount === 0) refuse()
      // The newest run's alone are kept.
      await pool.query(
        `delete from public.refused_rows using public.feed_runs as earlier, public.feed_runs as run
         where run.id = $1 and earlier.network_id = run.network_id and earlier.source_name = run.source_name
           and refused_rows.feed_run_id = earlier.id`,
        [id],
      )
    },
    async finish(status, message, client) {
      await stop()
      if (client && (await isCancelled(client, id))) refuse()
      await writeResult(client ?? pool, { id, status, message, tally })
    },
    stop,
  }
}

async function isCancelled(client: pg.ClientBase, id: string): Promise<boolean> {
  const { rows } = await client.query<{ cancelled: boolean }>(
    'select cancel_requested_at is not null as cancelled from public.feed_runs where id = $1 for update',
    [id],
  )
  return rows[0]?.cancelled ?? false
}

const LISTED_AT_ONCE = 5000

async function writeRefused(
  database: pg.Pool | pg.ClientBase,
  { id, tally, isEnd = false }: { id: string; tally: Tally; isEnd?: boolean },
) {
  const rows = tally.takeRefused(isEnd)
  for (let at = 0; at < rows.length; at += LISTED_AT_ONCE) {
    await database.query(
      `insert into public.refused_rows (feed_run_id, line_number, reason, row_text)
       select $1, line, reason, raw from jsonb_to_recordset($2::jsonb) as refused (line bigint, reason text, raw text)`,
      [id, JSON.stringify(rows.slice(at, at + LISTED_AT_ONCE))],
    )
  }
}

interface Result {
  id: string
  status: RunStatus
  message: string | null
  tally: Tally
}

async function writeResult(database: pg.Pool | pg.ClientBase, { id, status, message, tally }: Result) {
  const { counts, samples, difference } = tally
  await database.query(
    `update public.feed_runs
     set status = $2, message = $3, finished_at = now(), heartbeat_at = now(), phase = null, rows_per_second = null,
       rows_read = $4, rows_rejected = $5, rows_duplicate = $6, rows_new = $7, rows_changed = $8,
       rows_unchanged = $9, rows_delisted = $10, rejected_by_reason = $11, repaired_by_reason = $12, bytes_read = $13,
       difference = $14,
       -- What was fetched is published, or was looked at.
       spool_until = case when $2 in ('succeeded', 'previewed') then null else spool_until end
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
      difference === null ? null : JSON.stringify(difference),
    ],
  )
  await database.query(
    `with earlier as (delete from public.feed_run_samples where feed_run_id = $1)
     insert into public.feed_run_samples (feed_run_id, line_number, reason, raw)
     select $1, sample.line, sample.reason, sample.raw
     from jsonb_to_recordset($2::jsonb) as sample (line bigint, reason text, raw text)`,
    [id, JSON.stringify(samples)],
  )
  await writeRefused(database, { id, tally, isEnd: true })
}
