import { placeholderStart } from '#domain/coming-soon.ts'
import { places, placesOf } from '#domain/places.ts'
import { productPath } from '#domain/product-path.ts'
import { type CatalogueKind, catalogueKinds } from '#site/features/catalogue/catalogue-kinds.ts'
import { editorsPath } from '#site/features/journal/editors-path.ts'
import { writtenPage } from '#site/features/product/category-path.ts'
import { type Client, type Table, unwrap } from '#site/ssr/data/query.ts'
import { movedTo } from './redirects.ts'

export interface SitemapEntry {
  path: string
  changed?: string
}

/** One shard stays far below the protocol's 50,000 addresses, and within one answer of the backend. */
const shardSize = 1000

export const sitemapTables: readonly Table[] = ['pages', 'blog_posts', 'comparison_posts', 'products']

type Reader = (client: Client, shard: number) => Promise<SitemapEntry[] | null>

/** The shards that each kind of address fills. Products are cut by their numbers: no count over a million rows. */
export async function shardNames(client: Client): Promise<string[]> {
  const count = { count: 'exact', head: true } as const
  const kinds = Object.values(catalogueKinds)
  const [pages, posts, comparisons, parts, ...directories] = await Promise.all([
    client.from('pages').select('id', count).eq('is_published', true),
    client.from('blog_posts').select('id', count).eq('is_active', true),
    client.from('comparison_posts').select('id', count),
    client.rpc('product_sitemap_parts'),
    ...kinds.map(({ kind }) => client.rpc('catalogue_directory', { kind_param: kind, page_size: 1 })),
  ])
  for (const answer of [pages, posts, comparisons]) unwrap<unknown>(answer)
  const shards = (kind: string, rows: number | null | undefined) =>
    Array.from({ length: Math.ceil((rows ?? 0) / shardSize) }, (_, index) => `${kind}-${index + 1}.xml`)
  return [
    'main.xml',
    ...shards('pages', pages.count),
    ...shards('articles', posts.count),
    ...shards('comparisons', comparisons.count),
    ...kinds.flatMap(({ shard }, index) => {
      const [first] = directories[index] ? (unwrap(directories[index]) ?? []) : []
      return shards(shard, first?.pages)
    }),
    ...(unwrap(parts) ?? []).map((part) => `products-${part + 1}.xml`),
  ]
}

/** The addresses of one shard; null when there is no such shard. */
export async function shardEntries(client: Client, name: string): Promise<SitemapEntry[] | null> {
  if (name === 'main.xml') return screenEntries()
  const [, kind = '', number] = /^([a-z]+)-([1-9]\d{0,4})\.xml$/.exec(name) ?? []
  return (await readers.get(kind)?.(client, Number(number) - 1)) ?? null
}

const rangeOf = (shard: number) => [shard * shardSize, (shard + 1) * shardSize - 1] as const

const screenEntries = (): SitemapEntry[] =>
  [...placesOf('screen'), '/categories', editorsPath].map((path) => ({ path }))

/** Pages of brands, merchants or categories that have an item; a category with a page of its own is among the screens. */
const catalogueEntries =
  (kind: CatalogueKind, base: string): Reader =>
  async (client, shard) => {
    const asked = { kind_param: kind, page_size: shardSize, page_start: shard * shardSize }
    const rows = unwrap(await client.rpc('catalogue_directory', asked)) ?? []
    return rows
      .filter(({ name }) => kind !== 'category' || !writtenPage(name))
      .map(({ slug }) => ({ path: `${base}/${slug}` }))
  }

/** Published pages that are shown at their own address: not articles' bodies, screens' intros, moved ones or empty ones. */
const pageEntries: Reader = async (client, shard) => {
  const [from, to] = rangeOf(shard)
  const rows = unwrap(
    await client
      .from('pages')
      .select('url, updated_at')
      .eq('is_published', true)
      .neq('content', '')
      .not('content', 'like', `${placeholderStart}%`)
      .not('url', 'like', '/blog/%')
      .order('url')
      .range(from, to),
  )
  const screens: Readonly<Record<string, string>> = places
  return (rows ?? [])
    .filter(({ url }) => (screens[url] ?? 'page') === 'page' && movedTo(url) === null)
    .map(({ url, updated_at }) => ({ path: url, changed: updated_at }))
}

const articleEntries: Reader = async (client, shard) => {
  const active = client.from('blog_posts').select('slug, updated_at').eq('is_active', true)
  const [from, to] = rangeOf(shard)
  return articles(unwrap(await active.order('created_at').order('id').range(from, to)))
}

/** Row-level security decides which comparisons are out. */
const comparisonEntries: Reader = async (client, shard) => {
  const out = client.from('comparison_posts').select('slug, updated_at').neq('status', 'draft')
  const [from, to] = rangeOf(shard)
  return articles(unwrap(await out.order('created_at').order('id').range(from, to)))
}

const articles = (rows: readonly { slug: string; updated_at: string }[] | null): SitemapEntry[] =>
  rows?.map(({ slug, updated_at }) => ({ path: `/blog/${slug}`, changed: updated_at })) ?? []

/** Ids in one part of the products' sitemap, as product_sitemap_parts cuts them: a million products are a hundred parts. */
const productPartSize = 10_000

/** Read after the last id seen, each time as many as one answer of the backend holds. */
const productEntries: Reader = async (client, part) => {
  const entries: SitemapEntry[] = []
  const end = (part + 1) * productPartSize
  for (let after = part * productPartSize - 1; ; ) {
    const listed = client.from('products').select('id, product_name, updated_at').gt('id', after).lt('id', end)
    const rows = unwrap(await listed.order('id').limit(shardSize)) ?? []
    entries.push(...rows.map((row) => ({ path: productPath(row), changed: row.updated_at })))
    const last = rows.at(-1)
    if (!last || rows.length < shardSize) return entries.length > 0 ? entries : null
    after = last.id
  }
}

const readers: ReadonlyMap<string, Reader> = new Map([
  ['pages', pageEntries],
  ['articles', articleEntries],
  ['comparisons', comparisonEntries],
  ['products', productEntries],
  ...Object.entries(catalogueKinds).map(([base, { kind, shard }]) => [shard, catalogueEntries(kind, base)] as const),
])
