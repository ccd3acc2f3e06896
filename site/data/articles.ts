import { type ShopQuery, unwrap } from './shop.ts'

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
  content: string
  updated_at: string
}

export const summaryColumns = 'slug, title, excerpt, category, image_url, read_time, created_at' as const

/** Active articles, newest first. Row-level security hides the others, whatever is asked for. */
export const articlesQuery = ({
  type,
  category,
  limit = 50,
}: {
  type?: string
  category?: string
  limit?: number
}): ShopQuery<ArticleSummary[]> => ({
  key: `articles ${JSON.stringify({ type, category, limit })}`,
  tables: ['blog_posts'],
  read: async (shop) => {
    let query = shop.from('blog_posts').select(summaryColumns).eq('is_active', true)
    if (type) query = query.eq('post_type', type)
    if (category) query = query.eq('category', category)
    return unwrap(await query.order('created_at', { ascending: false }).order('id').limit(limit)) ?? []
  },
})

/** One article; an empty body is looked up in the page of the same address. Null when there is none. */
export const articleQuery = (slug: string): ShopQuery<Article | null> => ({
  key: `article ${slug}`,
  tables: ['blog_posts', 'pages'],
  read: async (shop) => {
    const [post, page] = await Promise.all([
      shop
        .from('blog_posts')
        .select(`${summaryColumns}, content, updated_at`)
        .eq('slug', slug)
        .eq('is_active', true)
        .maybeSingle(),
      shop
        .from('pages')
        .select('name, content, updated_at')
        .eq('url', `/blog/${slug}`)
        .eq('is_published', true)
        .maybeSingle(),
    ])
    const row = unwrap(post)
    const body = unwrap(page)
    if (row) return { ...row, content: row.content || body?.content || '' }
    if (!body) return null
    const { name: title, content, updated_at } = body
    return {
      slug,
      title,
      content,
      updated_at,
      created_at: updated_at,
      excerpt: null,
      category: '',
      image_url: null,
      read_time: null,
    }
  },
})
