import type pg from 'pg'
import type { PlatformConfig } from '../../config/schema.ts'
import type { Log } from '../../log.ts'
import { openClient } from '../../postgres/open-pool.ts'
import { cacheNotLoaded } from '../errors.ts'
import { loadSettings, type RestSettings } from '../settings.ts'
import { loadSchemaCache } from './load.ts'
import type { SchemaCache } from './types.ts'

export interface Known {
  cache: SchemaCache
  settings: RestSettings
}

export interface SchemaCacheLoader {
  /** What is known now; waits for the first load, and fails with PGRST002 while the database cannot be read. */
  current(): Known | Promise<Known>
  close(): Promise<void>
}

export interface SchemaCacheOptions {
  ownerUrl: string
  api: PlatformConfig['api']
  /** Roles that requests may run as; one that does not exist yet may come later. */
  roles: readonly string[]
  log: Log
}

/** A migration sends one notice for each statement; they are answered together. */
const DEBOUNCE_MS = 50
const RETRY_FIRST_MS = 250
const RETRY_MOST_MS = 15_000
/** A server that does not even answer is as good as away. */
const CONNECT_TIMEOUT_MS = 10_000
/** Reading the catalogue waits for whoever is changing a table, but not for ever: the load is tried again. */
const LOAD_STATEMENT_TIMEOUT_MS = 30_000
/** A load under way may end by itself; one that waits for a lock must not keep the process from stopping. */
const CLOSING_WAIT_MS = 1000
/** A request waits this long for the first load before it is told to come back. */
const FIRST_LOAD_WAIT_MS = 10_000

/**
 * Keeps the schema cache true: one session listens for `NOTIFY pgrst` (sent by event triggers after DDL) and
 * reloads; when the session is lost it comes back and reloads, because a notice may have been missed.
 */
export function openSchemaCache(options: SchemaCacheOptions): SchemaCacheLoader {
  let known: Known | null = null
  let version = 0
  let closed = false
  /** The session that listens now; null between two of them. */
  let listening: pg.Client | null = null
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  /** Whatever is under way: connecting or loading, one at a time. */
  let work = Promise.resolve()
  const first = Promise.withResolvers<Known>()
  // Requests that come before any load look at it; nobody may be waiting when it fails.
  first.promise.catch(() => undefined)

  const reload = async (session: pg.Client) => {
    const settings = await loadSettings(session, options.api)
    version += 1
    const { schemas, extraSearchPath } = settings
    const roles = await existing(session, options.roles)
    const cache = await loadSchemaCache({ client: session, schemas, extraSearchPath, roles, version })
    known = { cache, settings }
    failures = 0
    first.resolve(known)
    options.log.debug({ version, tables: cache.tables.size }, 'the schema cache was loaded')
  }

  const connect = async () => {
    const session = openClient({
      connectionString: options.ownerUrl,
      application_name: 'platform rest cache',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: LOAD_STATEMENT_TIMEOUT_MS,
    })
    session.on('error', (error) => lose(session, error))
    session.on('end', () => lose(session, new Error('The session was ended.')))
    session.on('notification', () => schedule(DEBOUNCE_MS, () => reload(session)))
    listening = session
    await session.connect()
    await session.query('listen pgrst')
    await reload(session)
  }

  const schedule = (delayMs: number, task: () => Promise<void>) => {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => start(task), delayMs)
  }

  const start = (task: () => Promise<void>) => {
    work = work.then(task).catch((error) => {
      if (listening) lose(listening, error)
    })
  }

  const lose = (session: pg.Client, error: unknown) => {
    if (closed || listening !== session) return
    listening = null
    const retryMs = Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_MOST_MS)
    failures += 1
    options.log.warn({ err: error, retryMs }, 'the schema cache lost its database session and will reconnect')
    void session.end().catch(() => undefined)
    schedule(retryMs, connect)
  }

  start(connect)

  return {
    current: () => known ?? withinWait(first.promise),
    async close() {
      closed = true
      clearTimeout(timer)
      await Promise.race([work, elapsed(CLOSING_WAIT_MS)])
      // Cuts the connection where a statement is still under way.
      await listening?.end()
    },
  }
}

async function existing(session: pg.Client, roles: readonly string[]): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    'select rolname as name from pg_catalog.pg_roles where rolname = any($1)',
    [roles],
  )
  return rows.map(({ name }) => name)
}

function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

async function withinWait(loaded: Promise<Known>): Promise<Known> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(cacheNotLoaded()), FIRST_LOAD_WAIT_MS)
  try {
    return await Promise.race([loaded, late])
  } finally {
    clearTimeout(timer)
  }
}
