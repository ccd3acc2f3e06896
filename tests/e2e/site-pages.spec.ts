import { expect, test } from '@playwright/test'
import { open, ready } from '../support/browser.ts'
import { ownContent } from '../support/own-content.ts'

let content: Awaited<ReturnType<typeof ownContent>>
test.beforeAll(async () => {
  content = await ownContent(30)
})
test.afterAll(() => content.remove())

test.describe('a product list', () => {
  test('filters, sorts, counts and pages in the address [S4.21]', async ({ page }) => {
    await open(page, `/products?merchant=${encodeURIComponent(content.merchant)}`)
    const count = page.locator('[data-part~=result-count]')
    await expect(count).toHaveText('30 products, page 1 of 2')
    await expect(page.locator('[data-part~=product-card]')).toHaveCount(24)

    await page.getByRole('checkbox', { name: 'Skincare 15' }).check()
    await expect(count).toHaveText('15 products')
    expect(new URL(page.url()).searchParams.get('category')).toBe('Skincare')

    await page.getByLabel('Sort by').selectOption('price-desc')
    await expect(page).toHaveURL(/sort=price-desc/)
    await expect(page.locator('[data-part~=product-price]').first()).toHaveText('$39.00')

    await page.goBack()
    await expect(page).not.toHaveURL(/sort=/)
    await expect(page.locator('[data-part~=product-name]').first()).toHaveText('Petal Serum No. 30')
    await page.getByRole('link', { name: 'Remove filter Skincare' }).click()
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(count).toHaveText('30 products, page 2 of 2')
    await expect(page.locator('[data-part~=product-card]')).toHaveCount(6)
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    await page.getByRole('link', { name: 'Clear Filters' }).click()
    await expect(page).toHaveURL('/products')
  })

  test('says so when nothing matches, and offers the way back [S8.24]', async ({ page }) => {
    await page.goto('/products?category=Submarines')
    await expect(page.getByText('No products found matching your filters.')).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters and try again' }).click()
    await expect(page).toHaveURL('/products')
  })

  test('shows a card’s states: no price, a broken picture', async ({ page }) => {
    await open(page, `/products?merchant=${encodeURIComponent(content.merchant)}&page=2`)
    await expect(page.getByText('Price unavailable')).toHaveCount(1)
    await expect(page.locator('img[src="/placeholder.svg"]')).toHaveCount(1)
  })

  test('discloses before the first paid link, and marks every one of them', async ({ page }) => {
    for (const path of ['/', '/products', '/new']) {
      await page.goto(path)
      const order = await page.evaluate(() => {
        const line = document.querySelector('main [data-part~=disclosure-line]')
        const paid = document.querySelector('main a[rel*="sponsored"]')
        return line && paid ? line.compareDocumentPosition(paid) & Node.DOCUMENT_POSITION_FOLLOWING : 0
      })
      expect(order, path).toBeGreaterThan(0)
      const links = await page
        .locator('main [data-part~=product-card] a[data-part~=product-out]')
        .evaluateAll((all) =>
          all.map((link) => [link.getAttribute('rel'), link.getAttribute('target'), link.textContent]),
        )
      expect(links.length, path).toBeGreaterThan(0)
      for (const link of links) {
        expect(link).toEqual(['sponsored nofollow noopener', '_blank', expect.stringContaining('in a new tab')])
      }
    }
  })
})

test('an article shows its text, and nothing in it runs', async ({ page }) => {
  await open(page, `/blog/${content.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A guide to <b>nothing</b> & everything')
  await expect(page.getByText('Keep what you finish.')).toBeVisible()
  expect(await page.locator('[data-part~=prose] img, [data-part~=prose] script').count()).toBe(0)
  expect(await page.title()).toContain('A guide to <b>nothing</b> & everything')
})

test('answers with the right status and an honest page [S2.1.6] [S2.1.7]', async ({ page, request }) => {
  expect((await page.goto('/no-such-page'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('not here')
  expect((await page.goto('/blog/no-such-article'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Blog Post Not Found' })).toBeVisible()
  await expect(page).toHaveTitle('Blog Post | Dahlia')
  expect((await page.goto(`/products?merchant=${encodeURIComponent(content.merchant)}&page=999`))?.status()).toBe(404)
  await expect(page).toHaveTitle('All Products: no such page | Dahlia')
  for (const [from, to] of [
    ['/alldeals', '/all-deals'],
    ['/collections/balms', '/shop/balms'],
    ['/products/?page=2', '/products?page=2'],
    ['/authors', '/authors/editors'],
    ['/blog/Under-Eye-Patches-Guide?a=b', '/blog/under-eye-patches-guide?a=b'],
    ['/categories/home-decor', '/home-decor'],
    ['/categories/makeup', '/makeup'],
  ] as const) {
    const reply = await request.get(from, { maxRedirects: 0 })
    expect([reply.status(), reply.headers().location]).toEqual([301, to])
  }
})

test('[S2.12.1] an error keeps the menus and says what broke, without a stack', async ({ page }) => {
  await open(page, '/')
  await page.route('**/products.data*', (route) => route.abort())
  await page.locator('[data-part~=site-header] a[href="/products"]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.locator('[data-part~=error-message]')).not.toBeEmpty()
  await expect(page.locator('body')).not.toContainText(/\.js:\d+/)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page).toHaveTitle('Unexpected Application Error! | Dahlia')
})

test('a new page is announced, focused at its heading, and scrolled to its top', async ({ page }) => {
  await open(page, '/')
  await page.evaluate(() => window.scrollTo(0, 900))
  await page
    .locator('[data-part~=site-header] a[href="/blog"]')
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL('/blog')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Blog | Dahlia' })).toBeAttached()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
})

test('keeps the theme in this browser, before the first paint', async ({ page }) => {
  await open(page, '/')
  await page.getByText('Dark', { exact: true }).click()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await ready(page)
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await page.getByText('System', { exact: true }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
})

test('is readable by machines: sitemap, robots, feed, structured data', async ({ page, request }) => {
  const index = await (await request.get('/sitemap.xml')).text()
  expect(index).toContain('/sitemaps/articles-1.xml')
  expect(await (await request.get('/sitemaps/articles-1.xml')).text()).toContain(`/blog/${content.slug}`)
  expect(await (await request.get('/robots.txt')).text()).toContain('Sitemap: ')
  expect(await (await request.get('/rss.xml')).text()).toContain(
    'A guide to &lt;b&gt;nothing&lt;/b&gt; &amp; everything',
  )
  await page.goto('/products?category=Skincare&sort=price-asc')
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toMatch(/\/products$/)
  await page.goto('/')
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(blocks.map((block) => JSON.parse(block)['@type'])).toEqual(['WebSite'])
})

test('a page that fails on the server names its number in the log, and no stack [S2.12.2] [S8.31]', async ({
  request,
}) => {
  // A write to a page that takes none: the router's own failure, drawn on the server.
  const reply = await request.post('/blog', { form: { a: 'b' } })
  expect(reply.status()).toBe(405)
  const html = await reply.text()
  expect(html).toContain('Unexpected Application Error!')
  expect(html).toContain(reply.headers()['x-request-id'])
  expect(html).not.toMatch(/\bat .*\.js:\d+/)
  expect(await (await request.get('/blog')).text()).not.toContain('name="request-id"')
})
