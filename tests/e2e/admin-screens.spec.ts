import { expect, type Page, test } from '@playwright/test'
import { desktop, phone } from '../support/browser.ts'
import { axeSource, judge, judgedWidths, keepScreenshot, keyboardFaults, overflow } from '../support/screen.ts'
import { type Account, openAsStaff, staffAccount } from '../support/staff.ts'

const widths = judgedWidths(phone)

/** Every screen of the back office, with the heading that says it has come. */
const screens = [
  { name: 'admin dashboard', path: '/admin/dashboard', heading: 'Dashboard' },
  { name: 'admin product monitoring', path: '/admin/product-monitoring', heading: 'Product Monitoring & Management' },
  { name: 'admin wallpapers', path: '/admin/wallpapers', heading: 'Wallpapers' },
  { name: 'admin collections', path: '/admin/wallpapers?tab=collections', heading: 'Wallpapers' },
  { name: 'admin products', path: '/admin/products', heading: 'Products' },
  { name: 'admin product form', path: '/admin/products?edit=new', heading: 'Products' },
  { name: 'admin retailer products', path: '/admin/retailer-products', heading: 'Retailer Products' },
  { name: 'admin merchants', path: '/admin/merchants', heading: 'Merchants' },
  { name: 'admin networks', path: '/admin/networks', heading: 'Networks' },
  { name: 'admin feeds', path: '/admin/feeds', heading: 'Feeds' },
  { name: 'admin feed runs', path: '/admin/feeds/runs', heading: 'Feed Runs' },
  { name: 'admin feed times form', path: '/admin/feeds?edit=awin', heading: 'Feeds' },
  { name: 'admin feed selections', path: '/admin/feeds/selections', heading: 'Selections' },
  { name: 'admin feed selection form', path: '/admin/feeds/selections?edit=new', heading: 'Selections' },
  { name: 'admin merchant files', path: '/admin/feeds/files', heading: 'Merchants’ own files' },
  { name: 'admin merchant file', path: '/admin/feeds/files/new', heading: 'A merchant’s file' },
  { name: 'admin feed credentials', path: '/admin/feeds/credentials', heading: 'Credentials of networks' },
  { name: 'admin shopify store', path: '/admin/shopify', heading: 'Shopify Store' },
  { name: 'admin storefront collections', path: '/admin/collections', heading: 'Collections' },
  { name: 'admin activity', path: '/admin/activity', heading: 'Activity' },
  { name: 'admin jobs', path: '/admin/jobs', heading: 'Jobs' },
  { name: 'admin trash', path: '/admin/trash', heading: 'Trash' },
  { name: 'admin account', path: '/admin/account', heading: 'Account' },
  { name: 'admin homepage', path: '/admin/homepage', heading: 'Homepage' },
  { name: 'admin messages', path: '/admin/messages', heading: 'Messages' },
  { name: 'admin subscribers', path: '/admin/subscribers', heading: 'Newsletter Subscribers' },
  { name: 'admin outbox', path: '/admin/outbox', heading: 'Outbox' },
  { name: 'admin users', path: '/admin/users', heading: 'Users' },
  { name: 'admin notifications', path: '/admin/notifications', heading: 'Notifications' },
  { name: 'admin personal data', path: '/admin/personal-data', heading: 'Personal Data' },
  { name: 'admin import', path: '/admin/import/products', heading: 'Import products' },
  { name: 'admin set-up', path: '/admin/setup', heading: 'Set-up' },
  { name: 'admin settings', path: '/admin/settings', heading: 'Settings' },
  { name: 'admin editor', path: '/admin/edit-post/42', heading: 'Edit Blog Post' },
  { name: 'admin missing screen', path: '/admin/no-such-screen', heading: 'There is no such screen' },
] as const

// A trace would photograph every step and take longer than the test; a failure names the element and the width.
test.use({ trace: 'off' })
test.describe.configure({ mode: 'parallel', timeout: 120_000 })

let admin: Account
test.beforeAll(async () => {
  admin = await staffAccount('admin')
})

