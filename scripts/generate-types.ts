import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { applyMigrations, silentLog, startEmbedded } from '#platform'
import { indent } from './types/indent.ts'
import { readCatalogue } from './types/read-catalog.ts'
import { writeTypes } from './types/write-types.ts'

const FILE = 'domain/database.types.ts'
const HISTORIES = [
  { folder: 'platform/migrations', history: { schema: '_platform', table: 'migrations' } },
  { folder: 'supabase/migrations', history: { schema: 'supabase_migrations', table: 'schema_migrations' } },
]

/** Writes the site's database types from a database that is migrated from scratch; `--check` only compares. */
async function main() {
  const wanted = await withScratchDatabase(async (client) => {
    for (const { folder, history } of HISTORIES) await applyMigrations({ client, folder, history })
    return indent(writeTypes('public', await readCatalogue(client, 'public')))
  })
  const present = await readFile(FILE, 'utf8').catch(() => null)
  if (present === wanted) return console.log(`${FILE} is up to date`)
  if (process.argv.includes('--check')) {
    throw new Error(`${FILE} does not match the migrations: run npm run types and commit the file.`)
  }
  await writeFile(FILE, wanted)
  console.log(`${FILE} written`)
}

async function withScratchDatabase<Result>(use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'database-types-'))
  // As root the server runs under another account, which must be able to reach its folder.
  await chmod(folder, 0o711)
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const server = await startEmbedded({ dataDir: join(folder, 'db'), log: silentLog, settings })
  const client = new pg.Client({ connectionString: server.url })
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
