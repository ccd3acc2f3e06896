import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'

export interface WallpaperCollection {
  name: string
  slug: string
  description: string | null
}

export interface Wallpaper {
  id: string
  title: string
  description: string | null
  image_url: string
  download_url: string
  download_count: number
}

/** The active collections, oldest first: the order they were opened in. */
export const wallpaperCollectionsQuery = (): ShopQuery<WallpaperCollection[]> => ({
  key: 'wallpaper-collections',
  tables: ['wallpaper_collections'],
  read: async (client) =>
    unwrap(
      await client
        .from('wallpaper_collections')
        .select('name, slug, description')
        .eq('is_active', true)
        .order('created_at')
        .order('id')
        .limit(50),
    ) ?? [],
})

/** Whether there is an active collection of this slug. */
export const hasGalleryQuery = (slug: string): ShopQuery<boolean> => ({
  key: `has gallery ${slug}`,
  tables: ['wallpaper_collections'],
  read: async (client) => {
    const named = client.from('wallpaper_collections').select('id').eq('slug', slug).eq('is_active', true)
    return unwrap(await named.maybeSingle()) !== null
  },
})

/** The wallpapers of one active collection, newest first; none for a slug that names no such collection. */
export const galleryQuery = (slug: string): ShopQuery<Wallpaper[]> => ({
  key: `gallery ${slug}`,
  tables: ['wallpaper_collections', 'wallpapers'],
  read: async (client) => {
    const collection = unwrap(
      await client.from('wallpaper_collections').select('id').eq('slug', slug).eq('is_active', true).maybeSingle(),
    )
    if (!collection) return []
    return (
      unwrap(
        await client
          .from('wallpapers')
          .select('id, title, description, image_url, download_url, download_count')
          .eq('collection_id', collection.id)
          .eq('is_active', true)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(200),
      ) ?? []
    )
  },
})
