import type { FunctionContext } from '../context.ts'
import type { RateLimit } from '../rate-limit.ts'

/** What mail servers of small shops take without calling it spam. */
const DEFAULT_PER_MINUTE = 60

/** The limit of the mails that jobs send of themselves; of newsletter and alerts together. */
export const emailsPerMinute = ({ settings }: Pick<FunctionContext, 'settings'>): RateLimit => ({
  name: 'emails of jobs',
  amount: Number(settings.NEWSLETTER_PER_MINUTE ?? DEFAULT_PER_MINUTE),
  seconds: 60,
})
