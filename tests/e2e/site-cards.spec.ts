import { expect, test } from '@playwright/test'
import { open, ready } from '../support/browser.ts'
import { daysAgo, ownShelf, type Shelf } from '../support/own-shelf.ts'

let shelf: Shelf
test.beforeAll(async () => {
  shelf = await ownShelf()
})
test.afterAll(() => shelf?.remove())

test.describe('a card', () => {
  test('leads to our page by its name and to the shop by its button', async ({ page }) => {
    await open(page, `/products?merchant=${encodeURIComponent(shelf.open)}`)
    const card = page.locator('[data-part~=product-card]').filter({ hasText: shelf.mask.product_name })
    await expect(card.locator('a[data-part~=product-out]')).toHaveAttribute('href', /shop\.example\.com/)
    await card.click({ position: { x: 40, y: 150 } }) // on the picture
    await expect(page).toHaveURL(shelf.mask.path)
    await page.goto(`/products?merchant=${encodeURIComponent(shelf.open)}`)
    const serum = page.locator('[data-part~=product-card]').filter({ hasText: 'Petal Serum' })
    await expect(serum.getByText('Price drop')).toBeVisible()
    await expect(serum.locator('.badge')).toHaveText(['Price drop']) // all of them are new, so none is called so
    await shelf.service
      .from('products')
      .update({ created_at: daysAgo(20) })
      .eq('id', shelf.mask.id)
    await expect(async () => {
      await page.reload()
      await expect(serum.locator('.badge')).toHaveText(['Price drop', 'New'], { timeout: 1000 })
      await expect(card.locator('.badge')).toHaveCount(0, { timeout: 1000 })
    }).toPass()
  })

  test('shows a skeleton while its picture loads, and the placeholder when there is none [S2.5.10] [S9.25]', async ({
    page,
  }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/art/skincare-360.webp*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/products?merchant=${encodeURIComponent(shelf.silent)}`, { waitUntil: 'commit' })
    const frame = page.locator('[data-part~=product-card]').filter({ hasText: 'Petal Serum' }).locator('.frame')
    await expect(frame).toHaveAttribute('data-picture', 'loading')
    await expect(frame).toHaveCSS('animation-name', 'shimmer')
    release()
    await ready(page)
    await expect(frame).toHaveAttribute('data-picture', 'loaded')
    const bare = page.locator('[data-part~=product-card]').filter({ hasText: 'Bare Soap' })
    await expect(bare.locator('img')).toHaveAttribute('src', '/placeholder.svg')
    await expect(bare.getByText('Price unavailable')).toBeVisible()
  })
})

test('what is saved stays in the browser, with today’s price, and comes back when its removal is undone [S2.1.19] [S2.1.20]', async ({
  page,
}) => {
  test.slow() // a journey over six pages
  const { service, serum, mask } = shelf
  await open(page, `/products?merchant=${encodeURIComponent(shelf.open)}`)
  for (const product of [mask, serum]) {
    const heart = page.locator(`[data-save="${product.id}"]`)
    await expect(heart).toHaveAccessibleName(`Save ${product.product_name}`)
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
  }
  await page.reload()
  await ready(page)
  await expect(page.locator(`[data-save="${mask.id}"]`)).toHaveAttribute('aria-pressed', 'true')

  await service.from('products').update({ price: 21.5 }).eq('id', mask.id)
  await open(page, '/me')
  const rows = page.locator('[data-part~=saved-row]')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Clay Mask' }).locator('[data-part~=price-change]')).toHaveText(
    'Down $3.50 since you saved it',
  )
  await expect(rows.filter({ hasText: 'Petal Serum' }).locator('[data-part~=price-change]')).toHaveCount(0)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')

  await page.getByRole('button', { name: `Remove ${mask.product_name}` }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)

  await service.from('products').update({ delisted_at: new Date().toISOString() }).eq('id', mask.id)
  await page.reload()
  await expect(rows.filter({ hasText: 'Clay Mask' }).getByText('No longer sold')).toBeVisible()
  await service.from('products').update({ delisted_at: null }).eq('id', mask.id)

  await page.goto('/cart')
  await expect(page.getByRole('region', { name: 'Your saved items' }).getByText('Clay Mask')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Deals/ }).last()).toBeVisible()

  await page.goto('/me')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as a file' }).click()
  expect((await file).suggestedFilename()).toBe('dahlia-items.json')
  await page.getByRole('button', { name: 'Clear both lists' }).click()
  await expect(page.getByText('Nothing saved yet')).toBeVisible()
})

test('products are remembered as viewed, and shown on the next page', async ({ page }) => {
  const viewed = page.getByRole('region', { name: 'Recently viewed' })
  await open(page, shelf.mask.path)
  await page.waitForFunction(() => localStorage.getItem('viewed-items')?.includes('Clay Mask'))
  await open(page, shelf.serum.path)
  await expect(viewed.locator('[data-part~=product-link]')).toHaveText([shelf.mask.product_name])
  await open(page, '/me')
  await expect(viewed.locator('[data-part~=product-link]')).toHaveCount(2)
})
