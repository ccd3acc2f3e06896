import { expect, type Page, test } from '@playwright/test'
import { open, phone } from '../support/browser.ts'

test.use({ viewport: phone })

const hearts = (page: Page) => page.locator('button[data-save]')
const pressed = (page: Page, at: number) => expect(hearts(page).nth(at)).toHaveAttribute('aria-pressed', 'true')

/** Before any script but the first has come, as on a phone that enters a tunnel right after a page. */
async function openWithoutScripts(page: Page, path: string): Promise<void> {
  await page.route(/\/assets\/(?!boot-)[\w.-]+\.js$/, (route) => route.abort('internetdisconnected'))
  await page.goto(path)
}

test('hearts tapped while the page’s scripts could not come are filled when they can', async ({ page }) => {
  await openWithoutScripts(page, '/products')
  const refused = page.waitForEvent('requestfailed')
  await hearts(page).first().click()
  await refused
  await page.unrouteAll({ behavior: 'wait' })
  await hearts(page).nth(1).click()
  // Any later sign of the visitor asks for the scripts again.
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift')
      return page.evaluate(() => document.documentElement.dataset.ready !== undefined)
    })
    .toBe(true)
  await pressed(page, 0)
  await pressed(page, 1)
})

test('a heart that cannot be filled for want of a connection says so, and the next tap fills it', async ({
  page,
  context,
}) => {
  await open(page, '/products')
  await context.setOffline(true)
  await hearts(page).first().click()
  await expect(page.locator('.toast')).toHaveText('That needs a connection. Please try again when you have one.')
  await context.setOffline(false)
  await hearts(page).first().click()
  await pressed(page, 0)
})

test('an address typed before the scripts is kept when it cannot be sent, and sent when it can', async ({
  page,
  context,
}) => {
  await openWithoutScripts(page, '/about')
  const field = page.locator('[data-part~=newsletter-form] input[name=email]')
  const join = page.getByRole('button', { name: 'Join the club' })
  await field.fill('nothing')
  await context.setOffline(true)
  await join.click()
  await expect
    .poll(() => field.evaluate((input: HTMLInputElement) => input.validationMessage))
    .toMatch(/^There is no connection\. Nothing was sent/)
  await expect(page).toHaveURL('/about')
  await expect(field).toHaveValue('nothing')
  await context.setOffline(false)
  await join.click()
  await expect(page).toHaveURL('/newsletter')
  await expect(page.getByText('Please enter a valid email address').first()).toBeVisible()
})
