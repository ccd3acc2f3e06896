import { expect, type Page, test } from '@playwright/test'
import { desktop, phone } from '../support/browser.ts'

/** Pixels between the end of one element and the beginning of the next one below it. */
async function gap(page: Page, above: string, below: string): Promise<number> {
  const [first, second] = [
    await page.locator(above).first().boundingBox(),
    await page.locator(below).first().boundingBox(),
  ]
  if (!first || !second) throw new Error(`${above} or ${below} is not on the page`)
  return second.y - first.y - first.height
}

const lists = [
  ...[
    '/products',
    '/new',
    '/deals',
    '/all-deals',
    '/monthly-deals',
    '/amazon-deals',
    '/home-decor',
    '/gifts',
    '/fashion',
  ],
  ...['/shop', '/shop/new-jewelry', '/shop/beauty', '/shop/fashion', '/shop/balms', '/offers', '/brands'],
  ...['/hair', '/makeup', '/skincare', '/bath-body', '/fragrance', '/tools'],
  ...['/brands/fleurette', '/brands/velloa', '/stores/maison-calla', '/categories/wellness'],
]

for (const viewport of [phone, { width: 768, height: 1024 }, desktop]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport })

    test('headings and introductions have room before what follows them', async ({ page }) => {
      await page.goto('/cart')
      expect(await gap(page, '[data-part~=not-found] .lede', '[data-part~=ways]')).toBeGreaterThanOrEqual(24)
      await page.goto('/contact')
      expect(
        await gap(page, '[data-part~=contact-write] h2', '[data-part~=contact-write] .lede'),
      ).toBeGreaterThanOrEqual(8)
      await page.goto('/categories/beauty')
      const kinds = 'nav[aria-label="Kinds of Beauty"]'
      expect(await gap(page, '[data-part~=disclosure-line]', kinds)).toBeGreaterThanOrEqual(16)
      await page.goto('/me')
      expect(await gap(page, '#theme-title', '#theme-title + *')).toBeGreaterThanOrEqual(8)
      expect(await gap(page, '#newsletter-title', '#newsletter-title + *')).toBeGreaterThanOrEqual(8)
    })
  })
}

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  for (const path of ['/products', '/new', '/deals', '/amazon-deals', '/search?q=serum'])
    test(`${path} shows its first product within the first screen`, async ({ page }) => {
      await page.goto(path)
      const first = await page.locator('[data-part~=product-card], [data-part~=result]').first().boundingBox()
      expect(first?.y ?? Number.POSITIVE_INFINITY).toBeLessThan(desktop.height * 0.75)
    })

  test.describe('of 1440 by 900 pixels', () => {
    test.use({ viewport: { width: 1440, height: 900 } })

    test('every list begins within the first screen', async ({ page }) => {
      test.setTimeout(120_000)
      for (const path of lists) {
        await page.goto(path)
        const first = await page.locator('[data-part~=product-card], [data-part~=static-product]').first().boundingBox()
        expect(first?.y, path).toBeLessThan(800)
      }
    })
  })

  test('a written page’s title begins where its text does', async ({ page }) => {
    await page.goto('/about')
    const [title, text] = [
      await page.locator('h1').boundingBox(),
      await page.locator('[data-part~=prose]').first().boundingBox(),
    ]
    expect(title?.x).toBeCloseTo(text?.x ?? 0, 0)
  })

  test('the home page’s advice box stays beside the articles', async ({ page }) => {
    await page.goto('/')
    await page.locator('[data-part~=home-main] [data-part~=article-card]').last().scrollIntoViewIfNeeded()
    await expect(page.locator('[data-part~=home-side] > *')).toBeInViewport()
  })
})
