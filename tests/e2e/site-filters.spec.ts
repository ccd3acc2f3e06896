import { expect, type Page, test } from '@playwright/test'
import { open, phone } from '../support/browser.ts'

const cards = (page: Page) => page.locator('[data-part~=product-card]')
const facet = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
/** A value's checkbox by its name, and how many items it says that choosing it leaves. */
const value = (page: Page, of: string, name: string) =>
  facet(page, of).locator('[data-part~=facet-value]').filter({ hasText: name })
const countOf = async (page: Page, of: string, name: string) =>
  Number((await value(page, of, name).innerText()).replace(/\D+/g, ''))
const total = async (page: Page) => Number.parseInt(await page.locator('[data-part~=result-count]').innerText(), 10)

test('choosing a color, a size, what is in stock or what fell leaves as many as its count says, each at one address', async ({
  page,
}) => {
  await open(page, '/shop/fashion')
  const pink = await countOf(page, 'Color', 'Pink')
  await value(page, 'Color', 'Pink').getByRole('checkbox').check()
  await expect(page).toHaveURL('/shop/fashion?color=Pink')
  await expect.poll(() => total(page)).toBe(pink)
  const inM = await countOf(page, 'Size', 'M')
  await facet(page, 'Size').getByRole('checkbox', { name: /^M\b/ }).check()
  await expect(page).toHaveURL('/shop/fashion?color=Pink&size=M')
  await expect.poll(() => total(page)).toBe(inM)
  await expect(cards(page)).toHaveCount(Math.min(inM, 24))
  await page.getByRole('link', { name: 'Remove filter Pink' }).click()
  await expect(page).toHaveURL('/shop/fashion?size=M')

  await open(page, '/products')
  const fallen = await countOf(page, 'Only', 'Price drop')
  await value(page, 'Only', 'Price drop').getByRole('checkbox').check()
  await expect(page).toHaveURL('/products?fallen=1')
  await expect.poll(() => total(page)).toBe(fallen)
  for (const card of await cards(page).all()) await expect(card).toContainText('Price drop')
})

test('a box that is ticked before the list has its own script is heard when it has', async ({ page }) => {
  const arrived = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route(/\/kind-list-[^/]*\.js/, async (route) => {
    asked.resolve()
    await arrived.promise
    await route.continue()
  })
  await page.goto('/shop/fashion')
  await value(page, 'Color', 'Pink').getByRole('checkbox').check()
  await asked.promise
  await value(page, 'Size', 'M').getByRole('checkbox').first().check()
  arrived.resolve()
  await expect(page).toHaveURL('/shop/fashion?color=Pink&size=M')
})

test('on a phone the filters are a sheet, which the keyboard opens and closes', async ({ page }) => {
  await page.setViewportSize(phone)
  await open(page, '/stores/maison-calla')
  await page.getByRole('button', { name: 'Filters', exact: true }).press('Enter')
  await expect(facet(page, 'Color')).toBeVisible()
  await page.getByRole('button', { name: 'Close filters' }).press('Enter')
  await expect(facet(page, 'Color')).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('colors and sizes are a form', async ({ page }) => {
    await page.goto('/categories/fashion')
    await value(page, 'Color', 'Pink').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/\/categories\/fashion\?.*color=Pink/)
    await expect(page.getByRole('link', { name: 'Remove filter Pink' })).toBeVisible()
  })
})

test('a list of one color is a page of its own where it holds enough, and the plain list otherwise', async ({
  request,
}) => {
  const canonical = async (path: string) => {
    const html = await (await request.get(path)).text()
    return new URL(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '')
  }
  const own = await canonical('/categories/fashion?color=Pink')
  expect(own.pathname + own.search).toBe('/categories/fashion?color=Pink')
  const plain = await canonical('/categories/fashion?color=Pink&size=M')
  expect(plain.pathname + plain.search).toBe('/categories/fashion')
})

test('a filter in other capitals leads to the address that the list knows it by', async ({ page, request }) => {
  for (const [path, known] of [
    ['/products?category=fashion&sort=price-asc', '/products?category=Fashion&sort=price-asc'],
    ['/new?category=HOME+%26+DECOR', '/new?category=Home+%26+Decor'],
    ['/all-deals?category=beauty', '/all-deals?category=Beauty'],
  ] as const) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([301, known])
  }
  expect((await request.get('/products?category=unheard-of', { maxRedirects: 0 })).status()).toBe(200)
  await page.goto('/products?category=fashion')
  await expect(page).toHaveURL('/products?category=Fashion')
  await expect(value(page, 'Category', 'Fashion').getByRole('checkbox')).toBeChecked()
})
