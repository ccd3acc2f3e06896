import type { TopicKey } from './hub.ts'
import type { RealtimeLimits } from './limits.ts'
import { createBuckets, TokenBucket } from './token-bucket.ts'

export interface Sending {
  topic: TopicKey
  receivers: number
  bytes: number
}

/** What a frame costs beside its bytes: looking at the receiver, and a system call. */
const DELIVERY_BYTES = 400
/** An address that has used less than this share of its own budget is heard even while others use up the process's. */
const MODEST_SHARE = 0.2

/**
 * Bytes that may be sent on to receivers: each address and each topic has its budget, and so has the process, so that
 * neither one visitor nor one crowded topic takes the time of everybody else.
 */
export function createFanOutBudget(limits: RealtimeLimits) {
  const own = { perSecond: limits.fanOutBytesPerSecond, burst: limits.fanOutBurstBytes }
  const addresses = createBuckets(own)
  const topics = createBuckets(own)
  const process = new TokenBucket({
    perSecond: limits.fanOutBytesPerSecondAltogether,
    burst: limits.fanOutBurstBytesAltogether,
  })

  return {
    /**
     * Takes what messages cost; false, and nothing taken, when that is more than there is. The network is the
     * sender's; null for the project's own servers, which are trusted not to flood themselves.
     */
    take(network: string | null, sendings: Sending[]): boolean {
      const now = performance.now()
      const address = network === null ? null : addresses.of(network)
      const costs = sendings.map(({ topic, receivers, bytes }) => ({
        bucket: topics.of(topic),
        // A message that nobody hears had to be read all the same.
        cost: (receivers + 1) * (bytes + DELIVERY_BYTES),
      }))
      const sum = costs.reduce((total, { cost }) => total + cost, 0)
      if (sendings.length > 1 && sum > own.burst) return false // one is sent on whatever it costs, a batch can be made smaller
      if ((address && address.left(now) <= 0) || costs.some(({ bucket }) => bucket.left(now) <= 0)) return false
      const modest = !address || address.left(now) > own.burst * (1 - MODEST_SHARE)
      if (process.left(now) <= (modest ? -limits.fanOutBurstBytesAltogether : 0)) return false
      for (const { bucket, cost } of costs) bucket.take(cost)
      address?.take(sum)
      process.take(sum)
      return true
    },
  }
}
