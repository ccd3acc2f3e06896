import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'

export interface Collection {
  id: string
  title: string
  subtitle: string | null
  path: string
  image_url: string | null
}

export const collectionsQuery = (): ShopQuery<Collection[]> => ({
  key: 'collections',
  tables: ['collections'],
  read: async (client) =>
    unwrap(
      await client
        .from('collections')
        .select('id, title, subtitle, path, image_url')
        .eq('is_active', true)
        .order('display_order')
        .order('id')
        .limit(100),
    ) ?? [],
})
