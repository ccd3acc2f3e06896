import { setTimeout as pause } from 'node:timers/promises'
import { IMPORT_LOCK_KEY } from '../../supabase/functions/_shared/import/exclusive.ts'
import type { Job } from './job.ts'

/** Long enough to cost nothing, short enough that nobody notices. */
const RETRY_MS = 500

/** Work on many products, and no import meanwhile: neither waits for the other's rows in the middle of a transaction. */
export async function aloneOnProducts<Result>(job: Job, work: () => Promise<Result>): Promise<Result> {
  const client = await job.pool.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [IMPORT_LOCK_KEY])
      if (rows[0]?.got) break
      job.report({ phase: 'Waiting for an import' })
      await pause(RETRY_MS, null, { signal: job.signal })
    }
    return await work()
  } finally {
    // The lock ends with its session.
    client.release(true)
  }
}
