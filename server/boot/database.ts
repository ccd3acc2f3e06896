import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { seedDemoShop } from '#demo/seed/seed-demo-shop.ts'
import {
  applyMigrations,
  type Log,
  makeFolder,
  migratePlatform,
  openPool,
  outageOf,
  startEmbedded,
  tellServerObstacle,
  wasMadeBefore,
  withSession,
} from '#platform'
import type { Config } from './config.ts'
import {
  codeOf,
  databaseLost,
  databaseOutdated,
  databaseUnreachable,
  dataFolderUnusable,
  StartError,
} from './errors.ts'

export interface Database {
  /** Connection string of the owner. */
  url: string
  /** Whether it is away for want of room on its disk, as far as we can know. */
  isDiskFull(): boolean
  stop(): Promise<void>
}

/** Root hands PostgreSQL to another account, which must pass through; what lies in the folder is closed to others. */
const FOLDER_MODE = process.getuid?.() === 0 ? 0o711 : 0o700

/** Makes the data folder, and fails with one sentence when it cannot be written. */
export async function prepareDataDir({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  try {
    await makeFolder(dataDir, FOLDER_MODE)
    await access(dataDir, constants.W_OK)
  } catch (error) {
    throw dataFolderUnusable(dataDir, codeOf(error))
  }
}

/** The given database, or the embedded one in the data folder. Fails with one sentence. */
export async function openDatabase({ databaseUrl, dataDir, hostedUrl }: Config, log: Log): Promise<Database> {
  if (databaseUrl === null) return asSentence(startEmbedded({ dataDir: join(dataDir, 'postgres'), log }))
  await checkReachable(databaseUrl)
  if (hostedUrl === null) await tellServerObstacle(databaseUrl, (sentence) => log.warn({}, sentence))
  return { url: databaseUrl, isDiskFull: () => false, stop: async () => {} }
}

/** A machine that is off answers nothing at all. */
const CONNECT_TIMEOUT_MS = 5_000

async function checkReachable(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => {})
  const { host, pathname } = new URL(databaseUrl)
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    throw databaseUnreachable(`${host}${pathname}`, reasonOf(error))
  }
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'no machine has this name',
  EAI_AGAIN: 'its name cannot be resolved',
  '28P01': 'the password is wrong',
  '28000': 'the server refuses this user',
  '3D000': 'the server has no database of this name',
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return REASONS[codeOf(error)] ?? (message || 'no answer')
}

export const SHOP_MIGRATIONS = fileURLToPath(new URL('../../supabase/migrations', import.meta.url))

/** The Supabase CLI's own history table, so that its tools read ours as theirs. */
const SHOP_HISTORY = { schema: 'supabase_migrations', table: 'schema_migrations' }

/** A file of each time before the migrations were rewritten: into one for each topic, these tidied, and functions' final texts. */
const REWRITTEN = ['20261120090000', '20261122190000', '20261127000300']

export interface MigrateOptions {
  databaseUrl: string
  loginPassword: string
  /** A hosted project brings the platform's schemas and roles itself. */
  hosted: boolean
}

/** Platform, then shop, each file once, under a lock that a second process waits for. */
export async function migrateDatabase({ databaseUrl, loginPassword, hosted }: MigrateOptions): Promise<void> {
  await withSession({ url: databaseUrl, name: 'dahlia migrations' }, async (client) => {
    if (await wasMadeBefore({ client, history: SHOP_HISTORY, versions: REWRITTEN })) throw databaseOutdated()
    if (!hosted) await asSentence(migratePlatform({ databaseUrl, loginPassword, exposeNewTables: false }))
    await asSentence(applyMigrations({ client, folder: SHOP_MIGRATIONS, history: SHOP_HISTORY }))
  })
}

/** Fills an empty shop with the demo; does nothing to one that ever had products. */
export async function seedEmptyShop(databaseUrl: string): Promise<void> {
  const pool = openPool({ connectionString: databaseUrl, max: 4, application_name: 'dahlia demo shop' })
  try {
    await seedDemoShop({ pool })
  } finally {
    await pool.end()
  }
}

/** Arbitrary, fixed: every process on one database asks for the same lock. */
const FIRST_START_KEY = 5_118_230_967

/** What only one process may do at a time: of two that start at once on an empty database, one makes the first admin. */
export async function aloneOnDatabase<Result>(databaseUrl: string, work: () => Promise<Result>): Promise<Result> {
  // A lost session ends the lock; the work that needs the database fails by itself.
  return withSession({ url: databaseUrl, name: 'dahlia first start' }, async (client) => {
    await client.query('select pg_advisory_lock($1)', [FIRST_START_KEY])
    return work()
  })
}

/** The database's own parts say in one sentence what is wrong and what to do: that is what an operator should read. */
function asSentence<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((cause: unknown) => {
    if (outageOf(cause) === 'database') throw databaseLost(cause)
    throw new StartError(cause instanceof Error ? cause.message : String(cause), { cause })
  })
}
