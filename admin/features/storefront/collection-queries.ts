import { queryOptions } from '@tanstack/react-query'
import type { Database } from '#domain/database.types.ts'
import { supabase, unwrap } from '../../client.ts'
import { displaced } from './reorder.ts'

export type Tile = Database['public']['Tables']['collections']['Row']

export const allTiles = queryOptions({
  queryKey: ['collections', 'all'],
  queryFn: async ({ signal }) =>
    unwrap(await supabase.from('collections').select('*').order('display_order').order('id').abortSignal(signal)),
})

/** One statement: half an order is never seen. */
export async function saveOrder(rows: readonly Tile[]): Promise<void> {
  const changed = displaced(rows)
  if (changed.length > 0) unwrap(await supabase.from('collections').upsert(changed, { onConflict: 'id' }))
}

export async function showTile(id: string, is_active: boolean): Promise<void> {
  unwrap(await supabase.from('collections').update({ is_active }).eq('id', id).select('id').single())
}

export async function deleteTile(id: string): Promise<void> {
  unwrap(await supabase.from('collections').delete().eq('id', id).select('id').single())
}
