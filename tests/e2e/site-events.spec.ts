import { expect, type Page, test } from '@playwright/test'
import { open, serviceClient } from '../support/browser.ts'
import { ownContent } from '../support/own-content.ts'
import { ownAddress } from '../support/visitor.ts'

// Every visitor here comes through the proxy from an address of its own: nobody uses up another test's limits.
test.beforeEach(ownAddress)

test.describe('events', () => {
  let content: Awaited<ReturnType<typeof ownContent>>
  test.beforeAll(async () => {
    content = await ownContent(3)
  })
  test.afterAll(() => content.remove())

  /** Collects what the page records, from its beacons. */
  function beacons(page: Page) {
    const seen: { name: string; path: string; properties?: Record<string, unknown> }[] = []
    page.on('request', (request) => {
      if (request.url().includes('/record-event')) seen.push(JSON.parse(request.postData() ?? '{}'))
    })
    return seen
  }

  test('each page that is shown counts once, also when no document is loaded for it', async ({ page }) => {
    const seen = beacons(page)
    await open(page, '/cart')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write to us')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You pay at the retailer')
    await expect
      .poll(() => seen.map(({ name, path }) => `${name} ${path}`))
      .toEqual(['page_view /cart', 'page_view /contact', 'page_view /cart'])
    const stored = await (await serviceClient()).from('events').select('is_bot').eq('path', '/cart').limit(1)
    // A headless browser says what it is, and is kept apart.
    expect(stored.data).toEqual([{ is_bot: true }])
    expect(await page.context().cookies()).toEqual([])
  })

  test('an outbound click is recorded by every way of following the link, and the link is left alone [S7.5]', async ({
    page,
    context,
  }) => {
    const seen = beacons(page)
    const clicks = () => seen.filter(({ name }) => name === 'outbound_click').length
    await open(page, `/products?merchant=${encodeURIComponent(content.merchant)}`)
    const links = page.locator('main a[data-outbound]')
    await expect(links).toHaveCount(3)
    await expect(links.first()).toHaveAttribute('href', /^https:\/\/shop\.example\.com\/p\/\d$/)
    await expect(links.first()).toHaveAttribute('rel', 'sponsored nofollow noopener')
    // Another link each time: the second click on one within two seconds is the same decision.
    const ways = [
      () => links.nth(0).click(),
      () => links.nth(1).click({ button: 'middle' }),
      () => links.nth(2).click({ modifiers: ['ControlOrMeta'] }),
      () => links.nth(0).press('Enter'),
    ]
    for (const [index, follow] of ways.entries()) {
      const opened = context.waitForEvent('page')
      await follow()
      await (await opened).close()
      await expect.poll(clicks).toBe(index + 1)
    }
    const [click] = seen.filter(({ name }) => name === 'outbound_click')
    expect(click).toMatchObject({
      path: '/products',
      productId: expect.any(Number),
      properties: { merchant: content.merchant, slot: 'list' },
    })
    await links.nth(2).click({ button: 'right' })
    await page.keyboard.press('Escape')
    expect(clicks()).toBe(ways.length)
  })
})
