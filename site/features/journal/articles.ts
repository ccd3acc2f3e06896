import { type Client, type ShopQuery, unwrap } from '#site/ssr/data/query.ts'
import type { ContentView } from './content-view.ts'

export interface ArticleSummary {
  slug: string
  title: string
  excerpt: string | null
  category: string
  image_url: string | null
  read_time: string | null
  created_at: string
}

export interface Article extends ArticleSummary {
  /** Put together by a rule: nobody signs it. */
  generated: boolean
  text: ContentView
  updated_at: string
}

export const summaryColumns = 'slug, title, excerpt, category, image_url, read_time, created_at' as const

interface ArticleFilter {
  type?: string
  category?: string
  categories?: readonly string[]
  limit?: number
}

/** Active articles, newest first. Row-level security hides the others, whatever is asked for. */
export const articlesQuery = ({
  type,
  category,
  categories,
  limit = 50,
}: ArticleFilter): ShopQuery<ArticleSummary[]> => ({
  key: `articles ${JSON.stringify({ type, category, categories, limit })}`,
  tables: ['blog_posts'],
  read: async (client) => {
    let query = client.from('blog_posts').select(summaryColumns).eq('is_active', true)
    if (type) query = query.eq('post_type', type)
    if (category) query = query.eq('category', category)
    if (categories) query = query.in('category', categories)
    return unwrap(await query.order('created_at', { ascending: false }).order('id').limit(limit)) ?? []
  },
})

export const journalPageSize = 12

export interface JournalPage {
  /** Stands above the list of the first page; null on a topic's pages. */
  lead: ArticleSummary | null
  articles: ArticleSummary[]
  pages: number
}

/** One page of the journal, comparisons among the articles. The newest featured article leads it and is left out of the list. */
export const journalQuery = ({ category, page }: { category?: string; page: number }): ShopQuery<JournalPage> => ({
  key: `journal ${JSON.stringify({ category, page })}`,
  tables: ['blog_posts', 'comparison_posts'],
  read: async (client) => {
    const lead = category ? null : await newestFeatured(client)
    const rows = unwrap(
      await client.rpc('journal', {
        topic: category,
        without_slug: lead?.slug,
        page_size: journalPageSize,
        page_start: (page - 1) * journalPageSize,
      }),
    )
    const articles = (rows ?? []).map(({ total: _, ...article }) => article)
    return { lead, articles, pages: Math.ceil((rows?.[0]?.total ?? 0) / journalPageSize) }
  },
})

const newestFeatured = async (client: Client): Promise<ArticleSummary | null> =>
  unwrap(
    await client
      .from('blog_posts')
      .select(summaryColumns)
      .eq('is_active', true)
      .eq('post_type', 'featured')
      .order('created_at', { ascending: false })
      .order('id')
      .limit(1)
      .maybeSingle(),
  )

/** Three more to read: first of the same category, then the newest. */
export const relatedQuery = ({ slug, category }: { slug: string; category: string }): ShopQuery<ArticleSummary[]> => ({
  key: `related ${slug}`,
  tables: ['blog_posts'],
  read: async (client) => {
    const newest = () =>
      client
        .from('blog_posts')
        .select(summaryColumns)
        .eq('is_active', true)
        .neq('slug', slug)
        .order('created_at', { ascending: false })
        .order('id')
        .limit(3)
    const [alike, others] = await Promise.all([newest().eq('category', category), newest().neq('category', category)])
    return [...(unwrap(alike) ?? []), ...(unwrap(others) ?? [])].slice(0, 3)
  },
})
