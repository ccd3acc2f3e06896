import { expect, type Page, test } from '@playwright/test'
import { open, phone } from '../support/browser.ts'

// As most visitors see it: what moves while it is used is in the way, or is not.
test.use({ reducedMotion: 'no-preference' })

/** A link of the site, wherever on it an editor might have put it. */
const follow = (page: Page, to: string) =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, to)

test('an address that moved leads on, also by a link of the site', async ({ page }) => {
  await open(page, '/contact')
  const loadedAt = await page.evaluate(() => performance.timeOrigin)
  for (const [from, to, heading] of [
    ['/collections/balms', '/shop/balms', 'Lip Balms & Treatments'],
    ['/gifts/', '/gifts', 'Home & Gifts Deals'],
    ['/hair/?page=2', '/hair?page=2', 'Hair Care'],
    ['/alldeals', '/all-deals', 'All Deals & Discounts'],
    ['/about-us', '/about', 'About Dahlia'],
  ] as const) {
    await follow(page, from)
    await expect(page.getByRole('heading', { level: 1 }), from).toHaveText(heading)
    await expect(page, from).toHaveURL(to)
  }
  expect(await page.evaluate(() => performance.timeOrigin), 'no document was loaded').toBe(loadedAt)
})

interface Head {
  title: string
  canonical: string | null
  robots: string | null
}

const headOf = (page: Page): Promise<Head> =>
  page.evaluate(() => ({
    title: document.title,
    canonical:
      document.querySelector('link[rel="canonical"]')?.getAttribute('href')?.replace(location.origin, '') ?? null,
    robots: document.querySelector('meta[name="robots"]')?.getAttribute('content') ?? null,
  }))

test.describe('what a list says of itself', () => {
  const isPage = (title: string, canonical: string): Head => ({ title, canonical, robots: null })
  const isNone = (title: string): Head => ({ title, canonical: null, robots: 'noindex' })

  for (const [path, head] of [
    ['/products?page=2', isPage('All Products, page 2 | Dahlia', '/products?page=2')],
    ['/products?page=2&sort=price-asc', isPage('All Products, page 2 | Dahlia', '/products')],
    ['/gifts?page=2', isPage('Home & Gifts Deals, page 2 | Dahlia', '/gifts?page=2')],
    ['/makeup?page=2', isPage('Makeup, page 2 | Dahlia', '/makeup?page=2')],
    ['/deals?page=2', isPage('Price Drops, page 2 | Dahlia', '/deals?page=2')],
    ['/deals?page=2&sort=newest', isPage('Price Drops, page 2 | Dahlia', '/deals')],
    ['/shop?filter=sale', isPage('On Sale | Shop', '/shop?filter=sale')],
    ['/shop?tab=retailer', isPage('Retailer | Shop', '/shop?tab=retailer')],
    // Beyond the end (of a list to which no other test adds hundreds meanwhile), or nothing that fits.
    ['/gifts?page=40', isNone('Home & Gifts Deals: no such page | Dahlia')],
    ['/new?category=Submarines', isNone('New Arrivals | Dahlia')],
    ['/all-deals?merchant=Nobody', isNone('All Deals & Discounts | Dahlia')],
    ['/amazon-deals?page=99', isNone('Retailer Finds: no such page | Dahlia')],
    ['/deals?page=42', isNone('Price Drops: no such page | Dahlia')],
  ] as const) {
    test(`${path}: ${head.canonical ?? 'not for search engines'}`, async ({ page }) => {
      await page.goto(path)
      expect(await headOf(page)).toEqual(head)
    })
  }
})

test('a page past the end of a list is not found, and an empty first page is', async ({ request }) => {
  const paths = [
    '/products?category=Skincare',
    '/new?category=Skincare',
    '/all-deals?category=Skincare',
    '/deals',
    '/gifts',
    '/makeup',
    '/home-decor',
    '/amazon-deals',
    '/blog',
  ]
  for (const path of [
    ...paths.map((path) => `${path}${path.includes('?') ? '&' : '?'}page=39`),
    '/search?q=serum&page=39',
  ]) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(404)
    expect(await response.text(), path).toMatch(/<meta name="robots" content="noindex"/)
  }
  for (const path of ['/products?page=2', '/new?category=Submarines', '/search?q=xyzzyqqq', '/blog'])
    expect((await request.get(path)).status(), path).toBe(200)
})

