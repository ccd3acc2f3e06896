import { articleProductsQuery } from '#site/features/journal/article-product-queries.ts'
import { type ArticleSummary, articlesQuery, summaryColumns } from '#site/features/journal/articles.ts'
import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'

export interface SidebarArticle extends ArticleSummary {
  /** It shows several rows of products, whose links are paid. */
  hasPicks: boolean
}

/** Rows of products that make an article one of picks; a single one is a footnote. */
const fewestPicks = 2

/** Four articles of the neighbouring topics; whether one has affiliate picks is read from its text. */
const sidebarQuery = (): ShopQuery<SidebarArticle[]> => ({
  key: 'beauty-sidebar',
  tables: ['blog_posts'],
  read: async (client) => {
    const [{ contentView, productRows }, found] = await Promise.all([
      import('#site/features/journal/content-view.ts'),
      client
        .from('blog_posts')
        .select(`${summaryColumns}, content`)
        .eq('is_active', true)
        .in('category', ['Wellness', 'Self-Care', 'Skincare', 'Fitness'])
        .order('created_at', { ascending: false })
        .order('id')
        .limit(4),
    ])
    const rows = unwrap(found) ?? []
    return rows.map(({ content, ...article }) => ({
      ...article,
      hasPicks: productRows(contentView(content ?? '')) >= fewestPicks,
    }))
  },
})

/** What the Beauty Tips & Trends page reads. */
export const beautyQueries = {
  articles: articlesQuery({ type: 'beauty', limit: 24 }),
  sidebar: sidebarQuery(),
  recommended: articleProductsQuery({ category: 'Beauty', merchant: null, sort: 'newest' }),
}
