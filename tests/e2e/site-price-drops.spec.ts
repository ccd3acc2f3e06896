import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { serviceClient } from '../support/browser.ts'
import { ownContent } from '../support/own-content.ts'

let content: Awaited<ReturnType<typeof ownContent>>
test.beforeAll(async () => {
  content = await ownContent(30)
})
test.afterAll(() => content.remove())

test('price drops are those our own readings prove, of shops that let us say so [S2.7.15]', async ({ page }) => {
  const shop = await serviceClient()
  const merchant = content.merchant
  const row = { name: merchant, slug: `atelier-${randomUUID().slice(0, 8)}`, may_show_history: true }
  await shop.from('merchants').insert(row).throwOnError()
  try {
    await shop.from('products').update({ price: 5 }).eq('merchant_name', merchant).eq('price', 39).throwOnError()
    await shop.from('products').update({ price: 99 }).eq('merchant_name', merchant).eq('price', 38).throwOnError()
    await page.goto(`/deals?merchant=${encodeURIComponent(merchant)}`)
    await expect(page.locator('[data-part~=product-card]')).toHaveCount(1)
    await expect(page.locator('[data-part~=product-card]')).toContainText('$39.00')
    await expect(page.locator('[data-part~=result-count]')).toHaveText('1 product')
    await shop.from('merchants').update({ may_show_history: false }).eq('name', merchant).throwOnError()
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('No products found matching your filters.')).toBeVisible({ timeout: 1000 })
    }).toPass()
  } finally {
    await shop.from('merchants').delete().eq('name', merchant)
  }
})

test.describe('the month’s deals', () => {
  const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date())

  test('are this month’s proven drops, the biggest first, each with how far and below what [S2.7.17]', async ({
    page,
  }) => {
    const shop = await serviceClient()
    const merchant = content.merchant
    const row = { name: merchant, slug: `atelier-${randomUUID().slice(0, 8)}`, may_show_history: true }
    await shop.from('merchants').insert(row).throwOnError()
    try {
      // Another of this shop may have fallen in a test before.
      const fell = () =>
        page
          .locator('#deals [data-part~=product-card]')
          .filter({ hasText: merchant })
          .filter({ hasText: 'Petal Serum No. 28' })
      await shop.from('products').update({ price: 1 }).eq('merchant_name', merchant).eq('price', 37).throwOnError()
      await expect(async () => {
        await page.goto('/monthly-deals')
        await expect(fell()).toHaveCount(1, { timeout: 1000 })
      }).toPass()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Price drops of ${month}`)
      await expect(page).toHaveTitle(new RegExp(`Monthly Deals: ${month}`))
      await expect(fell().locator('[data-part~=product-drop]')).toHaveText('97% below its earlier 30-day low of $37.00')
      const shares = await page.locator('main [data-part~=product-card] [data-part~=product-drop]').allTextContents()
      const percents = shares.map((text) => Number.parseInt(text, 10))
      expect(percents).toEqual(percents.toSorted((a, b) => b - a))
      expect(shares.length).toBe(await page.locator('main [data-part~=product-card]').count())
      // A drop of another month is none of this one's.
      const ids = (await shop.from('products').select('id').eq('merchant_name', merchant).eq('price', 1)).data ?? []
      const before = new Date(Date.now() - 32 * 86_400_000).toISOString()
      await shop
        .from('price_drops')
        .update({ dropped_at: before })
        .in(
          'product_id',
          ids.map(({ id }) => id),
        )
        .throwOnError()
      await expect(async () => {
        await page.goto('/monthly-deals')
        await expect(fell()).toHaveCount(0, { timeout: 1000 })
      }).toPass()
    } finally {
      await shop.from('merchants').delete().eq('name', merchant)
    }
  })

  test('lead to the written edition of March 2025, a dated article with products of its own [S9.22]', async ({
    page,
  }) => {
    await page.goto('/monthly-deals')
    await page.getByRole('link', { name: 'Read Monthly Deals: The Top 10 of March 2025' }).click()
    await expect(page).toHaveURL('/blog/monthly-deals-the-top-10-of-march-2025')
    await expect(page.locator('article [data-part~=product-card]')).toHaveCount(10)
    await expect(page.locator('[data-part~=article-text]')).toContainText('its ten stay as they were chosen')
    await expect(page.locator('[data-part~=article-text]')).not.toContainText('An article is written first')
  })
})
