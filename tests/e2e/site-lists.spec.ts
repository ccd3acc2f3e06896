import { expect, test } from '@playwright/test'
import { desktop, open, phone, scrolled } from '../support/browser.ts'
import { ownContent } from '../support/own-content.ts'

let content: Awaited<ReturnType<typeof ownContent>>
test.beforeAll(async () => {
  content = await ownContent(30)
})
test.afterAll(() => content.remove())

const listPath = () => `/products?merchant=${encodeURIComponent(content.merchant)}`

test.describe('a list', () => {
  test.use({ viewport: desktop })

  test('is narrowed by several values of a filter and a price, each with its count, chip and address', async ({
    page,
  }) => {
    await open(page, listPath())
    const count = page.locator('[data-part~=result-count]')
    await expect(count).toHaveText('30 products, page 1 of 2')
    await page.getByRole('checkbox', { name: 'Skincare 15' }).check()
    await expect(count).toHaveText('15 products')
    // A facet's own filter is not counted in: the other category still says what it would add.
    await page.getByRole('checkbox', { name: 'Makeup 15' }).check()
    await expect(count).toHaveText('30 products, page 1 of 2')
    await page.getByRole('link', { name: 'Under $25 14' }).click()
    await expect(count).toHaveText('14 products')
    await page.getByLabel('From').selectOption('10')
    await expect(page).toHaveURL(/merchant=[^&]*&min=10&max=25$/)
    await page.getByRole('link', { name: 'Remove filter $10 to under $25' }).click()
    // Until then the list still has the links that keep the price.
    await expect(count).toHaveText('30 products, page 1 of 2')
    await page.getByRole('link', { name: 'Remove filter Makeup' }).click()
    await expect(count).toHaveText('15 products')
    await expect(page.getByRole('checkbox', { name: 'Makeup' })).not.toBeChecked()
    await page.goBack()
    await expect(page.getByRole('checkbox', { name: 'Makeup' })).toBeChecked()
    await page.getByRole('link', { name: 'Clear Filters' }).click()
    await expect(page).toHaveURL('/products')
    await expect(page.getByRole('link', { name: 'Clear Filters' })).toHaveCount(0)
  })

  test('stays where it is read while it is narrowed, and comes back to where it was left', async ({ page }) => {
    await open(page, '/products')
    await page.evaluate(() => window.scrollTo(0, 260))
    await page.locator('[data-part~=facet-value] input').nth(1).check()
    await expect(page.getByRole('link', { name: 'Clear Filters' })).toBeVisible()
    expect(await scrolled(page)).toBe(260)
    await page.evaluate(() => window.scrollTo(0, 1200))
    await page.locator('[data-part~=product-card] [data-part~=product-link]').nth(9).click()
    await expect(page).toHaveURL(/\/p\//)
    await page.goBack()
    await expect.poll(() => scrolled(page)).toBeGreaterThan(1000)
  })

  test('takes no notice of what it does not know, and keeps filtered lists out of search engines', async ({ page }) => {
    await page.goto('/products?colour=red&min=37&sort=cheapest&page=minus-one&after=2026-02-30T00:00:00%2B00:00~1')
    await expect(page.locator('[data-part~=product-card]').first()).toBeVisible()
    await expect(page.locator('.chips')).toHaveCount(0)
    await page.goto('/products?category=Makeup&sort=price-asc&page=2')
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toMatch(/\/products$/)
    const blocks = (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
      JSON.parse(text),
    )
    expect(blocks.map((block) => block['@type'])).toContain('BreadcrumbList')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('filters open as a sheet that says how many results it leaves, and close by button and by Escape', async ({
    page,
  }) => {
    await open(page, listPath())
    const opener = page.getByRole('button', { name: 'Filters (1)' })
    const sheet = page.locator('[data-part~=filter-panel]')
    await expect(sheet).toBeHidden()
    await opener.click()
    await sheet.getByRole('checkbox', { name: 'Skincare' }).check()
    await sheet.getByRole('button', { name: 'Show 15 results' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.locator('[data-part~=product-card]')).toHaveCount(15)
    await page.getByRole('button', { name: 'Filters (2)' }).press('Enter')
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeFocused()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: desktop })

  test('lists are narrowed and sorted by their form, and chips take a filter off', async ({ page }) => {
    await page.goto(listPath())
    await page.getByRole('checkbox', { name: 'Skincare' }).check()
    await page.getByLabel('Under').selectOption('25')
    await page.getByLabel('Sort by').selectOption('price-desc')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.locator('[data-part~=product-card]')).toHaveCount(7)
    await expect(page.locator('[data-part~=product-price]').first()).toContainText('$23.00')
    await page.getByRole('link', { name: 'Remove filter Under $25' }).click()
    await expect(page.locator('[data-part~=product-card]')).toHaveCount(15)
  })
})
