import { expect, type Page, test } from '@playwright/test'
import type pg from 'pg'
import { open, ready } from '../support/browser.ts'
import { type OwnShop, startOwnShop } from '../support/dahlia.ts'
import { ownDatabase } from '../support/own-database.ts'
import { blocks } from './blocks.ts'

// A process and a database of its own: what these tests take away would be missing everywhere else.

let dahlia: OwnShop
let database: pg.Client
test.beforeAll(async () => {
  test.setTimeout(180_000)
  dahlia = await startOwnShop()
  database = await ownDatabase(dahlia.dataDir)
})
test.afterAll(async () => {
  test.setTimeout(60_000)
  await database?.end()
  await dahlia?.close()
})

for (const { path, without, held, within = 'main', says, loading, loaded } of blocks) {
  test(`${path} fails in words, loads when asked again, and is whole once ${without} is back [S2.4.12] [S2.8.2] [S2.8.3] [S4.4] [S8.12]`, async ({
    page,
  }) => {
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

/** While it runs, visitors may read none of these. */
async function without(what: readonly string[], look: () => Promise<void>): Promise<void> {
  for (const one of what) await database.query(`revoke ${privilege(one)} from anon`)
  try {
    await look()
  } finally {
    for (const one of what) await database.query(`grant ${privilege(one)} to anon`)
  }
}

test('what narrows a list, and how much it holds, come back with the list', async ({ page }) => {
  await without(['function list_products'], async () => {
    await open(page, `${dahlia.url}/fashion`)
    await expect(page.getByText('Error loading products')).toBeVisible()
    await expect(page.getByLabel('Merchant').locator('option')).toHaveCount(1)
  })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.locator('#deals [data-part~=result-count]')).toContainText('product')
  expect(await page.getByLabel('Merchant').locator('option').count()).toBeGreaterThan(1)
})

test('a block that still fails when asked again says so again', async ({ page }) => {
  test.setTimeout(90_000)
  await without(['table amazon_products'], async () => {
    await open(page, `${dahlia.url}/amazon-deals?q=serum`)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('status', { name: 'Loading products' })).toBeVisible()
    // Asked four times, with a second, two and four in between (specification, 9).
    await expect(page.getByText('Error loading Amazon products: permission denied')).toBeVisible({ timeout: 30_000 })
  })
})

test('the home page stands without the blocks that failed [S4.4]', async ({ page }) => {
  const lost = ['blog_posts', 'collections', 'homepage_settings', 'amazon_products']
  await without(
    lost.map((table) => `table ${table}`),
    async () => {
      const reply = await page.goto(`${dahlia.url}/?unknown=1`)
      expect(reply?.status()).toBe(503)
      await expect(page.locator('[data-part~=hero]')).toContainText('Premium Skincare Products')
      await expect(page.locator('[data-part~=hero]')).toContainText('Browse Skincare Deals')
      await expect(page.getByText('Error loading Amazon products: permission denied')).toBeVisible()
      expect(await page.locator('#deals [data-part~=product-card]').count()).toBe(8)
      for (const name of ['Shop by Collection', 'Featured Articles', 'Beauty Tips', 'Life Hacks']) {
        await expect(page.getByRole('heading', { name })).toHaveCount(0)
      }
    },
  )
})

test('a product whose other shops cannot be read is shown without them, until they can', async ({ page }) => {
  const path = `${dahlia.url}/p/828?unknown=1`
  await without(['function product_offers'], async () => {
    await open(page, path)
    await expect(page.locator('[data-part~=buy-box] [data-part~=product-price]')).toBeVisible()
    await expect(page.getByText('Error loading other shops: permission denied')).toBeVisible()
  })
  // The whole page again: its button and its history hang on the shops too.
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page.locator('[data-part~=offers] tbody tr').nth(1)).toBeVisible({ timeout: 20_000 })
})

