import type { Pool } from 'pg'

/** A price that fell, which the merchant and the network allow to be told and mailed. */
export interface DropNews {
  item: string
  name: string
  merchant: string
  source: string | null
  link: string
  price: number
  wasPrice: number
  currency: string
  category: string
  droppedAt: Date
  asOf: Date
  /** Sentence that must stand beside the merchant's links. */
  disclosure: string | null
}

export interface ArticleNews {
  title: string
  slug: string
  excerpt: string | null
  category: string
  generated: boolean
  createdAt: Date
}

export interface News {
  /** What is newer is of the next edition. */
  readAt: Date
  drops: readonly DropNews[]
  articles: readonly ArticleNews[]
}

/** Of older news the edition before has told, also when it was late. */
export const NEWS_DAYS = 14
/** Read once for a whole edition; an email shows a handful of them, by interest. */
const MAX_DROPS = 500
const MAX_ARTICLES = 50

/** What the newsletter may tell, also by the rules for emails. */
export async function readNews(sql: Pool): Promise<News> {
  const clock = await sql.query<{ at: Date }>('select now() as at')
  const [drops, articles] = await Promise.all([readDrops(sql), readArticles(sql)])
  return { readAt: clock.rows[0]?.at ?? new Date(), drops, articles }
}

async function readDrops(sql: Pool): Promise<DropNews[]> {
  const { rows } = await sql.query<DropNews>(
    `select products.item_id::text as item, products.product_name as name, products.merchant_name as merchant,
       products.source, products.affiliate_link as link, products.price::float8 as price,
       drops.was_price::float8 as "wasPrice", products.currency, products.category, drops.dropped_at as "droppedAt",
       public.price_as_of(products) as "asOf", merchants.disclosure
     from private.proven_drops as drops
     join public.products on products.id = drops.product_id
     join public.merchants on merchants.name = products.merchant_name
     left join public.networks on networks.id = products.source
     where drops.dropped_at > now() - make_interval(days => $1)
       and merchants.may_email
       and coalesce(networks.may_email, products.source is null)
     order by drops.saving desc, drops.product_id
     limit $2`,
    [NEWS_DAYS, MAX_DROPS],
  )
  return rows
}

async function readArticles(sql: Pool): Promise<ArticleNews[]> {
  const { rows } = await sql.query<ArticleNews>(
    `select title, slug, excerpt, category, generated, created_at as "createdAt"
     from public.blog_posts
     where is_active
       and created_at > now() - make_interval(days => $1)
       and (coalesce(content, '') <> ''
         or exists (select from public.pages where pages.url = '/blog/' || blog_posts.slug and pages.is_published))
     order by created_at desc, id
     limit $2`,
    [NEWS_DAYS, MAX_ARTICLES],
  )
  return rows
}
