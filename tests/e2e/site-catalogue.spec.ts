import { expect, test } from '@playwright/test'
import { open } from '../support/browser.ts'

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)

test('every brand, store and category that sells something has a page in the sitemap', async ({ request }) => {
  test.setTimeout(120_000)
  for (const [kind, atLeast] of [
    ['brands', 30],
    ['stores', 11],
    ['categories', 5],
  ] as const) {
    const pages = locations(await (await request.get(`/sitemaps/${kind}-1.xml`)).text())
    expect(pages.length).toBeGreaterThanOrEqual(atLeast)
    for (const path of pages) {
      const response = await request.get(path, { maxRedirects: 0 })
      expect(response.status(), path).toBe(200)
      const html = await response.text()
      expect(/<meta name="robots"/.test(html), path).toBe(false)
      expect(/data-part="product-card"/.test(html), path).toBe(true)
      expect(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1], path).toMatch(new RegExp(`${path}$`))
    }
  }
})

test('a brand without a page of ours says what the catalog has of it, and is narrowed like any list', async ({
  page,
}) => {
  await open(page, '/brands/velloa')
  await expect(page.getByRole('heading', { level: 1, name: 'Velloa' })).toBeVisible()
  await expect(page.locator('.lede')).toHaveText(/^\d+ items by Velloa at .+, from \$[\d.]+ to \$[\d.]+\./)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')).toHaveText([
    'Home',
    'Brands',
    'Velloa',
  ])
  await expect(page.getByRole('group', { name: 'Brand', exact: true })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Makeup' }).first().check()
  await expect(page).toHaveURL('/brands/velloa?category=Makeup')
  for (const name of await page.locator('[data-part~=product-name]').allTextContents()) expect(name).toContain('Velloa')
})

test('a product leads to the pages of its brand, its store and its category', async ({ page }) => {
  await open(page, '/categories/wellness')
  await page.locator('[data-part~=product-link]').first().click()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('link', { name: 'Wellness' })).toHaveAttribute('href', '/categories/wellness')
  await expect(page.locator('[data-part~=buy-box] a[href^="/brands/"]')).toBeVisible()
  await page.locator('[data-part~=buy-box] a[href^="/stores/"]').click()
  await expect(page.locator('main .kicker').first()).toHaveText('Store')
})

test('a category with a page that was written for it leads there; a name that never was is not found', async ({
  request,
}) => {
  const moved = await request.get('/categories/bath-and-body?sort=price-asc', { maxRedirects: 0 })
  expect(moved.status()).toBe(301)
  expect(moved.headers().location).toBe('/bath-body?sort=price-asc')
  for (const path of ['/brands/nobody', '/stores/nobody', '/categories/nobody', '/brands/%00', '/brands/NOBODY'])
    expect((await request.get(path)).status(), path).toBe(404)
})

test('an address in capitals leads to the one address', async ({ request }) => {
  for (const [path, target] of [
    ['/brands/VELLOA?sort=price-asc', '/brands/velloa?sort=price-asc'],
    ['/PRODUCTS', '/products'],
  ] as const) {
    const moved = await request.get(path, { maxRedirects: 0 })
    expect([moved.status(), moved.headers().location]).toEqual([301, target])
  }
})

test('every category is listed with its number of items, and beauty in general leads on to its kinds', async ({
  page,
}) => {
  await open(page, '/categories')
  const categories = page.locator('[data-part~=categories] li')
  await expect(categories.filter({ hasText: 'Makeup' })).toHaveText(/^Makeup \d+$/)
  await page.getByRole('link', { name: 'Beauty', exact: true }).click()
  await expect(page).toHaveURL('/categories/beauty')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('link', { name: 'Categories' })).toHaveAttribute('href', '/categories')
  const kinds = page.getByRole('navigation', { name: 'Kinds of Beauty' })
  await kinds.getByRole('link', { name: /^Skincare \(\d+\)$/ }).click()
  await expect(page).toHaveURL('/skincare')
})

test('Amazon stands among the stores, and leads to what is sold there', async ({ page }) => {
  await open(page, '/stores')
  await page.locator('[data-part~=stores] a').filter({ hasText: 'Amazon' }).click()
  await expect(page).toHaveURL('/amazon-deals')
})
