import { type ShopQuery, unwrap } from './shop.ts'

export interface StaticPage {
  name: string
  url: string
  content: string
  updated_at: string
}

/** A published page by its address; null when there is none. */
export const pageQuery = (url: string): ShopQuery<StaticPage | null> => ({
  key: `page ${url}`,
  tables: ['pages'],
  read: async (shop) =>
    unwrap(
      await shop
        .from('pages')
        .select('name, url, content, updated_at')
        .eq('url', url)
        .eq('is_published', true)
        .maybeSingle(),
    ),
})
