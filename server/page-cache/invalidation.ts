import type pg from 'pg'
import { type Log, openClient } from '#platform'

export interface InvalidationOptions {
  databaseUrl: string
  log: Log
  /** A row of this table changed somewhere. */
  onChange(table: string): void
  /** The session is there, at start or after a gap in which changes may have been missed. */
  onConnected(): void
  /** The database cannot be heard any more. */
  onLost(): void
}

export interface Invalidations {
  connected(): boolean
  close(): Promise<void>
}

const CHANNEL = 'page_invalidation'
/** A connection that died without a word (a pulled cable, a paused machine) is noticed after this. */
const HEARTBEAT_MS = 5_000
const HEARTBEAT_TIMEOUT_MS = 3_000
/** Pages are stale while the session is away, so it returns quickly; the cap spares a database that is starting. */
const FIRST_RETRY_MS = 50
const LAST_RETRY_MS = 1_000

/**
 * Listens for changed tables on a session of its own. Triggers of supabase/migrations send
 * `pg_notify('page_invalidation', '<table>')` with the writing transaction, so every process hears a write once it is visible.
 */
export async function listenForInvalidations(options: InvalidationOptions): Promise<Invalidations> {
  const { databaseUrl, log, onChange, onConnected, onLost } = options
  let session: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let waitMs = FIRST_RETRY_MS

  async function connect() {
    const client = openClient({
      connectionString: databaseUrl,
      application_name: 'dahlia invalidation',
      connectionTimeoutMillis: HEARTBEAT_TIMEOUT_MS,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
      keepAlive: true,
    })
    client.on('error', (error) => lost(client, error))
    client.on('end', () => lost(client, null))
    client.on('notification', ({ payload }) => payload && onChange(payload))
    await client.connect()
    try {
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    session = client
    waitMs = FIRST_RETRY_MS
    onConnected()
  }

  function lost(client: pg.Client, error: Error | null) {
    if (session !== client || closed) return
    session = null
    log.warn(
      { err: error ?? undefined },
      'page invalidations cannot be heard: cached pages are served, marked stale, until they can',
    )
    client.end().catch(() => {})
    onLost()
    again()
  }

  function again() {
    if (closed) return
    retry = setTimeout(() => {
      connect().then(
        () => log.info({}, 'page invalidations are heard again'),
        (error: unknown) => {
          log.debug({ err: error }, 'the database is still away')
          again()
        },
      )
    }, waitMs)
    waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)
  }

  const heartbeat = setInterval(() => {
    const client = session
    client?.query('select 1').catch((error: Error) => lost(client, error))
  }, HEARTBEAT_MS)
  heartbeat.unref()

  await connect()

  return {
    connected: () => session !== null,
    async close() {
      closed = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      await session?.end().catch(() => {})
    },
  }
}
