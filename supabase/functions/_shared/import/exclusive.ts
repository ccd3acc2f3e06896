import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { feedErrors } from '../errors.ts'
import { DIFFERENCE_TABLE } from './difference.ts'
import { ITEM_TABLES } from './items.ts'
import { buildPostponedIndexes } from './postponed-indexes.ts'
import { PUBLISH_TABLES } from './publish.ts'
import { STAGE_TABLE } from './stage.ts'
import { WORDS_TABLE } from './words.ts'

/** Arbitrary, fixed: every importer of this database asks for the same key, and so do bulk changes of products. */
export const IMPORT_LOCK_KEY = 5_118_200_377

/** A session whose client was killed gives its lock back within about a second (see below); longer means a live run. */
const LOCK_PATIENCE_MS = 8000
const LOCK_RETRY_MS = 250

export interface Patience {
  patienceMs?: number
  onWait?(): void
}

/** Makes this session the only importer and clears away what a killed one left. Released with the session's end. */
export async function becomeOnlyImporter(
  client: pg.ClientBase,
  signal: AbortSignal,
  { patienceMs = LOCK_PATIENCE_MS, onWait }: Patience = {},
): Promise<void> {
  // Without it a server busy with a killed importer's statement would finish that first, and hold the lock as long.
  // Not every system supports it; there the wait is longer.
  await client.query(`set client_connection_check_interval = '500ms'`).catch(() => {})
  const deadline = Date.now() + patienceMs
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [IMPORT_LOCK_KEY])
    if (rows[0]?.got) break
    if (Date.now() > deadline) throw feedErrors.alreadyRunning()
    onWait?.()
    await sleep(LOCK_RETRY_MS, undefined, { signal })
  }
  await clearLeftovers(client)
}

async function clearLeftovers(client: pg.ClientBase): Promise<void> {
  await dropImportTables(client)
  await buildPostponedIndexes(client)
  await failUnfinishedRuns(client)
}

/**
 * Runs that nobody does any more, as far as the one importer can tell. A run of the worker's goes on with its job; one that
 * waits for its turn was seen a moment ago.
 */
const UNFINISHED = `(feed_runs.status = 'running' or feed_runs.status = 'queued' and feed_runs.kind is null
  and feed_runs.heartbeat_at < now() - interval '1 minute')
  and not exists (select from public.job_runs where job_runs.id = job_run_id and job_runs.status in ('queued', 'running'))`

async function failUnfinishedRuns(db: pg.Pool | pg.ClientBase): Promise<void> {
  await db.query(
    `update public.feed_runs
     set status = 'failed', finished_at = now(),
       message = 'The import was stopped from outside before it published anything. Import again.'
     where ${UNFINISHED}`,
  )
}

/** What a killed import calls "running" is called failed. Not by its heartbeat: publishing a large feed writes none. */
export async function closeAbandonedRuns(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  client.on('error', () => {})
  try {
    const { rows } = await client.query<{ nobody: boolean }>(
      `select exists (select from public.feed_runs where ${UNFINISHED}) and pg_try_advisory_lock($1) as nobody`,
      [IMPORT_LOCK_KEY],
    )
    if (rows[0]?.nobody) await failUnfinishedRuns(client)
  } finally {
    // With the session the lock ends.
    client.release(true)
  }
}

export async function dropImportTables(client: pg.ClientBase): Promise<void> {
  const tables = [STAGE_TABLE, DIFFERENCE_TABLE, WORDS_TABLE, ...ITEM_TABLES, ...PUBLISH_TABLES]
  await client.query(`drop table if exists ${tables.join(', ')}`)
}

export async function stopBeingImporter(client: pg.ClientBase): Promise<void> {
  await dropImportTables(client)
  // A run that was held published nothing, and built none of them.
  await buildPostponedIndexes(client)
  await client.query('select pg_advisory_unlock($1)', [IMPORT_LOCK_KEY])
}
