import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { networkErrors } from '../../../supabase/functions/_shared/errors.ts'
import type { ClientDependencies } from '../../../supabase/functions/_shared/networks/client.ts'

/** How long what a run fetched is kept for publishing it and for trying again. */
export const KEPT = '24 hours'

export const folderOf = (spools: string, id: string): string => join(spools, id)

/**
 * Deletes folders that no run needs any more; returns how many. Those of held runs stay, to be published; of the others of a
 * kind only the newest run's, which a retry goes on with.
 */
export async function sweepSpools(pool: pg.Pool, spools: string): Promise<number> {
  const found = await readdir(spools).catch(() => [])
  if (found.length === 0) return 0
  const { rows } = await pool.query<{ id: string }>(
    `select distinct spool_id::text as id from public.feed_runs as runs
     where spool_id::text = any ($1) and (status in ('queued', 'running') or spool_until > now() and (status = 'held'
       or not exists (select from public.feed_runs as newer where newer.kind = runs.kind and newer.id > runs.id)))`,
    [found],
  )
  const needed = new Set(rows.map(({ id }) => id))
  const old = found.filter((name) => !needed.has(name))
  for (const name of old) await rm(folderOf(spools, name), { recursive: true, force: true })
  return old.length
}

/** No way out: what is published after it was held is what was looked at. */
export const offline: ClientDependencies = {
  fetch: () => Promise.reject(networkErrors.notKept()),
}
