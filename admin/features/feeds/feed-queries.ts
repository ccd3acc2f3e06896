import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '../../call-function.ts'
import { supabase, unwrap } from '../../client.ts'
import { z } from '../../zod.ts'

const schedules = z.array(
  z.object({
    kind: z.string(),
    title: z.string(),
    at_time: z.string().nullable(),
    every_minutes: z.number().nullable(),
    is_paused: z.boolean(),
    is_usual: z.boolean(),
    next_runs: z.array(z.string()),
    missing: z.string().nullable(),
  }),
)
export type Schedule = z.output<typeof schedules>[number]

export const readSchedules = async (signal: AbortSignal): Promise<Schedule[]> =>
  schedules.parse(unwrap(await supabase.rpc('list_feed_schedules').abortSignal(signal)))

const SHOWN = 'id, status, message, phase, requested_at, finished_at, dry_run'

async function runsOf(kind: string, signal: AbortSignal) {
  const newest = supabase.from('feed_runs').select(SHOWN).eq('kind', kind).order('id', { ascending: false })
  const published = supabase
    .from('feed_runs')
    .select('finished_at')
    .eq('kind', kind)
    .eq('status', 'succeeded')
    .order('finished_at', { ascending: false, nullsFirst: false })
  const [last, good] = await Promise.all([newest.limit(1).abortSignal(signal), published.limit(1).abortSignal(signal)])
  return { last: unwrap(last)[0] ?? null, published: unwrap(good)[0]?.finished_at ?? null }
}

/** The four of the specification's monitor first, in its order. */
const FIRST = ['amazon', 'awin', 'cj', 'sovrn']
const placeOf = ({ kind }: Schedule): number => (FIRST.includes(kind) ? FIRST.indexOf(kind) : FIRST.length)

/** The light changes by itself. */
const LOOK_MS = 60_000

/** Every feed with its times, what it lacks, its newest run, and when its last one was published. */
export const feeds = queryOptions({
  queryKey: ['feed_runs', 'feeds'],
  queryFn: async ({ signal }) => {
    const all = await readSchedules(signal)
    const rows = await Promise.all(all.map(async (feed) => ({ ...feed, ...(await runsOf(feed.kind, signal)) })))
    return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
  },
  refetchInterval: LOOK_MS,
})
export type Feed = Schedule & Awaited<ReturnType<typeof runsOf>>

const FUNCTIONS: Readonly<Record<string, string>> = {
  amazon: 'amazon-product-feed',
  'amazon-update': 'cron-amazon-update',
  awin: 'awin-product-feed',
  cj: 'cj-product-feed',
  shopify: 'shopify-product-feed',
  sovrn: 'sovrn-product-feed',
}
const started = z.object({ run_id: z.number() })

interface Asked {
  kind: string
  isPreview: boolean
  /** Of these programmes alone. */
  programmes?: readonly string[] | undefined
}

/** Asks for an import; returns its run. The sentence of what it lacks is thrown. */
export async function startFeed({ kind, isPreview, programmes }: Asked): Promise<number> {
  const name = FUNCTIONS[kind]
  const scope = programmes ? { programmes: [...programmes] } : {}
  if (name) return started.parse(await callFunction(name, { dry_run: isPreview, scope })).run_id
  const asked = { kind_param: kind, dry_run_param: isPreview, scope_param: scope }
  return unwrap(await supabase.rpc('start_feed_run', asked))
}

export function useStartFeed() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: startFeed,
    onSettled: () => client.invalidateQueries({ queryKey: ['feed_runs'] }),
  })
}

const ended = z.object({ runs: z.array(z.object({ status: z.string() })) })

/** The newest run of all feeds, one after the other. */
export const allFeedsJob = queryOptions({
  queryKey: ['job_runs', 'all-feeds'],
  queryFn: async ({ signal }) => {
    const newest = supabase
      .from('job_runs')
      .select('id, status, phase, done, total, message, result')
      .eq('kind', 'all-feeds')
      .order('created_at', { ascending: false })
    const [job] = unwrap(await newest.limit(1).abortSignal(signal))
    if (!job) return null
    const runs = ended.safeParse(job.result).data?.runs ?? []
    return { ...job, isWell: job.status === 'succeeded' && runs.every(({ status }) => status === 'succeeded') }
  },
})
