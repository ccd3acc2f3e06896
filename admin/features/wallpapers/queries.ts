import { queryOptions } from '@tanstack/react-query'
import type { Database } from '#domain/database.types.ts'
import { supabase, unwrap } from '../../client.ts'
import { saveOver } from '../../record/save-over.ts'

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

export type WallpaperValues = {
  title: string
  description: string | null
  collection_id: string | null
  is_active: boolean
  image_url: string
  download_url: string
}

/** A new one, or over the one that was read; in return what somebody else saved meanwhile, and nothing was written. */
export async function saveWallpaper(row: Wallpaper | null, values: WallpaperValues): Promise<Wallpaper | null> {
  if (row) return await saveOver({ table: 'wallpapers', key: row.id, row, values, load: loadWallpaper })
  unwrap(await supabase.from('wallpapers').insert(values))
  return null
}

async function loadWallpaper(id: string): Promise<Wallpaper | null> {
  return unwrap(await supabase.from('wallpapers').select('*').eq('id', id))[0] ?? null
}

export async function showWallpaper(id: string, is_active: boolean): Promise<void> {
  unwrap(await supabase.from('wallpapers').update({ is_active }).eq('id', id).select('id').single())
}

/** Its file stays as long as the trash holds the row. */
export async function deleteWallpaper({ id }: Pick<Wallpaper, 'id'>): Promise<void> {
  unwrap(await supabase.from('wallpapers').delete().eq('id', id).select('id').single())
}

/** A file that was uploaded for a row that was never saved. What stays behind is waste and no fault. */
export async function removeFile(address: string): Promise<void> {
  await supabase.storage.from('wallpapers').remove([address.slice(PUBLIC_PATH.length)])
}

/** Addresses of our own files are stored without the host: the shop may move. */
export const PUBLIC_PATH = '/storage/v1/object/public/wallpapers/'

export type CollectionValues = {
  name: string
  slug: string
  description: string | null
  is_active: boolean
}

/** The site's first gallery: changed only after a question, which the database insists on. */
export const PROTECTED_SLUG = 'pink-phone-wallpapers'

/** As for a wallpaper; the protected one is changed by the procedure that stands for the confirmation. */
export async function saveCollection(row: Collection | null, values: CollectionValues): Promise<Collection | null> {
  if (row?.slug === PROTECTED_SLUG) {
    const changes = { ...values }
    unwrap(await supabase.rpc('change_protected_collection', { slug_param: PROTECTED_SLUG, changes }))
    return null
  }
  if (row) return await saveOver({ table: 'wallpaper_collections', key: row.id, row, values, load: loadCollection })
  unwrap(await supabase.from('wallpaper_collections').insert(values))
  return null
}

async function loadCollection(id: string): Promise<Collection | null> {
  return unwrap(await supabase.from('wallpaper_collections').select('*').eq('id', id))[0] ?? null
}

export async function deleteCollection({ id, slug }: Pick<Collection, 'id' | 'slug'>): Promise<void> {
  if (slug === PROTECTED_SLUG) {
    return void unwrap(await supabase.rpc('delete_protected_collection', { slug_param: slug }))
  }
  unwrap(await supabase.from('wallpaper_collections').delete().eq('id', id).select('id').single())
}
