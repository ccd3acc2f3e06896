import { expect, type Page, test } from '@playwright/test'
import { open, ready } from '../support/browser.ts'

/** Addresses with what only they show. */
const places: Record<string, (page: Page) => Promise<void>> = {
  '/': (page) => expect(page.locator('[data-part~=hero]')).toBeVisible(),
  '/products': (page) => expect(page.getByRole('heading', { level: 1 })).toHaveText(/All Products/),
  '/products?category=Jewelry': async (page) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Jewelry|All Products/)
    await expect(page.locator('[data-part~=facet-value] input:checked').first()).toBeAttached()
  },
  '/search?q=ring': (page) => expect(page.getByRole('heading', { level: 1 })).toHaveText('ring'),
  '/blog': (page) => expect(page.getByRole('heading', { level: 1 })).toHaveText(/Read slowly/),
  '/contact': (page) => expect(page.getByRole('heading', { level: 1 })).toHaveText(/Write to us/),
}

/** Goes to a place by a link of the page, as a visitor does: the router adds to the history without a new document. */
async function follow(page: Page, path: string) {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, textContent: 'on' })
    document.querySelector('main')?.append(link)
    link.click()
    link.remove()
  }, path)
  await expect(page).toHaveURL(path)
}

async function expectPlace(page: Page, path: string) {
  await expect(page).toHaveURL(path)
  await places[path]?.(page)
  await expect(page.locator('body')).not.toContainText(/Unexpected Application Error|No result found|\.js:\d+/)
}

/** Lets the page's scripts through only when told: what a visitor on a slow line does before they run. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!boot-)[\w.-]+\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const pairs: [string, string][] = [
  ['/', '/products'],
  ['/products?category=Jewelry', '/products'],
  ['/products', '/products?category=Jewelry'],
  ['/search?q=ring', '/contact'],
  ['/blog', '/'],
]

for (const [from, to] of pairs) {
  test.describe(`Back from ${to} to ${from}`, () => {
    test.beforeEach(async ({ page }) => {
      await open(page, from)
      await follow(page, to)
      await expectPlace(page, to)
    })

    test('while scripts run shows it', async ({ page }) => {
      await page.goBack()
      await expectPlace(page, from)
    })

    test('after a reload, before any script, shows it; Forward goes on', async ({ page }) => {
      const letGo = await holdScripts(page)
      await page.reload()
      await page.goBack()
      await expectPlace(page, from)
      letGo()
      await ready(page)
      await expectPlace(page, from)
      await page.goForward()
      await expectPlace(page, to)
    })

    test('after a reload, before even the first script, shows it; Forward goes on', async ({ page }) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route(/\/assets\/boot-/, async (route) => {
        await promise
        await route.continue()
      })
      await page.reload({ waitUntil: 'commit' })
      await page.evaluate(() => history.back())
      await expect(page).toHaveURL(from)
      resolve()
      await expectPlace(page, from)
      await ready(page)
      await expectPlace(page, from)
      await page.goForward()
      await expectPlace(page, to)
    })

    test('after a reload, while scripts are starting, shows it', async ({ page }) => {
      const letGo = await holdScripts(page)
      await page.reload()
      await page.mouse.move(20, 20) // the sign that starts them
      await expect(page.locator('link[rel="modulepreload"]').first()).toBeAttached()
      const back = page.goBack()
      letGo()
      await back
      await expectPlace(page, from)
      await ready(page)
      await expectPlace(page, from)
    })

    test('after a reload, when scripts have started, shows it', async ({ page }) => {
      await page.reload()
      await ready(page)
      await page.goBack()
      await expectPlace(page, from)
    })

    test('from another document shows it, kept by the browser or not', async ({ page }) => {
      await page.goto('/robots.txt')
      await page.goBack()
      await expectPlace(page, to)
      await page.goBack()
      await expectPlace(page, from)
    })
  })
}
