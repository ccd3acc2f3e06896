import { siteConfig } from '#domain/site-config.ts'
import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'
import { type ArticleSummary, summaryColumns } from './articles.ts'
import { editorsPath } from './editors-path.ts'

/** Of one column on a phone: more made a page of nine screens. */
export const editorsPageSize = 12

export interface EditorsPage {
  articles: ArticleSummary[]
  total: number
}

/** What the editors wrote, newest first; not what a rule put together. */
export const editorsQuery = (page: number): ShopQuery<EditorsPage> => ({
  key: `editors ${page}`,
  tables: ['blog_posts'],
  read: async (client) => {
    const from = (page - 1) * editorsPageSize
    const found = await client
      .from('blog_posts')
      .select(summaryColumns, { count: 'exact' })
      .eq('is_active', true)
      .eq('generated', false)
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, from + editorsPageSize - 1)
    return { articles: unwrap<ArticleSummary[] | null>(found) ?? [], total: found.count ?? 0 }
  },
})

/** As search engines read it, after schema.org. */
export const editorsData = (siteUrl: string) => ({
  '@type': 'ProfilePage',
  url: siteUrl + editorsPath,
  mainEntity: {
    '@type': 'Organization',
    name: siteConfig.byline,
    url: siteUrl + editorsPath,
    parentOrganization: { '@type': 'Organization', name: siteConfig.name, url: `${siteUrl}/` },
  },
})
