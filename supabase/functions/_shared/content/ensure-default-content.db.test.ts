import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { ensureDefaultContent } from './ensure-default-content.ts'
import { EXPECTED_PAGES } from './expected-pages.ts'
import type { GeneratedPost } from './generate-post.ts'
import { publishGenerated } from './publish-generated.ts'
import { ALREADY_THERE, type Store, storePost } from './store-post.ts'

let db: TestDatabase
let sessions: pg.Pool
let store: Store
const warnings: string[] = []
const warn = (_: object, message: string) => void warnings.push(message)
const options = { warn, random: () => 0.5 }

beforeAll(async () => {
  db = await testDatabase('shop')
  // As functions are given it: in the session of the service role.
  sessions = new pg.Pool({ ...db.pools.asRole('service_role').options, options: '-c role=service_role' })
  store = sessions
})
afterAll(async () => {
  await sessions.end()
  await db.drop()
})
beforeEach(async () => {
  warnings.length = 0
  await db.pools.owner.query('truncate pages, blog_posts, comparison_posts')
  await db.pools.owner.query('delete from products')
})

const one = async (sql: string) => (await db.pools.owner.query(sql)).rows[0]

const addProducts = () =>
  db.pools.owner.query(
    `insert into products (product_name, category, merchant_name, price, affiliate_link)
     select 'Thing ' || n || ' - 30 ml', 'Category ' || n % 6, 'A <shop>', 10 + n, 'https://shop.example.com/' || n
     from generate_series(1, 30) as n`,
  )

const post: GeneratedPost = {
  slug: 'a-post',
  title: 'A Post',
  excerpt: 'Short.',
  category: 'Home',
  content: '<p>Words.</p>',
  imageUrl: null,
  readTime: '3 min read',
  postType: 'lifestyle',
}

test('an empty shop gets every expected page, the five guides, the comparison and the monthly deals [S4.16] [S7.8] [S7.10] [S8.17] [S9.15] [X3]', async () => {
  await addProducts()
  const kept = await ensureDefaultContent(store, options)
  expect(kept).toMatchObject({
    success: true,
    pages: { status: 'success', message: `Page check completed: ${EXPECTED_PAGES.length} pages created`, issues: [] },
    guides: { success: true, message: 'Successfully created blog posts', created: 5, failed: [] },
    comparison: { success: true, message: 'Created Singer sewing machine comparison article' },
    monthlyDeals: { success: true, url: '/blog/monthly-deals-the-top-10-of-march-2025' },
  })
  const faq = await one(`select content, is_published from pages where url = '/faq'`)
  expect(faq).toMatchObject({ is_published: true, content: expect.stringContaining('Coming Soon') })
  const guide = await one(`select category, read_time, content from blog_posts where slug = 'under-eye-patches-guide'`)
  expect(guide).toEqual({ category: 'Skincare', read_time: '4 min read', content: null })
  expect((await one(`select content from pages where url = '/blog/under-eye-patches-guide'`)).content).toContain(
    '10 to 20 minutes',
  )
  // People wrote the guides; the monthly list is put together by a rule, and says so.
  const signed = `select generated from blog_posts where slug`
  expect(await one(`${signed} = 'under-eye-patches-guide'`)).toEqual({ generated: false })
  expect(await one(`${signed} like 'monthly-deals%'`)).toEqual({ generated: true })
  expect(
    await one(`select created_at::date::text as day from blog_posts where slug like 'monthly-deals%'`),
    'the month it is of, not the day of setting up',
  ).toEqual({ day: '2025-03-01' })
})

test('a second run changes nothing [S7.11]', async () => {
  await addProducts()
  await ensureDefaultContent(store, options)
  const before = await db.pools.owner.query('select url, content, xmin from pages order by url')
  const again = await ensureDefaultContent(store, options)
  expect(again).toMatchObject({
    success: true,
    pages: { message: 'Page check completed: 0 pages created' },
    guides: { created: 0, failed: [] },
    monthlyDeals: { success: false, error: ALREADY_THERE },
  })
  expect((await db.pools.owner.query('select url, content, xmin from pages order by url')).rows).toEqual(before.rows)
})

test('what editors wrote, moved to drafts or took away stays as they left it', async () => {
  await db.pools.owner.query(
    `insert into pages (name, url, content, is_published) values ('FAQ', '/faq', 'draft', false), ('Us', '/about', 'ours', true)`,
  )
  await db.pools.owner.query(
    `insert into blog_posts (slug, title, content, is_active) values ('holistic-wellness-guide', 'Mine', 'my words', false)`,
  )
  const kept = await ensureDefaultContent(store, options)
  expect(kept.pages.created).not.toContain('/faq')
  expect(kept.guides.created).toBe(4)
  expect(await one(`select content, is_published from pages where url = '/faq'`)).toEqual({
    content: 'draft',
    is_published: false,
  })
  expect((await one(`select content from pages where url = '/about'`)).content).toBe('ours')
  expect(await one(`select title, is_active from blog_posts where slug = 'holistic-wellness-guide'`)).toEqual({
    title: 'Mine',
    is_active: false,
  })
})

test('overwriting writes anew, and keeps the article published [S4.14] [S4.15] [S5.11] [S7.9]', async () => {
  expect(await storePost(store, post, { overwrite: false, warn })).toEqual({ success: true, url: '/blog/a-post' })
  const changed = { ...post, title: 'Another Title', content: '<p>New.</p>' }
  expect(await storePost(store, changed, { overwrite: false, warn })).toEqual({ success: false, error: ALREADY_THERE })
  await db.pools.owner.query(`update blog_posts set content = 'old words', is_active = false`)
  expect(await storePost(store, changed, { overwrite: true, warn })).toMatchObject({ success: true })
  expect(await one('select name, content, is_published from pages')).toEqual({
    name: 'Another Title',
    content: '<p>New.</p>',
    is_published: true,
  })
  expect(await one('select title, content, is_active from blog_posts')).toEqual({
    title: 'Another Title',
    content: null,
    is_active: true,
  })
})

