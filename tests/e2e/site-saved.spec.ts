import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { desktop, open, phone, ready, serviceClient } from '../support/browser.ts'

const id = randomUUID().slice(0, 8)
const brand = `Calla ${id}`
const merchants = [`Near ${id}`, `Far ${id}`] as const
const names = ['Linen Robe', 'Glass Carafe'] as const
const offers: { id: number; product_name: string; merchant_name: string }[] = []

test.beforeAll(async () => {
  const rows = merchants.flatMap((merchant_name, at) =>
    names.map((name) => ({
      product_name: `${brand} ${name}`,
      brand,
      merchant_name,
      category: 'Home & Decor',
      price: 20 + at,
      affiliate_link: `https://shop.example.com/${at}`,
    })),
  )
  const shop = await serviceClient()
  const { data, error } = await shop.from('products').insert(rows).select('id,product_name,merchant_name')
  if (error) throw new Error(error.message)
  offers.push(...data)
})

test.afterAll(async () => {
  await (await serviceClient()).from('products').delete().in('merchant_name', merchants)
})

const offer = (merchant: string, name: string) => {
  const found = offers.find((each) => each.merchant_name === merchant && each.product_name.endsWith(name))
  if (!found) throw new Error(`No offer of ${name} at ${merchant}`)
  return found
}
const list = (merchant: string) => `/products?merchant=${encodeURIComponent(merchant)}`
const headerHeart = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Saved items' })
const heart = (page: Page, { id }: { id: number }) => page.locator(`[data-part~=product-card] [data-save="${id}"]`)

for (const viewport of [phone, desktop]) {
  test(`saved items are counted in the header, in every tab, at ${viewport.width} pixels`, async ({ context }) => {
    const [first, second] = [await context.newPage(), await context.newPage()]
    for (const page of [first, second]) {
      await page.setViewportSize(viewport)
      await page.goto(list(merchants[0]))
    }
    await expect(headerHeart(first)).toHaveAccessibleName('Saved items')
    await ready(first)
    await heart(first, offer(merchants[0], names[0])).click()
    for (const page of [first, second]) {
      await expect(headerHeart(page)).toHaveAccessibleName('Saved items, 1')
      await expect(heart(page, offer(merchants[0], names[0]))).toHaveAttribute('aria-pressed', 'true')
    }
    const drawn = await headerHeart(first).evaluate((link) => getComputedStyle(link, '::after').content)
    expect(drawn).toContain('1')

    await headerHeart(first).click()
    await expect(first).toHaveURL('/me')
    await first.getByRole('button', { name: /^Remove / }).click()
    for (const page of [first, second]) await expect(headerHeart(page)).toHaveAccessibleName('Saved items')
    await expect(heart(second, offer(merchants[0], names[0]))).toHaveAttribute('aria-pressed', 'false')
  })
}

test('what is saved is seen before the page’s other scripts have come, and without them', async ({ page }) => {
  const saved = { id: String(offer(merchants[0], names[1]).id), name: 'Glass Carafe', at: new Date().toISOString() }
  await page.addInitScript(
    (items) => {
      localStorage.setItem('saved-items', JSON.stringify({ version: 1, items }))
    },
    [saved],
  )
  await page.route(/\/assets\/(?!boot-)[^/]+\.js$/, (route) => route.abort())
  await page.goto(list(merchants[0]))
  await expect(headerHeart(page)).toHaveAccessibleName('Saved items, 1')
  await expect(heart(page, offer(merchants[0], names[1]))).toHaveAttribute('aria-pressed', 'true')
  await expect(heart(page, offer(merchants[0], names[0]))).toHaveAttribute('aria-pressed', 'false')
})

test('an item is saved once, whichever of its shops’ offers the heart was pressed on', async ({ page }) => {
  const [near, far] = [offer(merchants[0], names[0]), offer(merchants[1], names[0])]
  await open(page, list(merchants[0]))
  await heart(page, near).click()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('saved-items')))
    .toContain(JSON.stringify(String(far.id)))

  await page.goto(list(merchants[1]))
  await expect(heart(page, far)).toHaveAttribute('aria-pressed', 'true')
  await ready(page)
  await heart(page, far).click()
  await expect(headerHeart(page)).toHaveAccessibleName('Saved items')
})

test('two offers saved apart become one item once the profile page knows it', async ({ page }) => {
  const items = [merchants[1], merchants[0]].map((merchant) => {
    const { id, product_name } = offer(merchant, names[1])
    return { id: String(id), name: product_name, at: new Date().toISOString() }
  })
  await page.goto('/about')
  await page.evaluate((items) => localStorage.setItem('saved-items', JSON.stringify({ version: 1, items })), items)
  await page.goto('/me')
  await expect(page.locator('[data-part~=saved-row]')).toHaveCount(1)
  await expect(headerHeart(page)).toHaveAccessibleName('Saved items, 1')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the header’s heart leads to the page that says what saving takes', async ({ page }) => {
    await page.goto('/')
    await headerHeart(page).click()
    await expect(page.getByText('showing them takes JavaScript')).toBeVisible()
  })
})
