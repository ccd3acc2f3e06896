import { queryOptions } from '@tanstack/react-query'
import type { Database } from '#domain/database.types.ts'
import { supabase, unwrap } from '../../client.ts'
import type { FormField } from '../../record/fields.ts'
import { optional, optionalImage, required } from '../../record/values.ts'
import { z } from '../../zod.ts'
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

export async function loadTile(id: string): Promise<Tile | null> {
  return unwrap(await supabase.from('collections').select('*').eq('id', id))[0] ?? null
}

export const tileFields: readonly FormField[] = [
  { key: 'title', label: 'Title', kind: 'text', maxLength: 200 },
  { key: 'subtitle', label: 'Subtitle', kind: 'text', maxLength: 300 },
  { key: 'path', label: 'Leads to', kind: 'text', maxLength: 500, hint: 'A path of this site, such as /shop/balms.' },
  { key: 'image_url', label: 'Image address', kind: 'text' },
  { key: 'is_active', label: 'Active (visible on the site)', kind: 'check' },
]

export const tileSchema = z.object({
  title: required('Title', 200),
  subtitle: optional(300),
  path: required('Leads to', 500).refine(
    (path) => /^\/([^/\\]|$)/.test(path),
    'A path of this site, which begins with one slash',
  ),
  image_url: optionalImage,
  is_active: z.boolean(),
})

/** A new tile comes last. */
export async function saveTile(values: z.output<typeof tileSchema>, row: Tile | null): Promise<Tile | null> {
  if (row === null) {
    const last = unwrap(
      await supabase.from('collections').select('display_order').order('display_order', { ascending: false }).limit(1),
    )[0]
    unwrap(await supabase.from('collections').insert({ ...values, display_order: (last?.display_order ?? -1) + 1 }))
    return null
  }
  const request = supabase.from('collections').update(values).eq('id', row.id).eq('updated_at', row.updated_at)
  if (unwrap(await request.select('id')).length > 0) return null
  const stored = await loadTile(row.id)
  if (!stored) throw new Error('it was deleted while you had it open')
  return stored
}
