import { queryOptions } from '@tanstack/react-query'
import { supabase, unwrap } from '../../client.ts'

/** What each feed is called; without what its times need, for screens that show names alone. */
export const feedTitles = queryOptions({
  queryKey: ['feed_runs', 'titles'],
  queryFn: async ({ signal }) =>
    unwrap(await supabase.rpc('list_feed_schedules').select('kind, title').abortSignal(signal)),
})
