import { z } from 'zod'
import { postFunction, requireService } from '../_shared/http.ts'

/** Days that single events are kept, as the privacy page says; the daily figures stay. */
const KEEP_DAYS = 30

/** Counts the events of the last days anew and deletes the old ones. Run by the schedule. */
export default postFunction({
  input: z.object({}),
  maxBytes: 1000,
  async run(_, ctx) {
    requireService(ctx)
    const { rows } = await ctx.sql.query<{ deleted: string }>('select private.roll_up_events($1) as deleted', [
      KEEP_DAYS,
    ])
    return { deleted: Number(rows[0]?.deleted ?? 0) }
  },
})
