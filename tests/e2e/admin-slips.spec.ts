import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { desktop, phone, serviceClient } from '../support/browser.ts'
import { openAsStaff, staffAccount } from '../support/staff.ts'

test.use({ viewport: desktop })

const toast = (page: Page, text: string | RegExp) => page.getByLabel(/^Notifications/).getByText(text)

/** Products of a merchant of their own, so that no other test sees or changes them. */
async function ownProducts(count: number) {
  const word = randomUUID().slice(0, 8)
  const service = await serviceClient()
  const merchant = `Mill ${word}`
  const made = await service.from('merchants').insert({ name: merchant, slug: word, website: 'https://mill.example/' })
  if (made.error) throw new Error(made.error.message)
  const rows = Array.from({ length: count }, (_, n) => ({
    product_name: `Linen Robe ${word} ${n}`,
    merchant_name: merchant,
    category: 'Fashion',
    price: 65.95,
    affiliate_link: 'https://mill.example/robe',
  }))
  const { error } = await service.from('products').insert(rows)
  if (error) throw new Error(error.message)
  const stored = async () =>
    (await service.from('products').select('*').eq('merchant_name', merchant).order('id')).data ?? []
  return { word, service, merchant, stored, path: `/admin/products?merchant=Mill+${word}` }
}

test('a slip in a price and a link of a foreign host are said before they are saved, and who wrote the price after', async ({
  page,
}) => {
  const { path, stored } = await ownProducts(1)
  const account = await staffAccount('admin')
  await openAsStaff(page, { account, path })
  await page.getByRole('link', { name: /^Edit Linen Robe/ }).click()
  const form = page.getByRole('dialog', { name: 'Edit Product' })
  await form.getByLabel('Price', { exact: true }).fill('10')
  await form.getByLabel('Affiliate link').fill('https://evil.example/x')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('The price goes from $65.95 to $10.00.')
  await expect(form.getByRole('alert')).toContainText('The affiliate link leads to evil.example')
  expect((await stored())[0]).toMatchObject({ price: 65.95, affiliate_link: 'https://mill.example/robe' })
  await form.getByLabel('Affiliate link').fill('https://mill.example/robe')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByRole('button', { name: 'Save all the same' }).click()
  await expect(toast(page, 'Product updated successfully')).toBeVisible()
  expect((await stored())[0]).toMatchObject({ price: 10, affiliate_link: 'https://mill.example/robe' })
  await page.getByRole('link', { name: /^Edit Linen Robe/ }).click()
  await expect(form.getByText(/^Price by hand \(/)).toBeVisible()
  const [product] = await stored()
  await page.goto(`/p/${product?.id}`)
  await expect(page.locator('[data-part="price-by-hand"]')).toHaveText(
    'Price entered by our editors, not read from the shop',
  )
  await expect(page.locator('[data-part="buy-box"] [data-part="product-drop"]')).toHaveCount(0)
})

test('a product that was added by hand is deleted from its form, and goes to the trash', async ({ page }) => {
  const { path, stored, word } = await ownProducts(1)
  await openAsStaff(page, { account: await staffAccount('admin'), path })
  await page.getByRole('link', { name: /^Edit Linen Robe/ }).click()
  await page.getByRole('button', { name: 'Delete this product' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, /^Product deleted/)).toBeVisible()
  expect(await stored()).toEqual([])
  await page.goto(`/admin/trash?q=${word}`)
  await expect(page.getByRole('button', { name: /^Restore Linen Robe|^Restore Product/ })).toBeVisible()
})

test('on a phone the log’s Undo is within reach, and asks with the number of changes', async ({ page }) => {
  await page.setViewportSize(phone)
  const { path, stored, word } = await ownProducts(3)
  await openAsStaff(page, { account: await staffAccount('admin'), path })
  const boxes = page.getByRole('checkbox', { name: /^Select Linen Robe/ })
  await expect(boxes).toHaveCount(3)
  for (const box of await boxes.all()) await box.check()
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(toast(page, '3 products hidden')).toBeVisible()
  await page.goto(`/admin/activity?q=${word}`)
  const undo = page.getByRole('button', { name: /^Undo Product/ }).first()
  const cell = undo.locator('xpath=ancestor::td')
  const [button, room] = [await undo.boundingBox(), await cell.boundingBox()]
  if (!button || !room) throw new Error('Undo has no place on the screen')
  expect(button.x + button.width).toBeLessThanOrEqual(room.x + room.width)
  expect(room.x + room.width).toBeLessThanOrEqual(phone.width)
  await undo.click()
  const question = page.getByRole('alertdialog', { name: 'Undo 3 changes?' })
  await expect(question).toContainText('3 changes (Product)')
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, '3 changes are undone')).toBeVisible()
  expect((await stored()).map(({ delisted_at }) => delisted_at)).toEqual([null, null, null])
})

test('a merchant is not renamed to a name that another has: the dialog says so', async ({ page }) => {
  const [one, other] = [await ownProducts(1), await ownProducts(1)]
  await openAsStaff(page, { account: await staffAccount('admin'), path: `/admin/merchants?q=${one.word}` })
  await page.getByRole('button', { name: /^Rename/ }).click()
  const dialog = page.getByRole('dialog', { name: `Rename ${one.merchant}` })
  await dialog.getByLabel('New name').fill(other.merchant)
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog.getByRole('alert')).toContainText(`There is a merchant called “${other.merchant}” already`)
  const jobs = await one.service
    .from('job_runs')
    .select('id')
    .eq('kind', 'rename-merchant')
    .contains('args', { name: other.merchant })
  expect(jobs).toMatchObject({ error: null, data: [] })
})
