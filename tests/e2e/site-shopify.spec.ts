import { expect, type Page, test } from '@playwright/test'
import { type FakeStore, startFakeStore } from '../fakes/shopify/store.ts'
import { open, ready } from '../support/browser.ts'
import { type OwnShop, startOwnShop } from '../support/dahlia.ts'
import { signIn, staffAccount } from '../support/staff.ts'

// A process of its own, whose way out to the internet leads to a fake store over HTTP.
test.describe.configure({ mode: 'serial' })

let store: FakeStore
let dahlia: OwnShop
test.beforeAll(async () => {
  test.setTimeout(180_000)
  store = await startFakeStore()
  dahlia = await startOwnShop({ main: 'tests/support/start-with-shopify.ts', env: { FAKE_STORE_URL: store.url } })
})
test.afterAll(async () => {
  test.setTimeout(60_000)
  await dahlia?.close()
  await store?.close()
})
test.beforeEach(() => store.behave({ kind: 'serve' }))

const cards = (page: Page) => page.locator('[data-part~=product-card]')

test('the store’s tab shows 20 products, narrowed by collection, kind and brand in the address [S2.6.6] [S2.6.8] [S4.1] [S8.9] [S9.2]', async ({
  page,
}) => {
  await open(page, `${dahlia.url}/shop?tab=shopify`)
  await expect(cards(page)).toHaveCount(20)
  await expect(page.locator('[data-part~=result-count]')).toHaveText('20 products')
  await expect(page.getByLabel('Collection').locator('option')).toHaveText([
    'All Collections',
    ...['New Jewelry', 'Beauty', 'Fashion', 'Swim'],
  ])
  await page.getByLabel('Brand').selectOption('Ines Corvo')
  await expect(page.locator('[data-part~=result-count]')).toHaveText('10 products')
  expect(new URL(page.url()).searchParams.get('brand')).toBe('Ines Corvo')
  await page.getByRole('link', { name: 'Clear Filters', exact: true }).click()
  await expect(cards(page)).toHaveCount(20)

  await page.getByLabel('Collection').selectOption('Beauty')
  await expect(page).toHaveURL(/collection=beauty/)
  await open(page, `${dahlia.url}/shop?tab=shopify&collection=swim`)
  await page.getByRole('link', { name: 'Swimwear' }).click()
  await expect(page).toHaveURL(/type=swimwear/)
  await expect(page.locator('[data-part~=product-name]')).toHaveText(['Été two-piece'])
  await page.getByRole('link', { name: 'Jewelry', exact: true }).click()
  await expect(page.getByText('No products found matching your filters (in collection Swim)')).toBeVisible()
})

test('a remote category lists its collection, and every product leads to the store [S2.6.9]', async ({ page }) => {
  const reply = await page.goto(`${dahlia.url}/shop/new-jewelry`)
  expect(reply?.status()).toBe(200)
  expect(reply?.headers()['cache-control']).toMatch(/^public, max-age=0, s-maxage=60, stale-if-error=\d+$/)
  await expect(page).toHaveTitle('New Jewelry | Shop')
  await expect(cards(page)).toHaveCount(20)
  await expect(page.locator('[data-part~=product-price]').first()).toHaveText('$18.50')
  const out = page.locator('[data-part~=product-out]').first()
  await expect(out).toHaveAttribute(
    'href',
    'https://dahlia-test.myshopify.com/products/gold-hoops-1?utm_source=dahlia&utm_medium=referral&utm_content=store',
  )
  await expect(out).toHaveAttribute('target', '_blank')
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0)
})

test('Clear Filters comes back to the page’s own collection [S4.2]', async ({ page }) => {
  await open(page, `${dahlia.url}/shop/beauty?collection=all&brand=Velloa`)
  await page.getByRole('link', { name: 'Clear Filters', exact: true }).click()
  await expect(page).toHaveURL(/\/shop\/beauty$/)
  await expect(page.getByLabel('Collection')).toHaveValue('beauty')
  await expect(page.locator('[data-part~=product-name]')).toHaveText(['Balm without an image'])
  await expect(page.locator('img[src="/placeholder.svg"]')).toHaveCount(1)
})