test('the failures say in the specified words what could not be done [S8.15] [S8.16] [S8.17]', async () => {
  const tooLong = { ...post, title: 'x'.repeat(301) }
  expect(await storePost(store, tooLong, { overwrite: false, warn })).toMatchObject({
    error: expect.stringMatching(/^Failed to create blog post page: .*pages_name_check/),
  })
  await storePost(store, post, { overwrite: false, warn })
  expect(await storePost(store, tooLong, { overwrite: true, warn })).toMatchObject({
    error: expect.stringMatching(/^Failed to update blog post: /),
  })
  const away: Store = { query: () => Promise.reject(new Error('no connection')) }
  expect(await storePost(away, post, { overwrite: false, warn })).toEqual({
    success: false,
    error: 'An error occurred: no connection',
  })
  expect(await ensureDefaultContent(away, options)).toMatchObject({
    success: false,
    pages: { status: 'error', message: 'Failed to run page consistency check' },
    links: { status: 'error', message: 'Failed to fetch pages from database' },
    guides: {
      message: 'Failed to create blog posts',
      failed: expect.arrayContaining([expect.stringMatching(/^Failed to create blog post: Under-Eye/)]),
    },
    comparison: { error: 'Failed to create Singer comparison article: An error occurred: no connection' },
    monthlyDeals: { error: 'An error occurred: no connection' },
  })
  expect(warnings).toContain('Error checking pages consistency')
})

test('one page that cannot be written is an issue, and the others are made [S8.18] [X1]', async () => {
  const stubborn: Store = {
    query: (sql, values) =>
      values?.includes('/faq') ? Promise.reject(new Error('no room')) : store.query(sql, values),
  }
  expect((await ensureDefaultContent(stubborn, options)).pages).toMatchObject({
    status: 'warning',
    message: 'Page check completed with issues. Check console for details.',
    issues: ['/faq: no room'],
    created: expect.arrayContaining(['/about', '/stores']),
  })
})

test('a summary that cannot be written is a warning: the article is published [S8.15]', async () => {
  const noSummary = { ...post, slug: 'has space' }
  expect(await storePost(store, noSummary, { overwrite: false, warn })).toMatchObject({ success: true })
  expect(warnings).toEqual(['the article is published, but its summary could not be written'])
})

test('monthly deals begin with what had fallen in price, the biggest drop first, and keep their ten', async () => {
  await addProducts()
  await db.pools.owner.query(
    `insert into merchants (name, slug, may_show_history) values ('A <shop>', 'a-shop', true) on conflict do nothing`,
  )
  // The oldest, which would be none of the newest ten.
  await db.pools.owner.query(`update products set price = 1 where product_name = 'Thing 1 - 30 ml'`)
  await db.pools.owner.query(`update products set price = 2 where product_name = 'Thing 2 - 30 ml'`)
  await ensureDefaultContent(store, options)
  const content = async () =>
    String((await one(`select content from pages where url like '/blog/monthly-deals%'`)).content)
  const first = await content()
  expect(first).toContain('The first 2 stood below every price of the thirty days before')
  const names = [...first.matchAll(/<p><a href="[^"]+">(Thing \d+)/g)].map(([, name]) => name)
  expect(names).toHaveLength(10)
  expect(names.slice(0, 2)).toEqual(['Thing 1', 'Thing 2'])
  await addProducts()
  await ensureDefaultContent(store, options)
  expect(await content()).toBe(first)
  await db.pools.owner.query('delete from merchants')
})

test('monthly deals wait for ten products', async () => {
  expect((await ensureDefaultContent(store, options)).monthlyDeals).toMatchObject({
    success: false,
    error: expect.stringContaining('fewer than 10 products'),
  })
})

test('a scheduled comparison comes out on its day', async () => {
  await db.pools.owner.query(
    `insert into comparison_posts (title, slug, status, publish_date)
     values ('Due', 'due', 'scheduled', now() - interval '1 minute'), ('Later', 'later', 'scheduled', now() + interval '1 day')`,
  )
  expect((await ensureDefaultContent(store, options)).comparisonsOut).toBe(1)
  expect((await one(`select status from comparison_posts where slug = 'later'`)).status).toBe('scheduled')
})

test('links to articles that nobody can read are named [S8.19] [X2]', async () => {
  await storePost(
    store,
    { ...post, content: '<p><a href="/blog/lost#top">a</a> <a href="/blog/a-post">b</a> <a href="/offers">c</a></p>' },
    { overwrite: false, warn },
  )
  const { links } = await ensureDefaultContent(store, options)
  expect(links).toMatchObject({ status: 'success', broken: expect.arrayContaining(['/blog/lost']) })
  expect(links).not.toMatchObject({ broken: expect.arrayContaining(['/blog/a-post']) })
})

test('an article generated on request is published once', async () => {
  await addProducts()
  const wish = { kind: 'weekly-roundup', category: 'Home' } as const
  const means = { overwrite: false, date: new Date('2026-11-20T00:00:00Z'), random: () => 0.5, warn }
  expect(await publishGenerated(store, wish, means)).toMatchObject({ success: true })
  expect(await publishGenerated(store, wish, means)).toEqual({ success: false, error: ALREADY_THERE })
})