test.describe('within one list', () => {
  test.beforeEach(async ({ page }) => {
    await open(page, '/products')
  })

  test('another page is announced and begins at its heading', async ({ page }) => {
    await page.getByRole('link', { name: 'Next' }).press('Enter')
    await expect(page).toHaveURL('/products?page=2')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: 'All Products, page 2 | Dahlia' })).toBeAttached()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('a filter that is taken off leaves the keyboard at the list’s count', async ({ page }) => {
    const makeup = page.getByRole('checkbox', { name: /^Makeup/ })
    await makeup.press('Space')
    await expect(page).toHaveURL('/products?category=Makeup')
    await expect(page.getByRole('link', { name: 'Remove filter Makeup' })).toBeVisible()
    await expect(makeup).toBeFocused()
    await page.getByRole('link', { name: 'Remove filter Makeup' }).press('Enter')
    await expect(page).toHaveURL('/products')
    await expect(page.locator('[data-part~=result-count]')).toBeFocused()
  })
})

test('a choice or a search within a page keeps its place, and the keyboard in its field', async ({ page }) => {
  await open(page, '/all-deals')
  const merchant = page.getByRole('combobox', { name: 'Merchant' })
  await merchant.focus()
  await merchant.selectOption({ index: 1 })
  await expect(page).toHaveURL(/merchant=/)
  await expect(page.getByRole('link', { name: 'Clear Filters' })).toBeVisible()
  await expect(merchant).toBeFocused()
  const search = page.getByRole('searchbox', { name: 'Search for deals' })
  await search.fill('serum')
  await search.press('Enter')
  await expect(page).toHaveURL(/deal=serum/)
  await expect(page.getByText('Results for “serum”')).toBeVisible()
  await expect(search).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
})

test('a tab further down the page leads to what it shows', async ({ page }) => {
  await open(page, '/shop')
  await page.getByRole('link', { name: 'Retailer', exact: true }).press('Enter')
  await expect(page).toHaveURL('/shop?tab=retailer#products')
  await expect(page.locator('#products')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Retailer | Shop' })).toBeAttached()
  await page.getByRole('link', { name: /^All Products .*products$/ }).press('Enter')
  await page.getByRole('link', { name: 'New Arrivals', exact: true }).and(page.locator('.chip')).press('Enter')
  await expect(page).toHaveURL('/shop?filter=new#products')
  await expect(page.locator('#products')).toBeFocused()
  const category = page.getByRole('main').getByRole('combobox', { name: 'Category' })
  await category.focus()
  await category.selectOption('Makeup')
  await expect(page).toHaveURL(/category=Makeup/)
  await expect(category).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200)
})

test('an article’s topic and a search in the page are pages of their own', async ({ page }) => {
  await open(page, '/blog')
  await page.getByRole('link', { name: 'Finance', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Finance' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Finance: the blog | Dahlia' })).toBeAttached()
  await open(page, '/search?q=balm')
  const field = page.getByRole('main').getByRole('searchbox')
  await field.fill('serum')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'serum' })).toBeFocused()
})

test('Back closes the menu that lies over the page', async ({ page }) => {
  await page.setViewportSize(phone)
  await open(page, '/')
  await follow(page, '/contact')
  await expect(page).toHaveURL('/contact')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('body')).not.toHaveClass(/overflow-hidden/)
})

test('a search can be typed before any script has come', async ({ page }) => {
  await page.route('**/assets/*.js', (route) =>
    route.request().url().includes('boot') ? route.continue() : route.abort(),
  )
  await page.goto('/')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.keyboard.type('serum')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=serum')
})

test('the tab bar of a phone covers nothing that the keyboard is on', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await open(page, '/contact')
  const barTop = (await page.locator('[data-part~=bottom-tabs]').boundingBox())?.y ?? 0
  await page.getByRole('button', { name: 'Send Message' }).focus()
  const last = await page.locator('[data-part~=site-footer] a').count()
  for (let index = 0; index < last; index++) {
    await page.keyboard.press('Tab')
    const box = await page.locator(':focus').boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), await page.locator(':focus').innerText()).toBeLessThanOrEqual(barTop)
  }
})
