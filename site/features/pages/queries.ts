import { withSiteName } from '#domain/site-config.ts'
import type { ContentView } from '#site/features/journal/content-view.ts'
import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'

export interface StaticPage {
  name: string
  url: string
  text: ContentView
  updated_at: string
}

/** A published page by its address; null when there is none. */
export const pageQuery = (url: string): ShopQuery<StaticPage | null> => ({
  key: `page ${url}`,
  tables: ['pages'],
  read: async (client) => {
    const found = await client
      .from('pages')
      .select('name, url, content, updated_at')
      .eq('url', url)
      .eq('is_published', true)
      .maybeSingle()
    const row = unwrap(found)
    if (!row) return null
    const { pageView } = await import('#site/features/journal/content-view.ts')
    const { name, content, ...page } = row
    return { ...page, name: withSiteName(name), text: pageView(content) }
  },
})
