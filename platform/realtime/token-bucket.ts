interface Rate {
  perSecond: number
  burst: number
}

/** Full buckets are looked for when so many have gathered. */
const MAX_BUCKETS = 10_000

/**
 * Fills steadily, and may be overdrawn once: what costs more than a whole bucket is let through when nothing else was,
 * and paid off afterwards.
 */
export class TokenBucket {
  readonly #rate: Rate
  #tokens: number
  #filledAt = performance.now()

  constructor(rate: Rate) {
    this.#rate = rate
    this.#tokens = rate.burst
  }

  left(now: number): number {
    const { burst, perSecond } = this.#rate
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * perSecond)
    this.#filledAt = now
    return this.#tokens
  }

  take(cost: number): void {
    this.#tokens -= cost
  }

  /** Takes one where there is one. */
  takeOne(): boolean {
    if (this.left(performance.now()) < 1) return false
    this.take(1)
    return true
  }
}

/** A bucket for each of many names; those that are full again are forgotten. */
export function createBuckets(rate: Rate) {
  const buckets = new Map<string, TokenBucket>()
  return {
    of(name: string): TokenBucket {
      const known = buckets.get(name)
      if (known) return known
      if (buckets.size >= MAX_BUCKETS) {
        const now = performance.now()
        for (const [other, bucket] of buckets) if (bucket.left(now) >= rate.burst) buckets.delete(other)
      }
      const bucket = new TokenBucket(rate)
      buckets.set(name, bucket)
      return bucket
    },
  }
}
