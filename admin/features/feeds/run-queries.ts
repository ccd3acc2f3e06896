import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#design/toasts.ts'
import type { Database } from '#domain/database.types.ts'
import { rowOf, supabase, unwrap } from '../../client.ts'
import { z } from '../../zod.ts'
import { NO_SUCH_RUN, runIdOf } from './run-words.ts'

export type Run = Database['public']['Tables']['feed_runs']['Row']

/** The newest of what it said. */
const LINES = 100
/** A few of each reason are kept. */
const SAMPLES = 200

export const feedRun = (id: string) =>
  queryOptions({
    queryKey: ['feed_runs', 'one', id],
    queryFn: async ({ signal }) => {
      const number = runIdOf(id)
      if (number === null) return rowOf([], NO_SUCH_RUN)
      const [runs, samples, refused] = await Promise.all([
        supabase.from('feed_runs').select('*').eq('id', number).abortSignal(signal),
        supabase
          .from('feed_run_samples')
          .select('*')
          .eq('feed_run_id', number)
          .order('id')
          .limit(SAMPLES)
          .abortSignal(signal),
        // Kept of the newest run of each source.
        supabase.from('refused_rows').select('id').eq('feed_run_id', number).limit(1).abortSignal(signal),
      ])
      const run = rowOf(unwrap(runs), NO_SUCH_RUN)
      return {
        ...{ run, samples: unwrap(samples), hasRefusedRows: unwrap(refused).length > 0 },
        lines: await linesOf(run.job_run_id, signal),
      }
    },
  })

async function linesOf(job: string | null, signal: AbortSignal) {
  if (job === null) return []
  const newest = supabase.from('job_run_lines').select('*').eq('job_run_id', job).order('id', { ascending: false })
  return unwrap(await newest.limit(LINES).abortSignal(signal)).toReversed()
}

const sample = z.object({
  name: z.string(),
  price: z.string().nullish(),
  before: z.string().nullish(),
  after: z.string().nullish(),
})
const difference = z.object({
  ...{ new: z.number(), changed: z.number(), delisted: z.number() },
  samples: z.object({ new: z.array(sample), changed: z.array(sample), delisted: z.array(sample) }),
})
export const differenceOf = (value: unknown) => difference.safeParse(value).data ?? null

export type RunAction = 'cancel_feed_run' | 'retry_feed_run' | 'publish_held_run' | 'discard_held_run'

/** What staff do about a run. Resolves to the new run's id, or null where it is the same. */
export function useRunAction(run_id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (action: RunAction) => {
      const found = z
        .number()
        .nullish()
        .parse(unwrap(await supabase.rpc(action, { run_id })))
      return found ?? null
    },
    onError: ({ message }) => toast('error', message),
    onSettled: () => client.invalidateQueries({ queryKey: ['feed_runs'] }),
  })
}
