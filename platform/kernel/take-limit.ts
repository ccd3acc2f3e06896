import { createHash } from 'node:crypto'
import type pg from 'pg'

export interface Rule {
  amount: number
  seconds: number
  /**
   * Without it a bucket: `amount` at once, refilled evenly within `seconds`, as GoTrue counts requests. With it never
   * more than `amount` in any `seconds`: what a promise about guesses means. The times are kept, so for small amounts.
   */
  strict?: true
}

/**
 * Counted in Postgres, so that several processes count together. A limit on guesses holds only when it is taken
 * before the guess is checked: whoever looks first and counts later checks every guess that comes at the same moment.
 */
export interface Limits {
  /** Takes one. Returns the whole seconds until the next may be taken: 0 when this one was granted. */
  take(key: string, rule: Rule): Promise<number>
  /** Puts one back: what was taken for a guess that proved right. */
  giveBack(key: string, rule: Rule): Promise<void>
  /** The seconds that `take` would return, without taking. Never the check before a `take`. */
  peek(key: string, rule: Rule): Promise<number>
}

/** A bucket untouched for so long is full again under every rule. */
const STALE = '1 day'
/** Stale buckets are deleted once in so many requests; that is one index range scan. */
const CLEANUP_EVERY = 2000

/** What is in the bucket at $4. A process whose clock is behind must not empty it: time never runs backwards. */
const AVAILABLE = `least($2::double precision, bucket.tokens
  + greatest(0, extract(epoch from $4::timestamptz - bucket.refilled_at))::double precision * $3::double precision)`

/** What was taken within the last $3 seconds before $4. */
const RECENT = `array(select at from unnest(bucket.taken) as at where at > $4::timestamptz - make_interval(secs => $3))`

export function createLimits({ db, now }: { db: pg.Pool; now: () => Date }): Limits {
  let takenSinceCleanup = 0

  async function deleteStale() {
    if (++takenSinceCleanup < CLEANUP_EVERY) return
    takenSinceCleanup = 0
    await db.query(`delete from _platform.rate_limits where refilled_at < now() - interval '${STALE}'`)
  }

  return {
    async take(key, rule) {
      if (rule.amount <= 0) return rule.seconds
      const digest = digestOf(key)
      const granted = rule.strict
        ? await takeStrictly(db, digest, rule, now())
        : await takeToken(db, digest, rule, now())
      await deleteStale()
      return granted ? 0 : Math.max(1, await waitFor(db, digest, rule, now()))
    },
    async giveBack(key, { amount, strict }) {
      const change = strict
        ? 'taken = taken[:cardinality(taken) - 1]'
        : `tokens = least(${Number(amount)}::double precision, tokens + 1)`
      await db.query(`update _platform.rate_limits set ${change} where key = $1`, [digestOf(key)])
    },
    peek: (key, rule) => (rule.amount <= 0 ? Promise.resolve(rule.seconds) : waitFor(db, digestOf(key), rule, now())),
  }
}

// Both take in one statement: Postgres locks the row and judges the condition on its newest version, whoever else takes.

async function takeToken(db: pg.Pool, digest: string, { amount, seconds }: Rule, at: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into _platform.rate_limits as bucket (key, tokens, refilled_at)
     values ($1, $2::double precision - 1, $4)
     on conflict (key) do update
       set tokens = ${AVAILABLE} - 1, refilled_at = greatest(bucket.refilled_at, excluded.refilled_at)
       where ${AVAILABLE} >= 1`,
    [digest, amount, amount / seconds, at],
  )
  return rowCount === 1
}

async function takeStrictly(db: pg.Pool, digest: string, { amount, seconds }: Rule, at: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into _platform.rate_limits as bucket (key, tokens, refilled_at, taken)
     values ($1, 0, $4, array[$4::timestamptz])
     on conflict (key) do update
       set taken = ${RECENT} || excluded.taken, refilled_at = greatest(bucket.refilled_at, excluded.refilled_at)
       where cardinality(${RECENT}) < $2::integer`,
    [digest, amount, seconds, at],
  )
  return rowCount === 1
}

/** Whole seconds. */
async function waitFor(db: pg.Pool, digest: string, { amount, seconds, strict }: Rule, at: Date): Promise<number> {
  if (strict) {
    const { rows } = await db.query<{ seconds: number }>(
      `select ceil(extract(epoch from recent[1] - $4::timestamptz) + $3)::integer as seconds
       from (select ${RECENT} as recent from _platform.rate_limits as bucket where key = $1) as bucket
       where cardinality(recent) >= $2::integer`,
      [digest, amount, seconds, at],
    )
    return Math.max(0, rows[0]?.seconds ?? 0)
  }
  const { rows } = await db.query<{ available: number }>(
    `select ${AVAILABLE} as available from _platform.rate_limits as bucket where key = $1`,
    [digest, amount, amount / seconds, at],
  )
  const available = rows[0]?.available ?? amount
  return available >= 1 ? 0 : Math.max(1, Math.ceil((1 - available) / (amount / seconds)))
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
