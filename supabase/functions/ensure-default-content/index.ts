import { z } from 'zod'
import { ensureDefaultContent } from '../_shared/content/ensure-default-content.ts'
import { GENERATED_CATEGORIES, GENERATED_KINDS, publishGenerated } from '../_shared/content/publish-generated.ts'
import { postFunction } from '../_shared/http.ts'
import { takeRate } from '../_shared/rate-limit.ts'

/** However many visitors load the home page: no more runs than this are asked for by all of them together. */
const BY_VISITORS = { name: 'ensure-default-content', amount: 1, seconds: 600 } as const

const input = z.object({
  /** Writes anew what is there already, over what editors made of it. */
  overwrite: z.boolean().default(false),
  /** Instead of keeping: one generated article. */
  generate: z.object({ kind: z.enum(GENERATED_KINDS), category: z.enum(GENERATED_CATEGORIES).optional() }).optional(),
})

/**
 * Creates the pages and articles that every shop has and that are missing. The server runs it, at its start and by the
 * schedule; a page load may ask for a run, which is queued, changes nothing that the schedule would not, and says
 * nothing to the visitor.
 */
export default postFunction({
  input,
  maxBytes: 1000,
  async run({ overwrite, generate }, ctx) {
    const warn = (fields: object, message: string) => ctx.log.warn({ requestId: ctx.requestId, ...fields }, message)
    if (ctx.caller?.role === 'service_role')
      return generate
        ? await publishGenerated(ctx.sql, generate, { overwrite, warn })
        : await ensureDefaultContent(ctx.sql, { overwrite, warn })
    if ((await takeRate(ctx, BY_VISITORS, 'all visitors')) > 0) return { queued: false }
    const job = await ctx.enqueue('ensure-default-content', {}, { singletonKey: 'page load' })
    return { queued: job !== null }
  },
})
