import { z } from 'zod'
import { postFunction } from '../_shared/http.ts'
import { requireRecentProof } from '../_shared/recent-proof.ts'
import { requireStaff } from '../_shared/staff.ts'
import { emptyTrash } from './empty-trash.ts'

/** Deletes for good what has lain in the trash for thirty days, by the schedule; or what an admin names, at once. */
export default postFunction({
  input: z.object({ ids: z.array(z.uuid('This is no id of the trash.')).min(1).max(200).optional() }),
  maxBytes: 10_000,
  async run({ ids }, ctx) {
    const isSchedule = ctx.caller?.role === 'service_role'
    if (!isSchedule) {
      await requireStaff(ctx, 'admin')
      await requireRecentProof(ctx)
    }
    const emptied = await emptyTrash(ctx, ids ?? null)
    if (emptied.rows > 0) ctx.log.info(emptied, 'rows of the trash were deleted for good')
    return emptied
  },
})
