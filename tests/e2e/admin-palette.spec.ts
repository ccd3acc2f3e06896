import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { desktop, serviceClient } from '../support/browser.ts'
import { axeSource, everything, violations } from '../support/screen.ts'
import { openAsStaff, staffAccount } from '../support/staff.ts'

test.use({ viewport: desktop })

test.beforeEach(async ({ page }) => {
  await openAsStaff(page, { account: await staffAccount('admin'), path: '/admin/dashboard' })
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('the palette leads by keyboard alone to screens, records and actions', async ({ page }) => {
  const word = randomUUID().slice(0, 8)
  const service = await serviceClient()
  const { error } = await service.from('merchants').insert({ name: `Calla ${word}`, slug: `calla-${word}` })
  expect(error).toBeNull()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('subscr')
  await expect(palette.getByRole('option', { selected: true })).toHaveText(/^Subscribers/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Newsletter Subscribers' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(`calla ${word}`)
  await expect(palette.getByRole('option')).toHaveText([`Calla ${word}merchant`])
  await page.evaluate(axeSource)
  expect(await violations(page, everything)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit Merchant' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/edit=/)

  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('light dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', /light|dark/)
})

test('the slash goes to the search, the question mark tells the keys, and neither does while somebody types', async ({
  page,
}) => {
  await page.goto('/admin/merchants')
  const search = page.getByRole('searchbox', { name: 'Name or website' })
  await expect(search).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Save the open form')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('a/b?')
  await expect(search).toHaveValue('a/b?')
  await expect(help).toBeHidden()
  await expect(page).toHaveURL(/q=a/)
})

test('what is typed before the palette is there stands in its field', async ({ page }) => {
  const { promise: typed, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/admin/assets/palette-*.js', async (route) => {
    await typed
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('x')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('subs/?')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  release()
  const field = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('subs')
  await page.keyboard.type('cr')
  await expect(field).toHaveValue('subscr')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^Subscribers/)
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0)
})

test('a palette and a question that are closed leave the focus where it was', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Command palette' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.goto('/admin/activity')
  const undo = page.getByRole('button', { name: /^Undo / }).first()
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(undo).toBeFocused()
})

test('the keys of a restored row go to the list that it left', async ({ page }) => {
  const word = randomUUID().slice(0, 8)
  const service = await serviceClient()
  for (const name of [`Sorrel ${word}`, `Thyme ${word}`]) {
    const slug = name.toLowerCase().replace(' ', '-')
    expect((await service.from('merchants').insert({ name, slug })).error).toBeNull()
    expect((await service.from('merchants').delete().eq('slug', slug)).error).toBeNull()
  }
  await page.goto(`/admin/trash?q=${word}`)
  const restore = page.getByRole('button', { name: `Restore Merchant Sorrel ${word}` })
  await restore.focus()
  await page.keyboard.press('Enter')
  await expect(restore).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Trash, rows' })).toBeFocused()
})
