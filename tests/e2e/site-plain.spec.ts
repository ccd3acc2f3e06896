import { readdir, readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { desktop, phone, ready } from '../support/browser.ts'
import { ownContent } from '../support/own-content.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  let content: Awaited<ReturnType<typeof ownContent>>
  test.beforeAll(async () => {
    content = await ownContent(30)
  })
  test.afterAll(() => content.remove())

  test('lists are read, filtered and paged', async ({ page }) => {
    await page.goto('/products')
    await page.goto(`/products?merchant=${encodeURIComponent(content.merchant)}`)
    await page.getByRole('checkbox', { name: 'Skincare' }).check()
    await page.getByRole('checkbox', { name: 'Makeup' }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.locator('[data-part~=product-card]')).toHaveCount(24)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.locator('[data-part~=product-card]')).toHaveCount(6)
  })

  test('articles are read', async ({ page }) => {
    await page.goto('/blog')
    await page.locator(`a[href="/blog/${content.slug}"]`).click()
    await expect(page.getByText('Keep what you finish.')).toBeVisible()
  })

  test('menus open on a desktop', async ({ page }) => {
    await page.setViewportSize(desktop)
    await page.goto('/')
    await page.getByRole('button', { name: 'Collections', exact: true }).hover()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New Arrivals' }).click()
    await expect(page).toHaveURL(/\/new$/)
  })

  test('the drawer, the strip and the search open on a phone', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Blog' }).click()
    await expect(page).toHaveURL(/\/blog$/)
    await page.locator('[data-part~=menu-strip] summary').first().click()
    await expect(page.locator('[data-part~=menu-strip]').getByRole('link', { name: 'Body Care' })).toBeVisible()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('dialog').getByRole('searchbox').fill('serum')
    await page.getByRole('dialog').getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL(/\/search\?q=serum$/)
  })

  test('the newsletter form answers on a page of its own', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('Email address').fill('not an address')
    await page.locator('[data-part~=newsletter-form] button').click()
    await expect(page.getByRole('alert')).toHaveText('Please enter a valid email address')
  })
})

test('no script is inline, and none is asked for before the page is painted', async ({ page, request }) => {
  const html = await (await request.get('/products')).text()
  for (const [, attributes = ''] of html.matchAll(/<script([^>]*)>/g)) {
    expect(attributes).toMatch(/ src="\/assets\/boot-|type="application\/(ld\+)?json"/)
  }
  expect(html).not.toMatch(/modulepreload| on[a-z]+="/)
  await page.goto('/products')
  // A visitor who does something before there is anything to see makes the scripts come at once, which is right.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await ready(page)
  const { asked, painted } = await page.evaluate(() => ({
    asked: performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.endsWith('.js') && !entry.name.includes('/boot-'))
      .map((entry) => ({ url: entry.name, at: entry.startTime })),
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
  }))
  expect(asked.length).toBeGreaterThan(0)
  for (const { url, at } of asked) expect(at, url).toBeGreaterThanOrEqual(painted)
})

test('a public page needs at most 110 kB of JavaScript', async () => {
  const folder = 'build/client'
  // Without the compressed copies that lie beside each script.
  const files = (await readdir(`${folder}/assets`)).filter((file) => file.endsWith('.js'))
  const manifestFile = `/assets/${files.find((file) => file.startsWith('manifest-'))}`
  const text = await readFile(folder + manifestFile, 'utf8')
  const { entry, routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  const sizes = new Map<string, number>()
  const size = async (file: string) => {
    const known = sizes.get(file) ?? brotliCompressSync(await readFile(folder + file)).length
    sizes.set(file, known)
    return known
  }
  const boot = files.filter((file) => file.startsWith('boot-')).map((file) => `/assets/${file}`)
  for (const page of Object.keys(routes).filter((id) => id.startsWith('routes/') && routes[id].hasDefaultExport)) {
    const parts = ['root', 'routes/storefront', 'routes/page-boundary', page].map((id) => routes[id])
    const needed = new Set([...boot, manifestFile, entry.module, ...entry.imports])
    for (const part of parts) for (const file of [part.module, ...part.imports]) needed.add(file)
    let total = 0
    for (const file of needed) total += await size(file)
    expect(total, page).toBeLessThanOrEqual(110_000)
  }
})
