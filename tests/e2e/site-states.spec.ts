import { expect, type Page, test } from '@playwright/test'
import type pg from 'pg'
import { freePort } from '../../platform/postgres/free-port.ts'
import { type Dahlia, startProcess, temporaryDataDir } from '../support/dahlia.ts'
import { ownDatabase } from '../support/own-database.ts'
import { ready } from '../support/site-fixtures.ts'

// A process and a database of its own: what these tests take away would be missing everywhere else.
test.describe.configure({ timeout: 60_000 })

let dahlia: Dahlia
let database: pg.Client
let removeData: () => Promise<void>
test.beforeAll(async () => {
  test.setTimeout(180_000)
  const { dataDir, remove } = await temporaryDataDir()
  removeData = remove
  dahlia = await startProcess({ dataDir, port: await freePort() })
  database = await ownDatabase(dataDir)
})
test.afterAll(async () => {
  test.setTimeout(60_000)
  await database?.end()
  await dahlia?.stop()
  await removeData?.()
})

interface Block {
  /** First visited here: nothing whole is kept that could stand in. */
  path: string
  /** What visitors may no longer read: 'table products', 'function list_products'. */
  without: string
  /** Tables the answer waits for; they are locked while the loading state is looked at. */
  held: string
  /** Where on the page it is. */
  within?: string
  /** The words of the failure. */
  says: string
  /** Accessible name, or text, of what stands there meanwhile. */
  loading: string
  /** What stands there in the end. */
  loaded: string
}

const cards = '.product-card[data-find], .product-card:has(.product-link)'
const grid = { loading: 'Loading products', loaded: cards } as const
const noProducts = (prefix: string, what: string) => `${prefix}: permission denied for ${what}`

const blocks: readonly Block[] = [
  {
    ...{ path: '/products', without: 'function list_products', held: 'products', ...grid },
    says: noProducts('Error loading products', 'function list_products'),
  },
  {
    ...{ path: '/new', without: 'function listing_facets', held: 'products', ...grid },
    says: noProducts('Error loading products', 'function listing_facets'),
  },
  {
    ...{ path: '/all-deals', within: '#deals', without: 'function list_products', held: 'products', ...grid },
    says: noProducts('Error loading products', 'function list_products'),
  },
  {
    ...{ path: '/all-deals?deal=serum', within: '#more-deals', without: 'function search_shop', held: 'products' },
    ...{ ...grid, says: noProducts('Error loading results', 'function search_shop') },
  },
  {
    ...{ path: '/deals', without: 'table price_drops', held: 'price_drops', ...grid },
    says: noProducts('Error loading products', 'table price_drops'),
  },
  {
    ...{ path: '/amazon-deals', without: 'table amazon_products', held: 'amazon_products', ...grid },
    says: noProducts('Error loading Amazon products', 'table amazon_products'),
  },
  {
    ...{ path: '/shop?tab=awin', without: 'table products', held: 'products', ...grid },
    says: noProducts('Error loading products', 'table products'),
  },
  {
    ...{ path: '/shop?tab=retailer', without: 'table amazon_products', held: 'amazon_products', ...grid },
    says: noProducts('Error loading Amazon products', 'table amazon_products'),
  },
  {
    ...{ path: '/home-decor', without: 'table products', held: 'products', ...grid },
    says: noProducts('Error loading home decor products', 'table products'),
  },
  {
    ...{ path: '/gifts', without: 'function list_products', held: 'products', ...grid },
    says: noProducts('Error loading products', 'function list_products'),
  },
  {
    ...{ path: '/brands/fleurette', without: 'function list_products', held: 'products', ...grid },
    says: noProducts('Error loading products', 'function list_products'),
  },
  {
    ...{ path: '/', within: '#deals', without: 'table products', held: 'products', ...grid },
    says: 'Failed to load products',
  },
  {
    ...{ path: '/offers', within: 'section:has(#fallen)', without: 'table products', held: 'products', ...grid },
    says: 'permission denied for table products',
  },
  {
    ...{ path: '/collections', without: 'table collections', held: 'collections', loaded: '.collection-wall a' },
    ...{ says: 'permission denied for table collections', loading: 'Loading collections' },
  },
  {
    ...{ path: '/stores', without: 'function merchant_directory', held: 'merchants', loaded: '.stores li' },
    ...{ says: 'permission denied for function merchant_directory', loading: 'Loading the stores...' },
  },
  {
    ...{ path: '/wallpapers', without: 'table wallpapers', held: 'wallpapers', loaded: '.wallpaper-card' },
    ...{ says: 'permission denied for table wallpapers', loading: 'Loading wallpapers...' },
  },
  {
    ...{ path: '/blog', without: 'table blog_posts', held: 'blog_posts', loaded: '.article-wall .article-card h2' },
    ...{ says: 'No posts found', loading: 'Loading articles' },
  },
  {
    ...{ path: '/blog/under-eye-patches-guide', without: 'table blog_posts', held: 'blog_posts' },
    ...{ says: 'permission denied for table blog_posts', loading: 'Loading the article', loaded: '.article-text p' },
  },
  {
    ...{ path: '/about', without: 'table pages', held: 'pages', loaded: '.prose-text p' },
    ...{ says: 'permission denied for table pages', loading: 'Loading the article' },
  },
  {
    ...{ path: '/p/828', without: 'table products', held: 'products', loaded: '.buy-box .product-price' },
    ...{ says: 'permission denied for table products', loading: 'Loading the product' },
  },
]

for (const { path, without, held, within = 'main', says, loading, loaded } of blocks) {
  test(`${path} fails in words, loads when asked again, and is whole once ${without} is back`, async ({ page }) => {
    await database.query(`revoke ${privilege(without)} from anon`)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    try {
      const reply = await page.goto(dahlia.url + path)
      expect(reply?.status()).toBe(503)
      expect(reply?.headers()['cache-control']).toBe('no-store')
      await ready(page)
      const block = page.locator(within)
      await expect(block.getByText(says).first()).toBeVisible()
      await expect(block.locator(loaded)).toHaveCount(0)

      // The answer is held as long as the lock, and comes with what was missing.
      await database.query(`begin; lock table ${held} in access exclusive mode; grant ${privilege(without)} to anon`)
      await tryAgain(page, within).click()
      const waiting = block
        .getByRole('status', { name: loading })
        .or(block.getByLabel(loading))
        .or(block.getByText(loading))
      await expect(waiting.first()).toBeVisible()
      await expect(block.getByText(says)).toHaveCount(0)
      await database.query('commit')
      await expect(block.locator(loaded).first()).toBeVisible({ timeout: 20_000 })
      await expect(waiting).toHaveCount(0)
      await expect(tryAgain(page, within)).toHaveCount(0)
    } finally {
      await database.query(`rollback; grant ${privilege(without)} to anon`)
    }
    expect(faults).toEqual([])
  })
}

const privilege = (what: string) => `${what.startsWith('table') ? 'select' : 'execute'} on ${what}`

const tryAgain = (page: Page, within: string) =>
  page
    .locator(within)
    .getByRole('button', { name: 'Try Again' })
    .or(page.locator(within).getByRole('link', { name: 'Try Again' }))
