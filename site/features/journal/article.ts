import { type Client, type ShopQuery, unwrap } from '#site/ssr/data/query.ts'
import { type Article, summaryColumns } from './articles.ts'

/**
 * One article: a post, a comparison that is out, or the page of the same address, in this order; a post without a body
 * takes it from that page. Null when there is none.
 */
export const articleQuery = (slug: string): ShopQuery<Article | null> => ({
  key: `article ${slug}`,
  tables: ['blog_posts', 'pages', 'comparison_posts'],
  read: async (client) => {
    const [post, page, comparison] = await Promise.all([
      readPost(client, slug),
      readPage(client, slug),
      readOut(client, slug),
    ])
    const { contentView } = await import('./content-view.ts')
    if (post) {
      const { content, ...summary } = post
      return { ...summary, text: contentView(content || page?.content || '') }
    }
    if (comparison) {
      const { title, category, content, publish_date, created_at, updated_at } = comparison
      const dates = { created_at: publish_date ?? created_at, updated_at }
      return { ...bare, slug, title, category: category ?? 'Comparison', text: contentView(content ?? ''), ...dates }
    }
    if (!page) return null
    const { name: title, content, updated_at } = page
    return { ...bare, slug, title, text: contentView(content), updated_at, created_at: updated_at }
  },
})

/** What only posts have. */
const bare = { generated: false, excerpt: null, category: '', image_url: null, read_time: null }

const readPost = async (client: Client, slug: string) =>
  unwrap(
    await client
      .from('blog_posts')
      .select(`${summaryColumns}, content, updated_at, generated`)
      .eq('slug', slug)
      .eq('is_active', true)
      .maybeSingle(),
  )

const readPage = async (client: Client, slug: string) =>
  unwrap(
    await client
      .from('pages')
      .select('name, content, updated_at')
      .eq('url', `/blog/${slug}`)
      .eq('is_published', true)
      .maybeSingle(),
  )

/** Row-level security decides which are out; editors see the others in the back office. */
const readOut = async (client: Client, slug: string) =>
  unwrap(
    await client
      .from('comparison_posts')
      .select('title, category, content, publish_date, created_at, updated_at')
      .eq('slug', slug)
      .neq('status', 'draft')
      .maybeSingle(),
  )
