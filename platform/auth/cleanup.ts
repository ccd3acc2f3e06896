import type { Log } from '../log.ts'
import type { Database } from './database.ts'

/** Often enough that each sweep is short. */
const EVERY_MS = 600_000
/** Rows per statement and sweep: no sweep holds locks for long. */
const BATCH = 500

/** What is deleted, and when nobody can have a use for it any more. */
const LEFTOVERS = [
  { table: 'auth.flow_state', condition: `created_at < $1::timestamptz - interval '1 day'` },
  { table: 'auth.oauth_client_states', condition: `created_at < $1::timestamptz - interval '1 day'` },
  { table: 'auth.saml_relay_states', condition: `created_at < $1::timestamptz - interval '1 day'` },
  { table: 'auth.mfa_challenges', condition: `created_at < $1::timestamptz - interval '1 day'` },
  { table: 'auth.webauthn_challenges', condition: `expires_at < $1::timestamptz - interval '1 day'` },
  { table: 'auth.oauth_authorizations', condition: `created_at < $1::timestamptz - interval '1 day'` },
  // Reuse of an older token is still noticed for a week; after that it is merely unknown.
  { table: 'auth.refresh_tokens', condition: `revoked and updated_at < $1::timestamptz - interval '7 days'` },
  { table: 'auth.sessions', condition: `not_after < $1::timestamptz - interval '1 day'` },
  { table: '_platform.one_time_codes', condition: `created_at < $1::timestamptz - interval '1 day'` },
  { table: '_platform.sign_in_networks', condition: `signed_in_at < $1::timestamptz - interval '31 days'` },
  // Bodies of unsent messages hold links that have long expired.
  { table: '_platform.outbox', condition: `created_at < $1::timestamptz - interval '30 days'` },
] as const

/** Deletes leftovers of flows that ended or never did. Returns how to stop. */
export function startCleanup({ db, now, log }: { db: Database; now: () => Date; log: Log }): () => void {
  const timer = setInterval(() => {
    cleanUp(db, now()).catch((error: unknown) => log.warn({ err: error }, 'old sign-in data could not be deleted'))
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

export async function cleanUp(db: Database, now: Date): Promise<void> {
  for (const { table, condition } of LEFTOVERS) {
    await db.query(
      `delete from ${table} where ctid in (select ctid from ${table} where ${condition} limit ${BATCH} for update skip locked)`,
      [now],
    )
  }
}
