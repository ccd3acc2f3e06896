import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { applyMigrations, wasMadeBefore } from './postgres/migrate.ts'
import { becomeRolesMade, requireOwnerRights } from './postgres/owner-rights.ts'
import { prepareApiLogins } from './postgres/pools.ts'
import { withSession } from './postgres/session.ts'

/** PostgreSQL 15: the oldest with security_invoker views and the grants that the roles rely on. */
const OLDEST_SUPPORTED = 150_000

const HISTORY = { schema: '_platform', table: 'migrations' }

/** The first file before the migrations were rewritten into one for each topic. */
const REWRITTEN = ['0001']

const MADE_BY_OLDER =
  'The database was made by an older version of the platform, whose migrations are no longer there: start with an empty database, or an empty data directory.'

export interface PlatformMigration {
  databaseUrl: string
  loginPassword: string
  /** Grant what is created in public from now on to the API roles, as Supabase projects did before 2026. */
  exposeNewTables: boolean
}

/** Brings the schemas auth, storage and realtime up to date and prepares the API's logins. Safe to repeat. */
export async function migratePlatform({ databaseUrl, loginPassword, exposeNewTables }: PlatformMigration) {
  await withSession({ url: databaseUrl, name: 'platform migrations' }, async (client) => {
    await refuseOldServer(client)
    await requireOwnerRights(client)
    await becomeRolesMade(client)
    if (await wasMadeBefore({ client, history: HISTORY, versions: REWRITTEN })) throw new Error(MADE_BY_OLDER)
    const folder = fileURLToPath(new URL('./migrations', import.meta.url))
    await applyMigrations({ client, folder, history: HISTORY })
    await prepareApiLogins(client, loginPassword)
    if (exposeNewTables) await client.query(EXPOSE_NEW_TABLES)
  })
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; version: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as version`,
  )
  const server = rows[0]
  if (server && Number(server.number) < OLDEST_SUPPORTED) {
    throw new Error(`The database is PostgreSQL ${server.version}, which is too old: use PostgreSQL 15 or newer.`)
  }
}

/** Applies to objects that the current role creates later, whichever tool it uses; existing ones keep their grants. */
const EXPOSE_NEW_TABLES = `
  do $$ begin
    execute format('alter role current_user in database %I set search_path to "$user", public, extensions', current_database());
  end $$;
  alter default privileges grant execute on functions to public;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
`