test('a collection that the store does not have is named, beside those that it has [S8.7]', async ({ page }) => {
  const reply = await page.goto(`${dahlia.url}/shop?tab=shopify&collection=hats`)
  expect(reply?.status()).toBe(200)
  const alert = page.locator('[data-part~=store-error]')
  await expect(alert).toContainText(
    'Collection "hats" not found. Please check if this collection exists in your Shopify store.',
  )
  await expect(alert).toContainText('Requested collectionhats')
  await expect(alert).toContainText('Available collectionsNew Jewelry, Beauty, Fashion, Swim')
  await expect(alert).toContainText('The collection "hats" may not exist in the store.')
})

test('a store that fails is told by its status, and Retry brings the products once it is back [S2.6.8] [S4.1]', async ({
  page,
}) => {
  store.behave({ kind: 'status', status: 503 })
  const reply = await page.goto(`${dahlia.url}/shop/fashion`)
  // Not yet asked for in this minute: nothing cached can stand in.
  expect(reply?.status()).toBe(503)
  expect(reply?.headers()['cache-control']).toBe('no-store')
  await ready(page)
  await expect(page.locator('[data-part~=store-error]')).toContainText(
    'Shopify API request failed: Service Unavailable',
  )
  await expect(page.locator('[data-part~=store-error-tip]')).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('[data-part~=store-error-tip]')).toBeVisible()
  store.behave({ kind: 'silent' }, { kind: 'serve' })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('status', { name: 'Loading products' })).toBeVisible()
  // The first try is met with silence, the next comes after a second's pause.
  await expect(cards(page)).toHaveCount(20, { timeout: 30_000 })
})

test('an answer of the last minute stands in for a store that fails', async ({ page }) => {
  store.behave({ kind: 'throttled' })
  await page.goto(`${dahlia.url}/shop/new-jewelry?type=jewelry`)
  await expect(cards(page)).toHaveCount(20)
})

test('staff see that the store answers, and its products by collection, brand and kind [B3.12] [B4.19] [B4.20] [B5.18] [B5.19] [B8.55] [B8.56] [B8.57] [B8.67] [B9.6] [B9.17]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, await staffAccount('admin', dahlia), dahlia.url)
  const statistics = page.getByRole('region', { name: 'Product Statistics' })
  await expect(statistics.getByText('Connected')).toBeVisible()
  await expect(statistics.getByText('Last updated')).toBeVisible()
  await statistics.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Shopify connection test successful')).toBeVisible()
  await statistics.getByRole('link', { name: 'Products of the store' }).click()
  await expect(page.getByRole('status').getByText('20 products')).toBeVisible()
  const store = page.getByRole('region', { name: 'Products of the store' })
  const columns = () =>
    store
      .locator('ul')
      .first()
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
  expect(await columns()).toBe(4)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await columns()).toBe(2)
  await store.getByLabel('Brand').selectOption('Ines Corvo')
  await expect(page).toHaveURL(/brand=Ines/)
  await expect(store.getByText('10 products')).toBeVisible()
  await store.getByLabel('Kind').selectOption('swimwear')
  await store.getByLabel('Collection').selectOption('new-jewelry')
  await expect(store.getByText('No products found matching your filters (in collection New Jewelry)')).toBeVisible()
  await store.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(store.getByText('20 products')).toBeVisible()

  await page.goto(`${dahlia.url}/admin/shopify?collection=hats`)
  const failure = store.getByRole('alert')
  await expect(failure).toContainText('Error loading Shopify products')
  await expect(failure).toContainText(
    'Collection "hats" not found. Please check if this collection exists in your Shopify store.',
  )
  await expect(failure).toContainText('Available collectionsNew Jewelry, Beauty, Fashion, Swim')
  await expect(failure).toContainText('The collection "hats" may not exist in the store.')
  await expect(failure).toContainText('This collection may have moved')
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(failure).toContainText('Tried again once.')
})
