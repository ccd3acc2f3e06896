import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { transactionOn } from '../kernel/transaction.ts'
import { adviceOnMissingExtension, withoutExtensions } from './extensions.ts'
import { quoteIdentifier } from './identifier.ts'

/** Arbitrary, fixed: two processes that boot at once must wait for each other on the same key. */
const MIGRATION_LOCK_KEY = 7_361_004_118

export interface MigrationOptions {
  /** A connected session of the database's owner. */
  client: pg.ClientBase
  /** Folder of `<version>_<name>.sql` files, applied in file-name order. */
  folder: string
  /** Schema and table that remember what was applied; created when missing. */
  history: { schema: string; table: string }
  /** Extensions that the files ask for and that are gone on without. */
  skipExtensions?: string[]
  /** Told for each file and skipped extension. */
  onSkipped?: (extension: string, file: string) => void
}

/**
 * Applies every migration that the history does not name, each in its own transaction together with its
 * history row, under one advisory lock. Returns the versions applied now. A failing file is named in the error.
 */
export async function applyMigrations(options: MigrationOptions): Promise<string[]> {
  const { client, folder, history } = options
  const schema = quoteIdentifier(history.schema)
  const table = `${schema}.${quoteIdentifier(history.table)}`
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_KEY])
  try {
    await client.query(`create schema if not exists ${schema}`)
    // The column set of the Supabase CLI, so that hosted tools read this history as their own.
    await client.query(`create table if not exists ${table} (version text primary key, statements text[], name text)`)
    await client.query(`alter table ${table} enable row level security`)
    const known = await client.query<{ version: string }>(`select version from ${table}`)
    const done = new Set(known.rows.map((row) => row.version))
    const applied: string[] = []
    for (const file of await migrationFiles(folder)) {
      if (done.has(file.version)) continue
      await applyOne({ ...options, table, file })
      applied.push(file.version)
    }
    return applied
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK_KEY])
  }
}

interface Rewritten extends Pick<MigrationOptions, 'client' | 'history'> {
  /** The first file before each rewriting, which the folder no longer has. */
  versions: readonly string[]
}

/** Whether a database was made by files that were rewritten since: nothing can bring it up to date. */
export async function wasMadeBefore({ client, history, versions }: Rewritten): Promise<boolean> {
  const table = `${quoteIdentifier(history.schema)}.${quoteIdentifier(history.table)}`
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table])
  if (!rows[0]?.exists) return false
  const found = await client.query(`select 1 from ${table} where version = any ($1)`, [versions])
  return found.rows.length > 0
}

interface MigrationFile {
  path: string
  version: string
  name: string
}

async function migrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return names.map((fileName) => {
    const match = /^(\d+)_(.+)\.sql$/.exec(fileName)
    if (!match?.[1] || !match[2]) {
      throw new Error(`${fileName} in ${folder} is not a migration: rename it to <digits>_<name>.sql`)
    }
    return { path: join(folder, fileName), version: match[1], name: match[2] }
  })
}

interface OneMigration extends MigrationOptions {
  table: string
  file: MigrationFile
}

async function applyOne({ client, table, file, skipExtensions = [], onSkipped }: OneMigration) {
  const sql = await readFile(file.path, 'utf8')
  const possible = skipExtensions.length > 0 ? withoutExtensions(sql, skipExtensions) : { sql, skipped: [] }
  const values = [file.version, [sql], file.name]
  try {
    await transactionOn(client, async () => {
      await client.query(possible.sql)
      await client.query(`insert into ${table} (version, statements, name) values ($1, $2, $3)`, values)
    })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const advice = adviceOnMissingExtension(cause)
    const message = `Migration ${file.version}_${file.name} failed and was rolled back: ${reason}`
    throw new Error(advice ? `${message}. ${advice}` : message, { cause })
  }
  for (const extension of possible.skipped) onSkipped?.(extension, file.path)
}
