import { queryOptions } from '@tanstack/react-query'
import { supabase, unwrap } from '../../client.ts'

/** Staff first, then the newest accounts; for admins. */
export const staff = (limit: number) =>
  queryOptions({
    queryKey: ['staff', limit],
    queryFn: async ({ signal }) => unwrap(await supabase.rpc('list_staff', { max_rows: limit }).abortSignal(signal)),
  })
