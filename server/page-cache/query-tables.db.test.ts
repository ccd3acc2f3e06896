import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { seedDemoShop } from '#demo/seed/seed-demo-shop.ts'
import type { Database } from '#domain/database.types.ts'
import { createPlatform, defaultConfig, type Platform, silentLog } from '#platform'
import { amazonPageQuery, retailerProductsQuery } from '#site/features/amazon/queries.ts'
import { beautyQueries } from '#site/features/beauty/queries.ts'
import { brandShelvesQuery } from '#site/features/brands/queries.ts'
import { cataloguePageQuery, directoryQuery } from '#site/features/catalogue/queries.ts'
import { collectionsQuery } from '#site/features/collections/queries.ts'
import { monthOf } from '#site/features/deals/month.ts'
import { monthlyDealsQuery } from '#site/features/deals/monthly-deals.ts'
import { moreDealsQuery } from '#site/features/deals/more-deals-query.ts'
import { offerQueries } from '#site/features/deals/offer-shelves.ts'
import { parseDropList } from '#site/features/deals/price-drop-parameters.ts'
import { dropsQuery } from '#site/features/deals/price-drops.ts'
import { homeQueries } from '#site/features/home/queries.ts'
import { articleQuery } from '#site/features/journal/article.ts'
import { articleProductsQuery } from '#site/features/journal/article-product-queries.ts'
import { journalQuery, relatedQuery as relatedArticlesQuery } from '#site/features/journal/articles.ts'
import { editorsQuery } from '#site/features/journal/editors.ts'
import { facetsQuery } from '#site/features/listing/facet-queries.ts'
import { noFilters } from '#site/features/listing/listing.ts'
import { parseListing } from '#site/features/listing/parse-listing.ts'
import { categoryPageQuery, dealsQuery, listingQuery } from '#site/features/listing/products.ts'
import { merchantsQuery } from '#site/features/merchants/queries.ts'
import { savedOffersQuery } from '#site/features/own-lists/queries.ts'
import { pageQuery } from '#site/features/pages/queries.ts'
import { offersQuery, pastPricesQuery } from '#site/features/product/item-offers.ts'
import { goneProductQuery, productQuery, relatedQuery, variantsQuery } from '#site/features/product/queries.ts'
import { itemOffersQuery } from '#site/features/saved/item-offers.ts'
import { categoriesQuery, shopSearchQuery } from '#site/features/search/search-query.ts'
import { catalogueSearchQuery, kindQuery, shopFactsQuery, shopProductsQuery } from '#site/features/shop/queries.ts'
import { galleryQuery, wallpaperCollectionsQuery } from '#site/features/wallpapers/queries.ts'
import type { ShopQuery } from '#site/ssr/data/query.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'

/**
 * Whoever writes a query says which tables its result depends on: a rendered page is dropped by these names. A function
 * in the database reads more than its name tells, so the statements are run and PostgreSQL's own counters say what was
 * scanned, in functions and computed columns too.
 */

/** Tables that are made from others by triggers: what changes them is a change of these, which pages are told of. */
const MADE_FROM: Record<string, readonly string[]> = {
  article_documents: ['blog_posts', 'pages'],
  catalogue_names: ['products'],
  // Written by migrations alone.
  colour_words: [],
  deleted_products: ['products'],
  amazon_documents: ['amazon_products'],
  listing_counts: ['products'],
  price_history: ['products'],
  product_documents: ['products'],
  product_texts: ['products'],
  // Only leads from a feed to its network and merchant.
  programmes: ['feeds'],
  // Written by migrations alone.
  search_synonyms: [],
  search_words: ['products'],
  // Written by the start of the process: tells of products, whose pages show what it allows.
  shop_settings: ['products'],
}

/** Feeds tell of nothing: every import confirms them, and pages end by time. */
const SILENT = new Set(['feeds'])

const listing = parseListing(new URLSearchParams())
const first = new URLSearchParams()

let db: TestDatabase
let platform: Platform

beforeAll(async () => {
  db = await testDatabase('shop')
  const seeding = new pg.Pool({ connectionString: db.url })
  await seedDemoShop({ pool: seeding })
  await seeding.query('analyze')
  await seeding.end()
  // What these sessions read is counted when they have ended.
  await eventually(async () => {
    const others = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'`
    expect((await db.pools.owner.query(others)).rowCount).toBe(0)
  })
  platform = await createPlatform({
    databaseUrl: db.url,
    loginPassword: inject('loginPassword'),
    keys: {
      publishable: 'sb_publishable_queries',
      secret: 'sb_secret_queries',
      jwtSecret: 'a-secret-for-this-test-of-32-characters',
      signingKeys: [],
      required: true,
    },
    config: defaultConfig(),
    publicUrl: 'http://127.0.0.1',
    storageDir: '/nonexistent',
    functionsDir: null,
    log: silentLog,
  })
})
afterAll(async () => {
  await platform.close()
  await db.drop()
})

