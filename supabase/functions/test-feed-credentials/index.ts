import { z } from 'zod'
import { FeedError } from '../_shared/errors.ts'
import { postFunction } from '../_shared/http.ts'
import { KNOWN_NETWORKS } from '../_shared/networks/known-networks.ts'
import { credentialValues } from '../_shared/networks/sealed-values.ts'
import { limitRate } from '../_shared/rate-limit.ts'
import { requireStaff } from '../_shared/staff.ts'

/** Each try asks the network itself. */
const TRIES = { name: 'test of credentials', amount: 20, seconds: 3600 } as const
/** The caller waits for it. */
const TIMEOUT_MS = 100_000

/** Whether a network takes the keys that the shop has: asks it, and says in words what is wrong. */
export default postFunction({
  input: z.object({ network: z.enum(['amazon', 'awin', 'cj', 'sovrn']) }),
  maxBytes: 1000,
  async run({ network }, ctx) {
    const userId = await requireStaff(ctx, 'admin')
    await limitRate(ctx, TRIES, `${network} ${userId}`)
    const { name, credentials, check } = KNOWN_NETWORKS[network]
    const names = credentials.map((credential) => credential.name)
    try {
      const values = await credentialValues(ctx.sql, { environment: ctx.settings, secret: ctx.keys.secret, names })
      return { ok: true, sentence: await check(values, {}, AbortSignal.timeout(TIMEOUT_MS)) }
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      if (error.code === 'cancelled')
        return { ok: false, code: 'unreachable', sentence: `${name} did not answer in time.` }
      return { ok: false, code: error.code, sentence: error.message }
    }
  },
})
