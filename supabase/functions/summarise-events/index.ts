import { z } from 'zod'
import { postFunction, requireService } from '../_shared/http.ts'

/** Counts the events of the last days anew. Run by the schedule; old events are deleted like all that is old. */
export default postFunction({
  input: z.object({}),
  maxBytes: 1000,
  async run(_, ctx) {
    requireService(ctx)
    await ctx.sql.query('select private.roll_up_events()')
    return {}
  },
})
