import type pg from 'pg'
import type { Log } from '../log.ts'

export const NOTIFY_CHANNEL = 'realtime_cluster'
/** Messages for the other processes that may wait while the database is away; older ones are dropped. */
const MAX_WAITING = 10_000
/** Parts in one query. */
const BATCH = 500

/** Sends parts of messages by NOTIFY, in order; keeps a bounded number while there is no session. */
export function createOutbox({ client, log }: { client: () => pg.Client | null; log: Log }) {
  const waiting: string[] = []
  let sending: Promise<void> | null = null

  /** One query carries all that has come together while the one before was under way. */
  async function drain() {
    for (let session = client(); waiting.length > 0 && session; session = client()) {
      const batch = waiting.splice(0, BATCH)
      try {
        await session.query(`select pg_notify('${NOTIFY_CHANNEL}', part) from unnest($1::text[]) as part`, [batch])
      } catch (error) {
        waiting.unshift(...batch)
        log.warn({ err: error }, 'could not reach the other processes')
        return
      }
    }
  }

  return {
    put(parts: readonly string[]) {
      waiting.push(...parts)
      if (waiting.length > MAX_WAITING) {
        waiting.splice(0, waiting.length - MAX_WAITING)
        log.warn({}, 'the database is away and messages for other processes were dropped')
      }
      sending ??= drain().finally(() => {
        sending = null
      })
    },
    settled: () => sending ?? Promise.resolve(),
  }
}
