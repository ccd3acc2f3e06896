import { expect, type Page, test } from '@playwright/test'
import { ready } from '../support/site-fixtures.ts'

/** A link of the site, wherever on it an editor might have put it. */
const follow = (page: Page, to: string) =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, to)

test('an address that moved leads on, also by a link of the site', async ({ page }) => {
  await page.goto('/contact')
  await ready(page)
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

test('a character that no text can hold is left out of what is asked for', async ({ request }) => {
  for (const [from, to] of [
    ['/search?q=se%00rum', '/search?q=serum'],
    ['/products?category=%00&page=2', '/products?category=&page=2'],
  ] as const) {
    const reply = await request.get(from, { maxRedirects: 0 })
    expect([reply.status(), reply.headers().location]).toEqual([301, to])
  }
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
    ['/skincare?page=2', isPage('Skincare, page 2 | Dahlia', '/skincare?page=2')],
    ['/deals?page=2', isPage('Price Drops, page 2 | Dahlia', '/deals?page=2')],
    ['/deals?page=2&sort=newest', isPage('Price Drops, page 2 | Dahlia', '/deals')],
    ['/shop?filter=sale', isPage('On Sale | Shop', '/shop?filter=sale')],
    ['/shop?tab=retailer', isPage('Retailer | Shop', '/shop?tab=retailer')],
    // Beyond the end, or nothing that fits.
    ['/products?page=40', isNone('All Products, page 40 | Dahlia')],
    ['/new?category=Submarines', isNone('New Arrivals | Dahlia')],
    ['/all-deals?merchant=Nobody', isNone('All Deals & Discounts | Dahlia')],
    ['/amazon-deals?page=99', isNone('Retailer Finds, page 99 | Dahlia')],
    ['/deals?page=42', isNone('Price Drops, page 42 | Dahlia')],
  ] as const) {
    test(`${path}: ${head.canonical ?? 'not for search engines'}`, async ({ page }) => {
      await page.goto(path)
      expect(await headOf(page)).toEqual(head)
    })
  }
})
