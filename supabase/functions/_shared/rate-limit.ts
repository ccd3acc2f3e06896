import type { Pool, PoolClient } from 'pg'
import type { FunctionContext } from './context.ts'
import { Refusal } from './http.ts'

/** At most `amount` at once, refilled evenly within `seconds`. */
export interface RateLimit {
  /** Names the bucket; calls that share a name share the limit. */
  name: string
  amount: number
  seconds: number
}

/** Who is counted: without `by` the network that the caller's address is of. */
interface Counting extends Pick<FunctionContext, 'clientAddress'> {
  sql: Pick<Pool, 'query'> | Pick<PoolClient, 'query'>
}

/** Refuses a caller who asks too often, with 429 and how long to wait. */
export async function limitRate(ctx: Counting, limit: RateLimit, by?: string): Promise<void> {
  const wait = await takeRate(ctx, limit, by)
  if (wait === 0) return
  throw new Refusal(429, `That was a lot at once. Please try again in ${inWords(wait)}.`, { retryAfterSeconds: wait })
}

/** Takes one from the bucket: 0 when it was granted, else the seconds until the next one. */
export async function takeRate(ctx: Counting, { name, amount, seconds }: RateLimit, by?: string): Promise<number> {
  const take = by === undefined ? 'private.take_network_limit' : 'private.take_rate_limit'
  const { rows } = await ctx.sql.query<{ wait: number }>(`select ${take}($1, $2, $3, $4) as wait`, [
    name,
    by ?? ctx.clientAddress,
    amount,
    seconds,
  ])
  return rows[0]?.wait ?? seconds
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
