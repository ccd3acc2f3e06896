import { Socket } from 'node:net'
import pg from 'pg'

/** A caller that waits longer for a free connection is better told so than kept. */
const BUSY_WAIT_MS = 10_000
/** The same once the server is known not to answer: everybody is told within a second, and still each of them tries. */
export const AWAY_WAIT_MS = 1_000

/**
 * Opens pools to one server. A server that refuses connections says so at once; one whose machine is gone says nothing,
 * and each caller would wait as long as it would for a busy one. After the first who waited in vain nobody does.
 */
export function createReachability({ busyWaitMs = BUSY_WAIT_MS }: { busyWaitMs?: number } = {}) {
  const pools = new Set<pg.Pool>()
  let isAway = false

  function tell(away: boolean) {
    if (away === isAway) return
    isAway = away
    for (const pool of pools) pool.options.connectionTimeoutMillis = waitMs()
  }
  const waitMs = () => (isAway ? AWAY_WAIT_MS : busyWaitMs)

  /** pg's own socket, which notes whether the server has said anything at all. */
  function openSocket(): Socket {
    const socket = new Socket()
    let hasSpoken = false
    socket.once('data', () => {
      hasSpoken = true
    })
    socket.once('close', () => hasSpoken || tell(true))
    return socket
  }

  return {
    open(config: pg.PoolConfig): pg.Pool {
      const pool = new pg.Pool({ ...config, stream: openSocket, connectionTimeoutMillis: waitMs() })
      pool.on('connect', () => tell(false))
      pools.add(pool)
      return pool
    },
  }
}
