import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { applyMigrations } from '../postgres/migrate.ts'
import { withSession } from '../postgres/session.ts'

export interface LoadOptions {
  databaseUrl: string
  rolesFile: string | null
  migrationDirs: string[]
  seedFiles: string[]
  skipExtensions: string[]
}

/** Applies migrations that are new to the database, after the roles they need and before seeds: each of those once. Returns what its reader should know. */
export async function loadSql(options: LoadOptions): Promise<string[]> {
  const { databaseUrl, rolesFile, migrationDirs, seedFiles, skipExtensions } = options
  const warnings: string[] = []
  return withSession({ url: databaseUrl, name: 'platform seeds' }, async (client) => {
    // Supabase's own: seeds call crypt() and uuid_generate_v4() without naming the schema.
    await client.query('set search_path to "$user", public, extensions')
    if (rolesFile) await runOnce(client, rolesFile)
    for (const folder of migrationDirs) {
      await applyMigrations({
        client,
        folder,
        history: { schema: 'supabase_migrations', table: 'schema_migrations' },
        skipExtensions,
        onSkipped: (name, file) => warnings.push(`${file}: the extension ${name} was skipped, as asked`),
      })
    }
    for (const file of seedFiles) await runOnce(client, file)
    return warnings
  })
}

/** The column set of the Supabase CLI's own list of seeds. */
const SEED_HISTORY = `
  create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);
  alter table supabase_migrations.seed_files enable row level security;
`

async function runOnce(client: pg.Client, file: string): Promise<void> {
  const sql = await readFile(file, 'utf8')
  await client.query('create schema if not exists supabase_migrations')
  await client.query(SEED_HISTORY)
  const known = await client.query('select 1 from supabase_migrations.seed_files where path = $1', [file])
  if (known.rowCount) return
  try {
    // One round trip is one transaction: a seed is loaded whole or not at all.
    await client.query(sql)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${file} failed and was rolled back: ${reason}`, { cause })
  }
  await client.query(
    `insert into supabase_migrations.seed_files values ($1, encode(sha256(convert_to($2, 'UTF8')), 'hex'))`,
    [file, sql],
  )
}
