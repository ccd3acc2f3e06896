import { realpath } from 'node:fs/promises'
import pg from 'pg'
import { inUse, notOurs } from './errors.ts'

/** Arbitrary, fixed: every process on one cluster asks for the same lock. */
const HOLD_KEY = 4_402_671_953
/** After kill -9 the server needs a moment to notice that the last holder's connection is gone. */
const PATIENCE_MS = 2000
const RETRY_MS = 50

export interface Hold {
  /** Settles when the connection is lost: the server is down, or it is stopping. */
  lost: Promise<void>
  release(): Promise<void>
}

export interface HoldOptions {
  url: string
  cluster: string
  port: number
}

/**
 * Takes the folder for this process: a session that keeps an advisory lock. It vanishes with the process, however that
 * ends, so no stale lock can ever be left behind. Refuses a server that is not this cluster's, and a second process.
 */
export async function takeHold({ url, cluster, port }: HoldOptions): Promise<Hold> {
  const client = new pg.Client({ connectionString: url, application_name: `process ${process.pid}`, keepAlive: true })
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
  client.on('error', () => {}) // `end` follows
  await client.connect()
  try {
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
    if ((await realpath(rows[0]?.folder ?? '/')) !== (await realpath(cluster))) throw notOurs(cluster, port)
    await lock(client, cluster)
  } catch (error) {
    await client.end()
    throw error
  }
  return { lost, release: () => client.end() }
}

async function lock(client: pg.Client, cluster: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [HOLD_KEY])
    if (rows[0]?.taken) return
    if (Date.now() > deadline) throw inUse(cluster, await holder(client))
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

async function holder(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select activity.application_name as name
     from pg_locks lock join pg_stat_activity activity using (pid)
     where lock.locktype = 'advisory' and lock.granted and lock.objsubid = 1
       and (lock.classid::bigint << 32) + lock.objid::bigint = $1`,
    [HOLD_KEY],
  )
  return rows[0]?.name ?? null
}
