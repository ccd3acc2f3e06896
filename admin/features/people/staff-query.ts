import { queryOptions } from '@tanstack/react-query'
import type { Database } from '#domain/database.types.ts'
import { supabase, unwrap } from '../../client.ts'

/** The generated types know no nulls in what a function returns. */
export type Person = Omit<
  Database['public']['Functions']['list_staff']['Returns'][number],
  'role' | 'last_sign_in_at' | 'invited_at' | 'banned_until'
> & {
  role: 'viewer' | 'editor' | 'admin' | null
  last_sign_in_at: string | null
  invited_at: string | null
  banned_until: string | null
}

/** Staff first, then the newest accounts; for admins. */
export const staff = (limit: number) =>
  queryOptions({
    queryKey: ['staff', limit],
    queryFn: async ({ signal }): Promise<readonly Person[]> =>
      unwrap(await supabase.rpc('list_staff', { max_rows: limit }).abortSignal(signal)),
  })
