import { categoryPages } from '../lib/category-pages.ts'
import { type Shop, type Table, unwrap } from './shop.ts'

export interface SitemapEntry {
  path: string
  changed?: string
}

/** One shard stays far below the protocol's 50,000 addresses, and within one answer of the backend. */
export const shardSize = 1000

/** Screens of their own, that no table lists. */
export const fixedPaths = [
  '/',
  '/products',
  '/new',
  '/collections',
  '/amazon-deals',
  '/blog',
  '/contact',
  ...Object.keys(categoryPages),
]

export const sitemapTables: readonly Table[] = ['pages', 'blog_posts', 'products']

/** The shards that each kind of address fills. */
export async function shardNames(shop: Shop): Promise<string[]> {
  const [pages, posts] = await Promise.all([
    shop.from('pages').select('id', { count: 'exact', head: true }).eq('is_published', true).neq('content', ''),
    shop.from('blog_posts').select('id', { count: 'exact', head: true }).eq('is_active', true),
  ])
  unwrap(pages)
  unwrap(posts)
  const shards = (kind: string, count: number | null) =>
    Array.from({ length: Math.ceil((count ?? 0) / shardSize) }, (_, index) => `${kind}-${index + 1}.xml`)
  return ['main.xml', ...shards('pages', pages.count), ...shards('articles', posts.count)]
}

/** The addresses of one shard; null when there is no such shard. Empty pages are not offered to search engines. */
export async function shardEntries(shop: Shop, name: string): Promise<SitemapEntry[] | null> {
  if (name === 'main.xml') return screenEntries(shop)
  const [, kind, number] = /^(pages|articles)-([1-9]\d{0,4})\.xml$/.exec(name) ?? []
  const start = (Number(number) - 1) * shardSize
  if (kind === 'pages') return pageEntries(shop, start)
  if (kind === 'articles') return articleEntries(shop, start)
  return null
}

/** A category without products is shown, but not offered to search engines. */
async function screenEntries(shop: Shop): Promise<SitemapEntry[]> {
  const filled = unwrap(await shop.rpc('product_categories')) ?? []
  const hasProducts = (path: string) => {
    const category = categoryPages[path]?.category
    return category === undefined || filled.includes(category)
  }
  return fixedPaths.filter(hasProducts).map((path) => ({ path }))
}

async function pageEntries(shop: Shop, start: number): Promise<SitemapEntry[]> {
  const published = shop.from('pages').select('url, updated_at').eq('is_published', true).neq('content', '')
  const rows = unwrap(
    await published
      .not('url', 'like', '/blog/%')
      .order('url')
      .range(start, start + shardSize - 1),
  )
  return rows?.map((row) => ({ path: row.url, changed: row.updated_at })) ?? []
}

async function articleEntries(shop: Shop, start: number): Promise<SitemapEntry[]> {
  const active = shop.from('blog_posts').select('slug, updated_at').eq('is_active', true)
  const rows = unwrap(
    await active
      .order('created_at')
      .order('id')
      .range(start, start + shardSize - 1),
  )
  return rows?.map((row) => ({ path: `/blog/${row.slug}`, changed: row.updated_at })) ?? []
}
