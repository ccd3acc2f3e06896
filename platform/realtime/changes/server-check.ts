import type pg from 'pg'
import { withSession } from '../../postgres/session.ts'

/** Why changes cannot be streamed from this database, in words for whoever runs it. */
export class StreamUnavailableError extends Error {
  override name = 'StreamUnavailableError'
}

export const CHANGES_PUBLICATION = 'supabase_realtime'
export const MESSAGES_PUBLICATION = 'supabase_realtime_messages_publication'

/** What the server itself lacks for logical decoding, in one sentence; null when nothing. */
export async function serverObstacle(db: pg.Pool | pg.Client): Promise<string | null> {
  const { rows } = await db.query<{ wal_level: string; may_replicate: boolean }>(
    `select current_setting('wal_level') as wal_level, rolreplication or rolsuper as may_replicate
     from pg_catalog.pg_roles where rolname = current_user`,
  )
  const server = rows[0]
  if (server?.wal_level !== 'logical') {
    return `Database changes cannot be streamed: wal_level is ${server?.wal_level}. Set wal_level = logical and restart PostgreSQL.`
  }
  if (server.may_replicate) return null
  return 'Database changes cannot be streamed: the database user lacks the REPLICATION attribute. Run: alter role <user> replication'
}

/** The same for a start, which goes on without: realtime's row changes are all that will not work. */
export async function tellServerObstacle(databaseUrl: string, tell: (sentence: string) => void): Promise<void> {
  const obstacle = await withSession({ url: databaseUrl, name: 'platform' }, serverObstacle)
  if (obstacle) tell(`${obstacle} Until then realtime tells nobody of changed rows; all else works.`)
}

/** Asks for everything that logical decoding needs, and says in one sentence what is missing. */
export async function checkServer(pool: pg.Pool): Promise<void> {
  const obstacle = await serverObstacle(pool)
  if (obstacle) throw new StreamUnavailableError(obstacle)
  const { rows } = await pool.query<{ name: string }>(
    `select wanted as name from unnest($1::text[]) as wanted
     where not exists (select from pg_catalog.pg_publication where pubname = wanted)`,
    [[CHANGES_PUBLICATION, MESSAGES_PUBLICATION]],
  )
  if (rows.length === 0) return
  const missing = rows.map(({ name }) => name).join(' and ')
  throw new StreamUnavailableError(
    `Database changes cannot be streamed: the publication ${missing} does not exist. Create it.`,
  )
}
