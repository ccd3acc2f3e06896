import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { open, serviceClient } from '../support/browser.ts'

test('the retailer’s finds are ten to a page, narrowed by category and by words of the title [S2.7.16] [S8.25] [S9.18]', async ({
  page,
}) => {
  await open(page, '/amazon-deals')
  const cards = page.locator('[data-part~=product-card]')
  const all = await cards.count()
  expect(all).toBeGreaterThan(1)
  expect(all).toBeLessThanOrEqual(10)
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 1 })
  await expect.poll(() => cards.count()).toBeLessThan(all)
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await expect(cards).toHaveCount(all)
  await page.getByLabel('In the title').fill('VASE')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(cards).toHaveCount(1)
  await page.getByLabel('In the title').fill('100%_')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('No Amazon products found.')).toBeVisible()
})

test('Amazon products of a category come by rating, best first, the unrated last [S2.7.16] [SX.4]', async ({
  page,
}) => {
  const service = await serviceClient()
  const category = `Rated ${randomUUID().slice(0, 8)}`
  const ratings = { Fair: 3.1, Best: 4.9, Unrated: null, Good: 4.2, Poor: 1 }
  const rows = Object.entries(ratings).map(([product_title, rating]) => ({
    ...{ product_title, rating, category, product_url: 'https://www.amazon.com/s?k=rated' },
  }))
  await service.from('amazon_products').insert(rows).throwOnError()
  try {
    await expect(async () => {
      await page.goto(`/amazon-deals?category=${encodeURIComponent(category)}`)
      const names = page.locator('main').getByRole('heading', { name: /^(Fair|Best|Unrated|Good|Poor)$/ })
      await expect(names).toHaveText(['Best', 'Good', 'Fair', 'Poor', 'Unrated'], { timeout: 1000 })
    }).toPass()
  } finally {
    await service.from('amazon_products').delete().eq('category', category)
  }
})

test('home decor says how many it shows, and narrows them by merchant [S2.7.11] [S2.7.12]', async ({ page }) => {
  await open(page, '/home-decor')
  await expect(page.getByRole('heading', { level: 1, name: 'Home & Decor Collection' })).toBeVisible()
  for (const title of ['Living Spaces', 'Decorative Accents', 'Organization'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  const all = page.getByRole('link', { name: 'View All Products' })
  expect([await all.getAttribute('href'), await all.getAttribute('target')]).toEqual(['/products', '_blank'])
  await page.getByRole('link', { name: 'Shop Home Decor' }).click()
  await expect(page.locator('#deals')).toBeFocused()
  const count = page.locator('[data-part~=result-count]')
  await expect(count).toHaveText(/^Showing (\d+) home decor items?$/)
  const before = await count.textContent()
  await page.getByRole('combobox', { name: 'Merchant' }).selectOption({ index: 1 })
  await expect(count).not.toHaveText(before ?? '')
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await expect(count).toHaveText(before ?? '')
  await page.goto('/home-decor?merchant=Nobody')
  await expect(page.getByText('No products found matching your filters.')).toBeVisible()
})

test('home decor has all its pages, fifty to each [S9.19] [SX.11]', async ({ page }) => {
  const shop = await serviceClient()
  const merchant_name = `Full House ${randomUUID().slice(0, 8)}`
  const rows = Array.from({ length: 55 }, (_, index) => ({
    ...{ product_name: `Vase ${merchant_name} number ${index}`, merchant_name, category: 'Home & Decor', price: 9 },
    affiliate_link: `https://full-house.example/${index}`,
  }))
  await shop.from('products').insert(rows).throwOnError()
  try {
    const names = page.locator('[data-part~=deals-grid] [data-part~=product-name]')
    const path = `/home-decor?merchant=${encodeURIComponent(merchant_name)}`
    await page.goto(path)
    await expect(names).toHaveCount(50)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/page=2#deals$/)
    await expect(names).toHaveCount(5)
  } finally {
    await shop.from('products').delete().eq('merchant_name', merchant_name)
  }
})

for (const [path, title, first, second, target] of [
  ['/gifts', 'Home & Gifts Deals', 'Shop Home & Gifts', 'View All Gifts', '/products?category=Gifts'],
  ['/fashion', 'Best Fashion Deals & Discounts', 'Shop All Deals', 'View All Fashion', '/products?category=Fashion'],
] as const) {
  test(`${path} begins with the biggest proven price drops of its department, and lists no item twice`, async ({
    page,
  }) => {
    await open(page, path)
    const drops = page.locator('[data-part~=drops-first] [data-part~=product-card]')
    await expect(drops).toHaveCount(4)
    const shares = await drops.locator('[data-part~=product-drop]').allTextContents()
    const percents = shares.map((text) => Number.parseInt(text, 10))
    expect(percents).toEqual(percents.toSorted((a, b) => b - a))
    expect(shares).toHaveLength(4)
    const names = (of: string) => page.locator(`[data-part~=${of}] [data-part~=product-name]`).allTextContents()
    const listed = await names('deals-grid')
    for (const name of await names('drops-first')) expect(listed).not.toContain(name)
  })

  test(`${path} opens with its title and two buttons above its own products [S2.7.13] [S2.7.14]`, async ({ page }) => {
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('[data-part~=deals-grid] [data-part~=product-card]').first()).toBeVisible()
    await page.getByRole('link', { name: first }).click()
    await expect(page.locator('#deals')).toBeFocused()
    await page.getByRole('link', { name: second }).click()
    await expect(page).toHaveURL(target)
  })
}
