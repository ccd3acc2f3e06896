import { createHash } from 'node:crypto'
import type { Database } from '../database.ts'

/** At most `amount` at once, refilled evenly within `seconds`. */
export interface Rule {
  amount: number
  seconds: number
}

export interface Limits {
  /** Takes one. Returns the whole seconds until the next may be taken: 0 when this one was granted. */
  take(key: string, rule: Rule): Promise<number>
  /** The seconds that `take` would return, without taking. */
  peek(key: string, rule: Rule): Promise<number>
}

/** A bucket untouched for so long is full again under every rule. */
const STALE = '1 day'
/** Stale buckets are swept once in so many requests; a sweep is one index range scan. */
const SWEEP_EVERY = 2000

/** Token buckets in Postgres, so that several processes count together. */
export function createLimits({ db, now }: { db: Database; now: () => Date }): Limits {
  let takenSinceSweep = 0

  async function wait(digest: string, rule: Rule): Promise<number> {
    const { rows } = await db.query<{ available: number }>(
      `select least($2, tokens + extract(epoch from $4::timestamptz - refilled_at)::double precision * $3::double precision) as available
       from _platform.rate_limits where key = $1`,
      [digest, rule.amount, rule.amount / rule.seconds, now()],
    )
    const available = rows[0]?.available ?? rule.amount
    return available >= 1 ? 0 : Math.max(1, Math.ceil((1 - available) / (rule.amount / rule.seconds)))
  }

  return {
    async take(key, rule) {
      if (rule.amount <= 0) return rule.seconds
      const digest = digestOf(key)
      const { rowCount } = await db.query(
        `insert into _platform.rate_limits as bucket (key, tokens, refilled_at)
         values ($1, $2::double precision - 1, $4)
         on conflict (key) do update
           set tokens = least($2, bucket.tokens + extract(epoch from excluded.refilled_at - bucket.refilled_at)::double precision * $3::double precision) - 1,
               refilled_at = excluded.refilled_at
           where least($2, bucket.tokens + extract(epoch from excluded.refilled_at - bucket.refilled_at)::double precision * $3::double precision) >= 1`,
        [digest, rule.amount, rule.amount / rule.seconds, now()],
      )
      if (++takenSinceSweep >= SWEEP_EVERY) {
        takenSinceSweep = 0
        await db.query(`delete from _platform.rate_limits where refilled_at < now() - interval '${STALE}'`)
      }
      return rowCount === 1 ? 0 : wait(digest, rule)
    },
    peek: (key, rule) => (rule.amount <= 0 ? Promise.resolve(rule.seconds) : wait(digestOf(key), rule)),
  }
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
