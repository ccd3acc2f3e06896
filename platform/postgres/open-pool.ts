import pg from 'pg'
import { watchOf } from './server-watch.ts'

/** A caller that waits longer for a free connection is better told so than kept. */
const BUSY_WAIT_MS = 10_000

/** A pool whose callers hear within a second that the server is away, even where it falls silent under their statement. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const watch = watchOf(config)
  const pool = new pg.Pool({ connectionTimeoutMillis: BUSY_WAIT_MS, ...config, stream: watch.stream })
  watch.add(pool)
  // Without a listener a lost idle connection would end the process; whoever wants the next one finds out anyway. The
  // pool does not listen to those on loan: their borrowers are told by the failing statement.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A session of its own, not connected yet, that ends within seconds when the server falls silent. */
export function openClient(config: pg.ClientConfig): pg.Client {
  return new pg.Client({ ...config, stream: watchOf(config).stream })
}