/** A client of its own for each query: what an earlier one remembers is not read again. */
function newClient() {
  const client = createClient<Database>('http://127.0.0.1', 'sb_publishable_queries', {
    global: { fetch: (input, init) => platform.fetch(new Request(input, init)) },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  return Object.assign(client, { call: async () => new Response(null, { status: 404 }) })
}

/** Counters of a session are whole once it has ended. */
async function endSessions() {
  const sessions = `from pg_stat_activity where datname = current_database() and usename in ('api_anon', 'anon')`
  await db.pools.owner.query(`select pg_terminate_backend(pid) ${sessions}`)
  await eventually(async () => {
    const { rows } = await db.pools.owner.query(`select pid ${sessions}`)
    expect(rows).toEqual([])
  })
}

async function scans(): Promise<Map<string, number>> {
  const { rows } = await db.pools.owner.query<{ name: string; scans: number }>(
    `select relname as name, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::float8 as scans
     from pg_stat_user_tables
     where schemaname in ('public', 'private')`,
  )
  return new Map(rows.map(({ name, scans }) => [name, scans]))
}

async function tablesReadBy(query: ShopQuery<unknown>): Promise<string[]> {
  await endSessions()
  const before = await scans()
  await query.read(newClient())
  await endSessions()
  const after = await scans()
  return [...after].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name)
}

const queries: ShopQuery<unknown>[] = [
  ...Object.values(homeQueries),
  ...Object.values(offerQueries),
  ...Object.values(beautyQueries),
  retailerProductsQuery({}),
  amazonPageQuery({ page: 1 }),
  cataloguePageQuery('merchant', 'maison-calla'),
  directoryQuery('brand'),
  brandShelvesQuery(['Sable'], 4),
  collectionsQuery(),
  monthlyDealsQuery(monthOf(Date.now())),
  moreDealsQuery({ text: '', page: 1 }),
  dropsQuery(parseDropList(first)),
  articleQuery('how-to-layer-skincare'),
  articleProductsQuery({ words: 'silk' }),
  articleProductsQuery({ ids: [1, 2] }),
  journalQuery({ page: 1 }),
  editorsQuery(1),
  relatedArticlesQuery({ slug: 'a', category: 'Beauty' }),
  facetsQuery(noFilters),
  categoryPageQuery({ category: 'Home & Decor', limit: 50, page: 1 }),
  listingQuery(listing),
  listingQuery({ ...listing, categories: ['Skincare'], min: 25, sort: 'price-asc' }),
  dealsQuery(listing),
  merchantsQuery(1),
  savedOffersQuery(['1', 'find-1']),
  itemOffersQuery(['1']),
  pageQuery('about'),
  productQuery(1),
  offersQuery(1),
  variantsQuery(1),
  relatedQuery(1),
  pastPricesQuery(1),
  goneProductQuery(1),
  shopSearchQuery({ q: 'silk' }),
  shopSearchQuery({ q: 'slik pilow', sort: 'price-asc' }),
  categoriesQuery(),
  catalogueSearchQuery('silk'),
  kindQuery('lifestyle'),
  shopFactsQuery(),
  shopProductsQuery({ filter: null, category: null, limit: 8 }),
  shopProductsQuery({ filter: 'bestsellers', category: null, limit: 8 }),
  shopProductsQuery({ filter: 'sale', category: null, limit: 8 }),
  wallpaperCollectionsQuery(),
  galleryQuery('pink-phone-wallpapers'),
]

describe('the tables that a query names', () => {
  test.each(queries.map((query) => ({ key: query.key, query })))('are those that it reads: $key', async ({ query }) => {
    const read = await tablesReadBy(query)
    expect(read).not.toEqual([])
    const needed = new Set(read.flatMap((table) => MADE_FROM[table] ?? [table]))
    const named = new Set<string>(query.tables)
    expect([...needed].filter((table) => !named.has(table))).toEqual([])
  })

  test('tell of their changes, but those that change by rule or by the hour', async () => {
    const { rows } = await db.pools.owner.query<{ name: string }>(
      `select distinct tgrelid::regclass::text as name
       from pg_trigger
       where tgfoid = 'private.notify_page_invalidation'::regproc`,
    )
    const telling = new Set(rows.map(({ name }) => name.replace(/^public\./, '')))
    const named = new Set<string>(queries.flatMap(({ tables }) => [...tables]))
    expect([...named].filter((table) => !telling.has(table) && !SILENT.has(table))).toEqual([])
  })
})