for (const { name, path, heading } of screens) {
  test(`${name} is sound at every width in both themes`, async ({ page }) => {
    const refused: string[] = []
    page.on('console', (message) => {
      // A shop without a Shopify store has no configuration to give: 404 is its answer, and the browser writes it down.
      if (message.type() === 'error' && !message.location().url.includes('/functions/v1/')) refused.push(message.text())
    })
    await openAsStaff(page, { account: admin, path })
    // An open form hides the screen behind it from the accessibility tree, not from the eye.
    await expect(page.locator('h1').filter({ hasText: heading })).toBeVisible()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    // A form brings its script when it opens.
    if (!path.includes('edit=')) await weigh(page)
    await judgeScreen(page, name)
    expect(refused, 'nothing in the console').toEqual([])
  })
}

test('admin login is sound at every width in both themes', async ({ page }) => {
  await page.goto('/admin/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await judgeScreen(page, 'admin login')
})

test('admin access denied is sound at every width in both themes', async ({ page }) => {
  await openAsStaff(page, { account: await staffAccount('viewer'), path: '/admin/dashboard' })
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  await judgeScreen(page, 'admin access denied')
})

/** What a screen loads with a stored session, compressed as it is sent, when it is the first one, and after another one. */
const FIRST_SCREEN_BYTES = 200_000
const FURTHER_SCREEN_BYTES = 60_000

async function weigh(page: Page) {
  const { first, entry } = await page.evaluate(() => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    const sizes = new Map(
      scripts.map((it) => [it.name, it instanceof PerformanceResourceTiming ? it.encodedBodySize : 0]),
    )
    const inDocument = new Set(
      [...document.querySelectorAll('script[src], link[rel=modulepreload]')].map(
        (it) => new URL(it.getAttribute('src') ?? it.getAttribute('href') ?? '', location.href).href,
      ),
    )
    const sum = (names: string[]) => names.reduce((total, name) => total + (sizes.get(name) ?? 0), 0)
    const names = [...sizes.keys()]
    return { first: sum(names), entry: sum(names.filter((name) => inDocument.has(name))) }
  })
  expect(entry, 'the scripts of the document are counted').toBeGreaterThan(50_000)
  expect(first, 'script of a first screen').toBeLessThanOrEqual(FIRST_SCREEN_BYTES)
  expect(first - entry, 'script of a further screen').toBeLessThanOrEqual(FURTHER_SCREEN_BYTES)
}

async function judgeScreen(page: Page, name: string) {
  await page.evaluate(axeSource)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const { isBetween, ...viewport } of widths) {
      await page.setViewportSize(viewport)
      const where = `${colorScheme} at ${viewport.width} px`
      expect(await overflow(page), where).toEqual([])
      expect(await cutActions(page), where).toEqual([])
      expect(await judge(page, { theme: colorScheme, isBetween }), where).toEqual([])
      // Focus does not depend on the theme, and an open form keeps it to itself.
      if (colorScheme === 'light' && !name.endsWith('form')) expect(await keyboardFaults(page), where).toEqual([])
    }
    await page.setViewportSize(desktop)
    const cut = page.locator('section[aria-label$=", rows"]')
    if (await cut.count()) {
      const hidden = await cut.evaluate((list) => list.scrollWidth - list.clientWidth)
      expect(hidden, 'a list fits a desktop').toBeLessThanOrEqual(0)
    }
    await keepScreenshot(page, `${name} ${colorScheme}`)
    await keepScreenshot(page, `${name} ${colorScheme} phone`, phone)
  }
}

/** Links and buttons of a row that do not fit their cell or lie beside the window: what is cut cannot be hit. */
const cutActions = (page: Page): Promise<string[]> =>
  page.locator('tr > td:last-child').evaluateAll((cells) => {
    const isBeside = (control: Element) => control.getBoundingClientRect().right > window.innerWidth
    return cells
      .filter(
        (cell) => cell.scrollWidth > cell.clientWidth + 1 || [...cell.querySelectorAll('a, button')].some(isBeside),
      )
      .map((cell) => cell.textContent.slice(0, 60))
  })
