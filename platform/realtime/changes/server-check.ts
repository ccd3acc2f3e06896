import type pg from 'pg'

/** Why changes cannot be streamed from this database, in words for whoever runs it. */
export class StreamUnavailableError extends Error {
  override name = 'StreamUnavailableError'
}

export const CHANGES_PUBLICATION = 'supabase_realtime'
export const MESSAGES_PUBLICATION = 'supabase_realtime_messages_publication'

/** Asks for everything that logical decoding needs, and says in one sentence what is missing. */
export async function checkServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ wal_level: string; may_replicate: boolean; missing: string[] }>(
    `select current_setting('wal_level') as wal_level,
      (select rolreplication or rolsuper from pg_catalog.pg_roles where rolname = current_user) as may_replicate,
      array(
        select wanted from unnest($1::text[]) as wanted
        where not exists (select from pg_catalog.pg_publication where pubname = wanted)
      ) as missing`,
    [[CHANGES_PUBLICATION, MESSAGES_PUBLICATION]],
  )
  const server = rows[0]
  if (server?.wal_level !== 'logical') {
    throw new StreamUnavailableError(
      `Database changes cannot be streamed: wal_level is ${server?.wal_level}. Set wal_level = logical and restart PostgreSQL.`,
    )
  }
  if (!server.may_replicate) {
    throw new StreamUnavailableError(
      'Database changes cannot be streamed: the database user lacks the REPLICATION attribute. Run: alter role <user> replication',
    )
  }
  if (server.missing.length > 0) {
    throw new StreamUnavailableError(
      `Database changes cannot be streamed: the publication ${server.missing.join(' and ')} does not exist. Create it.`,
    )
  }
}
