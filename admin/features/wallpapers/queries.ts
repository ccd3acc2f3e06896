import { queryOptions } from '@tanstack/react-query'
import type { Database } from '#domain/database.types.ts'
import { supabase, unwrap } from '../../client.ts'

export type Wallpaper = Database['public']['Tables']['wallpapers']['Row']
export type Collection = Database['public']['Tables']['wallpaper_collections']['Row']

export const allWallpapers = queryOptions({
  queryKey: ['wallpapers', 'all'],
  queryFn: async ({ signal }) =>
    unwrap(await supabase.from('wallpapers').select('*').order('created_at', { ascending: false }).abortSignal(signal)),
})

export const allCollections = queryOptions({
  queryKey: ['wallpaper_collections', 'all'],
  queryFn: async ({ signal }) =>
    unwrap(await supabase.from('wallpaper_collections').select('*').order('name').abortSignal(signal)),
})

export interface WallpaperValues {
  title: string
  description: string | null
  collection_id: string | null
  is_active: boolean
  image_url: string
  download_url: string
}

export async function saveWallpaper(id: string | null, values: WallpaperValues): Promise<void> {
  const table = supabase.from('wallpapers')
  unwrap(
    await (id === null
      ? table.insert(values)
      : table.update({ ...values, updated_at: new Date().toISOString() }).eq('id', id)),
  )
}

export async function showWallpaper(id: string, is_active: boolean): Promise<void> {
  unwrap(await supabase.from('wallpapers').update({ is_active, updated_at: new Date().toISOString() }).eq('id', id))
}

/** The row, then its file: a file that stays behind is waste, a row without its file a broken page. */
export async function deleteWallpaper({ id, image_url }: Pick<Wallpaper, 'id' | 'image_url'>): Promise<void> {
  unwrap(await supabase.from('wallpapers').delete().eq('id', id))
  const name = image_url.startsWith(PUBLIC_PATH) ? decodeURIComponent(image_url.slice(PUBLIC_PATH.length)) : null
  if (name !== null) await supabase.storage.from('wallpapers').remove([name])
}

/** Addresses of our own files are stored without the host: the shop may move. */
export const PUBLIC_PATH = '/storage/v1/object/public/wallpapers/'

export interface CollectionValues {
  name: string
  slug: string
  description: string | null
  is_active: boolean
}

/** The site's first gallery: changed only after a question, which the database insists on. */
export const PROTECTED_SLUG = 'pink-phone-wallpapers'

export async function saveCollection(
  collection: Pick<Collection, 'id' | 'slug'> | null,
  values: CollectionValues,
): Promise<void> {
  const table = supabase.from('wallpaper_collections')
  if (collection === null) return void unwrap(await table.insert(values))
  if (collection.slug === PROTECTED_SLUG) {
    const changes = { ...values }
    return void unwrap(await supabase.rpc('change_protected_collection', { slug_param: PROTECTED_SLUG, changes }))
  }
  unwrap(await table.update({ ...values, updated_at: new Date().toISOString() }).eq('id', collection.id))
}

export async function deleteCollection({ id, slug }: Pick<Collection, 'id' | 'slug'>): Promise<void> {
  if (slug === PROTECTED_SLUG) {
    return void unwrap(await supabase.rpc('delete_protected_collection', { slug_param: slug }))
  }
  unwrap(await supabase.from('wallpaper_collections').delete().eq('id', id))
}
