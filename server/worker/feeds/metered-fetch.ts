import type pg from 'pg'
import { networkErrors } from '../../../supabase/functions/_shared/errors.ts'
import { type ClientDependencies, pause } from '../../../supabase/functions/_shared/networks/client.ts'
import { safeFetch } from '../../../supabase/functions/_shared/safe-fetch.ts'

/** How often a network may be asked, by all runs and processes together. */
export interface CallBudget {
  network: 'amazon' | 'sovrn'
  /** As sentences call it. */
  name: string
  /** The host whose calls count; tokens are had elsewhere. */
  host: string
  mostADay: number
  /** Between two calls. */
  apartMs: number
}

interface MeteredOptions extends ClientDependencies {
  pool: Pick<pg.Pool, 'query'>
  budget: CallBudget
  signal: AbortSignal
}

/** The way out, with a call of the day taken before each request, second tries included. Fails when the day has none left. */
export function meteredFetch({ pool, budget, signal, fetch = safeFetch, wait = pause }: MeteredOptions) {
  const { network, name, host, mostADay, apartMs } = budget
  const metered: typeof safeFetch = async (address, options) => {
    if (new URL(address).hostname !== host) return fetch(address, options)
    const { rows } = await pool.query<{ wait: number }>(
      `select waits.wait from private.take_network_call($1, $2, make_interval(secs => $3)) as waits (wait)
       where waits.wait is not null`,
      [network, mostADay, apartMs / 1000],
    )
    if (!rows[0]) throw networkErrors.callsUsedUp(name)
    if (rows[0].wait > 0) await wait(rows[0].wait, signal)
    return fetch(address, options)
  }
  return metered
}

/** Calls of this day (UTC) that are left. */
export async function callsLeft(pool: Pick<pg.Pool, 'query'>, { network, mostADay }: CallBudget): Promise<number> {
  const { rows } = await pool.query<{ calls: number }>(
    `select calls from private.network_calls where network_id = $1 and day = (now() at time zone 'UTC')::date`,
    [network],
  )
  return Math.max(0, mostADay - (rows[0]?.calls ?? 0))
}
