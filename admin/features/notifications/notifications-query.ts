import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#design/toasts.ts'
import { supabase, unwrap } from '../../client.ts'

export interface Notification {
  id: number
  table_name: string
  row_key: string
  title: string
  created_at: string
  is_read: boolean
}

/** More than anybody reads; what is resolved leaves the list by itself. */
const SHOWN = 100
/** Where no live update arrives. */
const POLL_MS = 30_000

/** What waits for the caller, and how much of it is unread. */
export const notifications = (isLive: boolean) =>
  queryOptions({
    queryKey: ['notifications'],
    queryFn: async ({ signal }): Promise<{ rows: readonly Notification[]; unread: number }> => {
      const rows = unwrap(await supabase.rpc('my_notifications', { max_rows: SHOWN }).abortSignal(signal))
      return { rows, unread: rows[0]?.unread ?? 0 }
    },
    refetchInterval: isLive ? false : POLL_MS,
  })

/** Notes as read or as unread: some, or all without ids. */
export function useRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, isRead }: { ids?: number[]; isRead: boolean }) =>
      unwrap(await supabase.rpc('read_notifications', { ...(ids && { ids }), is_read: isRead })),
    onError: (error) => toast('error', `Not noted: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['notifications'] }),
  })
}

/** The screen where the row is, with its form open where it has one. */
export function recordOf({ table_name, row_key }: Pick<Notification, 'table_name' | 'row_key'>): string {
  switch (table_name) {
    case 'job_runs':
      return `/jobs?edit=${encodeURIComponent(row_key)}`
    case 'contact_messages':
      return `/messages?edit=${encodeURIComponent(row_key)}`
    case 'draft_products':
      return '/product-monitoring'
    default:
      return '/dashboard'
  }
}
