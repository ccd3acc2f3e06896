import { expect, type Page, test } from '@playwright/test'
import { desktop, open, phone } from '../support/browser.ts'
import { ownItem } from '../support/own-item.ts'
import { daysAgo } from '../support/own-shelf.ts'

type Item = Awaited<ReturnType<typeof ownItem>>
let item: Item
test.beforeEach(async () => {
  item = await ownItem('Petal Serum', [
    { price: 24, delivery_cost: 0, content_amount: 30, content_unit: 'ml' },
    { price: 20, delivery_cost: 3, content_amount: 30, content_unit: 'ml' },
    { price: 18, delivery_cost: 9 },
  ])
})
test.afterEach(() => item?.remove())

const button = (page: Page) => page.locator('a[data-outbound="product"]')
const reason = (page: Page) => page.locator('[data-part~=best-reason]')
const [dear, best, far] = [0, 1, 2]
const at = (index: number) => {
  const offer = item.offers[index]
  if (!offer) throw new Error(`There is no offer ${index}`)
  return offer
}

test('every shop’s page of an item leads to the lowest price with delivery, and says why', async ({ page }) => {
  for (const index of [dear, best, far]) {
    await page.goto(at(index).path)
    await expect(button(page)).toContainText(`Shop at ${at(best).merchant_name}`)
    await expect(button(page)).toHaveAttribute('data-product', String(at(best).id))
    await expect(button(page)).toHaveAttribute('rel', 'sponsored nofollow noopener')
    await expect(reason(page)).toHaveText('Lowest total of 3 shops, in stock, counting delivery.')
    await expect(page.locator('[data-part~=buy-box] [data-part~=product-price]')).toHaveText('$20.00')
    await expect(page.locator('[data-part~=price-facts]')).toHaveText('$19.72 per fl oz · $23.00 with delivery')
    await expect(page.locator('[data-part~=offers] tbody th')).toContainText(
      [best, dear, far].map((place) => at(place).merchant_name),
    )
  }
})

test('a page is never sent with a button to a shop that has none', async ({ page }) => {
  const { service } = item
  await service.from('products').update({ availability: 'out_of_stock' }).eq('id', at(best).id)
  await service.from('products').update({ price: null }).eq('id', at(dear).id)
  await expect(async () => {
    await page.goto(at(best).path)
    await expect(button(page)).toContainText(at(far).merchant_name, { timeout: 1000 })
  }).toPass()
  await expect(reason(page)).toHaveText('The only one of 3 shops that tells a price and has it in stock.')
  const ids = [at(far).id, at(dear).id]
  await service.from('products').update({ availability: 'out_of_stock' }).in('id', ids)
  await expect(async () => {
    await page.goto(at(best).path)
    await expect(reason(page)).toHaveText('Sold out at all 3 shops.', { timeout: 1000 })
  }).toPass()
  await expect(button(page)).toContainText('Look at')
})

test.describe('in a tab that has been open for a while', () => {
  /** Opened two minutes ago, as far as the page knows. */
  async function openLong(page: Page, path: string) {
    await page.context().route('https://shop.example.com/**', (route) => route.fulfill({ body: 'The shop.' }))
    const watching = page.waitForResponse(/\/assets\/watch-offers-/)
    await open(page, path)
    // Its module again, which is there once: after this it minds the button.
    await page.evaluate((module) => import(module), (await watching).url())
    await page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 120_000
    })
  }
  const counted = (page: Page) => {
    const products: unknown[] = []
    page.on('request', (request) => {
      const event = request.url().includes('record-event') ? request.postDataJSON() : null
      if (event?.name === 'outbound_click') products.push(event.productId)
    })
    return products
  }

  test('a press on the button of a shop that has sold out since opens nothing, and turns the button to the next', async ({
    page,
  }) => {
    await openLong(page, at(dear).path)
    const clicks = counted(page)
    await item.service.from('products').update({ availability: 'out_of_stock' }).eq('id', at(best).id)
    // By a click alone: nothing announces it, as on a phone.
    await button(page).evaluate((link: HTMLElement) => link.click())
    await expect(button(page)).toHaveAttribute('data-product', String(at(dear).id))
    await expect(page.getByRole('status').filter({ hasText: 'has sold out' })).toHaveText(
      `${at(best).merchant_name} has sold out since you opened this page. The button now leads to ${at(dear).merchant_name}.`,
    )
    expect(page.context().pages()).toHaveLength(1)
    const shop = page.waitForEvent('popup')
    await button(page).click()
    expect((await shop).url()).toContain(`/${item.word}/${dear}`)
    expect(clicks).toEqual([at(dear).id])
  })

  test('a press on a button that still holds leads there and is counted once; so it does when nobody answers', async ({
    page,
  }) => {
    await openLong(page, at(dear).path)
    const clicks = counted(page)
    const shop = page.waitForEvent('popup')
    await button(page).evaluate((link: HTMLElement) => link.click())
    expect((await shop).url()).toContain(`/${item.word}/${best}`)
    expect(clicks).toEqual([at(best).id])
    await page.route('**/rest/v1/**', (route) => route.abort())
    await page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 120_000
    })
    const again = page.waitForEvent('popup')
    await button(page).click()
    expect((await again).url()).toContain(`/${item.word}/${best}`)
  })
})

test('the shops and the history stand beside the price in the first screen, and right below the button on a phone', async ({
  page,
}) => {
  const { service } = item
  await service
    .from('products')
    .update({ price_changed_at: daysAgo(60) })
    .eq('id', at(best).id)
  await service.from('products').update({ price: 19 }).eq('id', at(best).id)
  await page.setViewportSize(desktop)
  const history = page.locator('[data-part~=price-history]')
  await expect(async () => {
    await page.goto(at(dear).path)
    await expect(history.locator('figcaption')).toContainText(`At ${at(best).merchant_name}`, { timeout: 1000 })
  }).toPass()
  await expect(page.getByText('Lowest in 30 days', { exact: true })).toBeVisible()
  for (const part of [page.locator('[data-part~=offers]'), history.locator('svg'), button(page)])
    await expect(part).toBeInViewport({ ratio: 1 })

  await page.setViewportSize(phone)
  const box = (part: string) => page.locator(part).evaluate((element) => element.getBoundingClientRect().top + scrollY)
  const [press, shops, about] = await Promise.all([
    box('a[data-outbound="product"]'),
    box('[data-part~=offers]'),
    box('[data-part~=price-history]'),
  ])
  expect(shops).toBeGreaterThan(press)
  expect(about).toBeGreaterThan(shops)
  expect(shops - press).toBeLessThan(phone.height / 2)

  // What a merchant forbids is not told: neither its history nor the mark.
  await service.from('merchants').update({ may_show_history: false }).eq('name', at(best).merchant_name)
  await expect(async () => {
    await page.reload()
    await expect(history).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  await expect(page.getByText('Lowest in 30 days', { exact: true })).toHaveCount(0)
})
