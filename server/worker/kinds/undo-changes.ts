import { z } from 'zod'
import { JobError, type JobKind } from '../job.ts'
import { aloneOnProducts } from '../products-lock.ts'

const input = z.object({ change_set: z.uuid(), reason: z.string().max(500).optional() })

/** Undoes a change set that is too large for a request: all of it in one transaction, or nothing. */
export const undoChanges: JobKind = {
  name: 'undo-change-set',
  async run(args, job) {
    if (job.checkpoint) return undefined
    const { change_set, reason } = input.parse(args)
    job.report({ phase: 'Undoing' })
    await aloneOnProducts(job, () =>
      job.step(async (client) => {
        const { rows } = await client
          .query<{ undone: { rows: number } }>('select public.undo_change_set($1, $2) as undone', [change_set, reason])
          .catch((error: unknown) => {
            throw new JobError(error instanceof Error ? error.message : String(error), { cause: error })
          })
        return { checkpoint: { undone: true }, done: rows[0]?.undone.rows ?? 0 }
      }),
    )
    return undefined
  },
}