test('a product’s gallery says that there is no picture, and replaces a broken one', async ({ page }) => {
  const { rows } = await database.query(
    `select min(id) as id, min(product_name) as product_name, min(image_url) as image_url from products
     where image_url is not null and delisted_at is null
     group by gtin having count(*) = 1 order by 1 limit 2`,
  )
  const [none, broken] = rows
  await database.query('update products set image_url = null where id = $1', [none.id])
  await database.query(`update products set image_url = '/art/no-such-picture.webp' where id = $1`, [broken.id])
  await page.goto(`${dahlia.url}/p/${none.id}`)
  await expect(page.getByRole('img', { name: `No picture of ${none.product_name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Zoom/ })).toHaveCount(0)
  await open(page, `${dahlia.url}/p/${broken.id}`)
  const picture = page.locator('[data-part~=gallery-strip] img')
  await expect(picture).toHaveAttribute('src', /placeholder/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  for (const { id, image_url } of rows) {
    await database.query('update products set image_url = $2 where id = $1', [id, image_url])
  }
})

test('saved items stay in sight when their prices cannot be read, and get them when asked again', async ({ page }) => {
  test.setTimeout(90_000)
  await open(page, `${dahlia.url}/products`)
  const heart = page.locator('button[data-save]').first()
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  const row = page.locator('[data-part~=saved-row]')
  await without(['table products'], async () => {
    await page.goto(`${dahlia.url}/me`)
    await expect(row).toBeVisible()
    await expect(page.getByText('Error loading current prices: permission denied')).toBeVisible({ timeout: 30_000 })
    await expect(row.locator('[data-part~=product-price]')).toHaveCount(0)
  })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(row.locator('[data-part~=product-price]')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Error loading current prices')).toHaveCount(0)
})

test.describe('a page that throws while it is drawn', () => {
  // As while a release goes out: the database is newer than this process, and counts facets no more.
  test.beforeAll(() =>
    database.query(`
      begin;
      alter function listing_facets rename to whole_listing_facets;
      create function listing_facets(
        categories text[] default null, merchants text[] default null, brands text[] default null,
        from_step integer default null, below_step integer default null,
        priced_only boolean default false, facet_size integer default 50
      ) returns table (facet text, value text, products bigint) language sql stable set search_path = '' as $$
        select counted.facet, counted.value, case when counted.facet = 'total' then counted.products end
        from public.whole_listing_facets(categories, merchants, brands, from_step, below_step, priced_only, facet_size)
          as counted
      $$;
      grant execute on function listing_facets to anon;
      -- The counts that pages share are read anew when a product has changed.
      update products set product_name = product_name where id = (select min(id) from products);
      commit`),
  )
  test.afterAll(() =>
    database.query(`
      begin;
      drop function listing_facets;
      alter function whole_listing_facets rename to listing_facets;
      commit`),
  )

  test('on the server: a 500 in the specified words that nobody keeps, with its number in the log [S2.12.1]', async ({
    page,
  }) => {
    const reply = await page.goto(`${dahlia.url}/products?category=Makeup`)
    expect(reply?.status()).toBe(500)
    expect(reply?.headers()['cache-control']).toBe('no-store')
    const id = reply?.headers()['x-request-id'] ?? ''
    const html = (await reply?.text()) ?? ''
    expect(html).not.toMatch(/TypeError|toLocaleString|\bat .*\.js:\d+|build\/server/)
    const told = dahlia
      .output()
      .split('\n')
      .filter((line) => line.includes(id))
    expect(told.join('\n')).toMatch(/TypeError: Cannot read properties of null/)
    expect(told.join('\n')).toContain('"url":"/products"')

    await expect(page).toHaveTitle('Unexpected Application Error! | Dahlia')
    const heading = page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })
    await expect(heading).toBeVisible()
    await expect(page.locator('[data-part~=error-id] code')).toHaveText(id)
    await ready(page)
    // Drawn once more by the browser, it says no more than before, and its menus work.
    await expect(heading).toBeVisible()
    await expect(page.locator('[data-part~=error-message]')).toHaveText('Unexpected Server Error')
    await expect(page.locator('[data-part~=error-stack]')).toHaveCount(0)
    await expect(page.locator('[data-part~=error-id] code')).toHaveText(id)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).first().click()
    await expect(page).toHaveURL(/\/contact$/)
    await expect(page).toHaveTitle(/Contact/)
  })

  test('in the browser: the same page, with what broke there [S2.12.1]', async ({ page }) => {
    await open(page, `${dahlia.url}/contact`)
    await page.getByRole('contentinfo').getByRole('link', { name: 'All Products' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible()
    await expect(page.locator('[data-part~=error-message]')).toContainText(
      "Cannot read properties of null (reading 'toLocaleString')",
    )
    await expect(page.locator('body')).not.toContainText(/\.js:\d+/)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.locator('[data-part~=error-page] a[href="/"]').click()
    await expect(page.locator('[data-part~=hero]')).toBeVisible()
  })
})

// The last of them: nothing of the shop is left afterwards.
test('a shop without rows says on each page what is missing [S4.4]', async ({ page }) => {
  test.setTimeout(120_000)
  const emptied = [
    'products',
    'amazon_products',
    'blog_posts',
    'comparison_posts',
    'pages',
    'collections',
    'wallpapers',
  ]
  await database.query(`truncate ${emptied.join(', ')} cascade`)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  const none = 'No products found'
  for (const [path, ...words] of [
    ['/products', none, "Products will appear here once they're added to the database"],
    ['/products?category=Skincare', 'No products found matching your filters.', 'Clear filters and try again'],
    ['/new', none],
    ['/all-deals', none, 'No results found. Try a different search term.'],
    ['/deals', 'No price has fallen just now', 'See New Arrivals'],
    ['/amazon-deals', 'No Amazon products found.'],
    ['/gifts', none],
    ['/home-decor', 'No home decor products found'],
    ['/shop', none, 'No Amazon products found.'],
    ['/shop?tab=awin', none],
    ['/brands/fleurette', 'Nothing by Fleurette right now'],
    ['/offers', 'Nothing here today'],
    ['/stores', 'No stores yet'],
    ['/categories', 'No categories yet', 'See all products'],
    ['/collections', 'No collections yet'],
    ['/wallpapers', 'No Wallpapers Available'],
    ['/blog', 'No posts found', 'See all articles'],
    ['/search?q=serum', 'No results found. Try a different search term.'],
    ['/me', 'Nothing saved yet'],
    ['/', none, "Products will appear here once they're added to the database", 'Browse Skincare Deals'],
  ] as const) {
    // The change reaches pages that were cached before within a moment.
    await expect(async () => {
      const reply = await page.goto(dahlia.url + path)
      expect(reply?.status(), path).toBe(200)
      for (const text of words) await expect(page.locator('main'), path).toContainText(text, { timeout: 5000 })
    }).toPass()
  }
  for (const name of ['Top Retailer Finds', 'Shop by Collection', 'Featured Articles', 'Beauty Tips']) {
    await expect(page.getByRole('heading', { name })).toHaveCount(0)
  }
  expect(faults).toEqual([])
})
