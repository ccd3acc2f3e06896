import { expect, type Page, test } from '@playwright/test'
import { desktop } from '../support/browser.ts'
import { type Account, signIn, staffAccount } from '../support/staff.ts'

test.use({ viewport: desktop, reducedMotion: 'reduce' })
test.describe.configure({ timeout: 120_000 })

let admin: Account
test.beforeAll(async () => {
  admin = await staffAccount('admin')
})
test.beforeEach(async ({ page }) => {
  await signIn(page, admin)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('a record is found, opened, saved and left with keys alone, and the focus comes back', async ({ page }) => {
  await page.goto('/admin/merchants')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('Maison')
  await expect(page.getByRole('row')).toHaveCount(2)
  const edit = page.getByRole('link', { name: 'Edit Maison Calla' })
  await tabTo(page, edit)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Merchant' })
  await expect(dialog.getByRole('textbox', { name: 'Slug' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(edit, 'where it was opened').toBeFocused()

  await page.keyboard.press('Enter')
  const website = dialog.getByRole('textbox', { name: 'Website' })
  await tabTo(page, website)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('https://calla.example/')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Merchant updated')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(edit).toBeFocused()
})

test('the form of a new record begins in its first field; filters close with Escape and give the focus back', async ({
  page,
}) => {
  await page.goto('/admin/products')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const add = page.getByRole('link', { name: 'Add product' })
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
  const filters = page.getByRole('button', { name: 'Filters' })
  await tabTo(page, filters)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('dialog', { name: 'Filters' }).getByLabel('Shown')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(filters).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(filters).toBeFocused()
})

/** Presses Tab until it is there; whoever holds the keyboard would give up as well. */
async function tabTo(page: Page, wanted: ReturnType<Page['locator']>) {
  for (let presses = 0; presses < 150; presses += 1) {
    if (await wanted.evaluate((it) => it === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted, 'reached by Tab').toBeFocused()
}
