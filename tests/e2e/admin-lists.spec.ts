import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { desktop, serviceClient } from '../support/browser.ts'
import { openAsStaff, staffAccount } from '../support/staff.ts'

test.use({ viewport: desktop })

async function openAs(page: Page, role: 'admin' | 'editor', path: string) {
  await openAsStaff(page, { account: await staffAccount(role), path })
  await expect(page.getByText('Loading...')).toHaveCount(0)
}

const toast = (page: Page, text: string | RegExp) => page.getByLabel(/^Notifications/).getByText(text)

/** Products of a merchant of their own, so that no other test sees or changes them. */
async function ownProducts(count: number) {
  const word = randomUUID().slice(0, 8)
  const service = await serviceClient()
  const rows = Array.from({ length: count }, (_, n) => ({
    product_name: `Linen Robe ${word} ${String(n).padStart(4, '0')}`,
    merchant_name: `Mill ${word}`,
    category: 'Fashion',
    price: 10 + (n % 7),
    affiliate_link: 'https://mill.example/robe',
  }))
  for (let from = 0; from < rows.length; from += 250) {
    const { error } = await service.from('products').insert(rows.slice(from, from + 250))
    if (error) throw new Error(error.message)
  }
  return { word, service, merchant: `Mill ${word}`, path: `/admin/products?merchant=Mill+${word}` }
}

test('a list stands in its address: search, filters, order and columns, and Back takes each of them back', async ({
  page,
}) => {
  const { merchant } = await ownProducts(3)
  await openAs(page, 'admin', '/admin/products')
  await expect(page.getByText(/products$/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByLabel('Merchant').fill(merchant)
  await filters.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('3 products')).toBeVisible()
  await expect(page).toHaveURL(/merchant=Mill/)
  await page.getByRole('button', { name: 'Price', exact: true }).click()
  await expect(page).toHaveURL(/sort=price-desc/)
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Columns' }).click()
  // The address holds which are shown: the box follows it a turn later.
  await page.getByRole('dialog', { name: 'Columns' }).getByLabel('GTIN').click()
  await expect(page.getByRole('columnheader', { name: 'GTIN' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'GTIN' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('columnheader', { name: 'GTIN' })).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('columnheader', { name: 'Price' })).not.toHaveAttribute('aria-sort')
  await page.getByRole('button', { name: 'Remove the filter Merchant' }).click()
  await expect(page).toHaveURL('/admin/products')
})

test('a view is saved under a name, and found again', async ({ page }) => {
  const { path } = await ownProducts(2)
  await openAs(page, 'admin', path)
  await page.getByRole('button', { name: 'Views' }).click()
  const views = page.getByRole('dialog', { name: 'Saved views' })
  await views.getByLabel('Save this view as').fill('From the mill')
  await views.getByRole('button', { name: 'Save view' }).click()
  await expect(views.getByRole('link', { name: 'From the mill' })).toBeVisible()
  await page.goto('/admin/products')
  await page.getByRole('button', { name: 'Views' }).click()
  await views.getByRole('link', { name: 'From the mill' }).click()
  await expect(page.getByText('2 products')).toBeVisible()
})

test('a product is hidden at once, undone by the toast, and goes back where the server refuses', async ({ page }) => {
  const { path, service, word } = await ownProducts(1)
  const stored = async () =>
    (await service.from('products').select('delisted_at').like('product_name', `%${word}%`).single()).data
  await openAs(page, 'admin', path)
  const shown = page.getByRole('switch')
  await shown.click()
  await expect(shown).toHaveAttribute('aria-checked', 'false')
  await expect.poll(async () => (await stored())?.delisted_at).not.toBeNull()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(shown).toHaveAttribute('aria-checked', 'true')
  await expect.poll(async () => (await stored())?.delisted_at).toBeNull()

  await page.route('**/rest/v1/products?*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 403, json: { code: '42501', message: 'permission denied', details: null, hint: null } })
      : route.continue(),
  )
  await shown.click()
  await expect(toast(page, 'Failed to update product: permission denied')).toBeVisible()
  await expect(shown).toHaveAttribute('aria-checked', 'true')
})

test('rows are picked with shift, hidden together and brought back together', async ({ page }) => {
  const { path, service, merchant } = await ownProducts(12)
  await openAs(page, 'admin', path)
  const boxes = page.getByRole('checkbox', { name: /^Select Linen Robe/ })
  await boxes.nth(1).check()
  await boxes.nth(5).click({ modifiers: ['Shift'] })
  await expect(page.getByText('5 products selected')).toBeVisible()
  await page.getByRole('button', { name: 'Select all 12 matching' }).click()
  await expect(page.getByText('12 products selected')).toBeVisible()
  await boxes.nth(0).click()
  await expect(page.getByText('11 products selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await boxes.nth(2).check()
  await boxes.nth(0).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(toast(page, '3 products hidden')).toBeVisible()
  await expect(page.getByText('9 products')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('12 products')).toBeVisible()
  const { count } = await service
    .from('products')
    .select('id', { count: 'exact', head: true })
    .eq('merchant_name', merchant)
    .is('delisted_at', null)
  expect(count).toBe(12)
})

test('all that match are given to a job, after a question that says how many, and the job can be cancelled', async ({
  page,
}) => {
  const { path, service, merchant } = await ownProducts(120)
  await openAs(page, 'admin', path)
  await page
    .getByRole('checkbox', { name: /^Select Linen Robe/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Select all 120 matching' }).click()
  await page.getByRole('button', { name: 'Hide all' }).click()
  const question = page.getByRole('alertdialog', { name: 'Hide 120 products?' })
  await question.getByRole('button', { name: 'Hide' }).click()
  await expect(page).toHaveURL(/\/admin\/jobs\?edit=/)
  const id = new URL(page.url()).searchParams.get('edit')
  const run = async () => (await service.from('job_runs').select('kind, args, status').eq('id', id).single()).data
  expect(await run()).toMatchObject({
    kind: 'bulk-change',
    args: {
      table: 'products',
      filter: [
        { column: 'delisted_at', op: 'is_null' },
        { column: 'merchant_name', op: 'eq', value: merchant },
      ],
    },
  })
  // The worker is a process of its own, which does not run beside these tests: the job waits.
  const dialog = page.getByRole('dialog', { name: 'Bulk change' })
  await expect(dialog.getByRole('status')).toContainText('queued')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page
    .getByRole('button', { name: /^Cancel: Bulk change/ })
    .first()
    .click()
  await expect(page.getByLabel(/^Notifications/).getByText('The job is being cancelled')).toBeVisible()
  await expect.poll(async () => (await run())?.status).toBe('cancelled')
})

test('a product is edited by hand; what is wrong is said at its field, and unsaved work asks', async ({ page }) => {
  const { path, service, word, merchant } = await ownProducts(1)
  await openAs(page, 'admin', path)
  await page.getByRole('link', { name: /^Linen Robe/ }).click()
  await expect(page).toHaveURL(/edit=\d+/)
  const dialog = page.getByRole('dialog', { name: 'Edit Product' })
  await dialog.getByLabel('Affiliate link').fill('javascript:alert(1)')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('An address that begins with https:// or http://')).toBeVisible()
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(`Silk Robe ${word}`)
  await dialog.getByLabel('Affiliate link').fill('https://mill.example/silk')
  await page.keyboard.press('Control+s')
  await expect(dialog.getByRole('alert'), 'its merchant has no website').toContainText('leads to mill.example')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Product updated successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: `Silk Robe ${word}`, exact: true })).toBeVisible()
  expect((await service.from('products').select('affiliate_link').eq('merchant_name', merchant).single()).data).toEqual(
    {
      affiliate_link: 'https://mill.example/silk',
    },
  )
  await expect(page.getByRole('link', { name: `View on site: Silk Robe ${word}` })).toHaveAttribute(
    'href',
    /^\/p\/silk-robe/,
  )
})

test('where somebody else saved meanwhile, both values are shown field by field', async ({ page }) => {
  const { path, service, merchant } = await ownProducts(1)
  await openAs(page, 'admin', path)
  await page.getByRole('link', { name: /^Linen Robe/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Product' })
  await dialog.getByLabel('Brand').fill('Mine')
  await dialog.getByLabel('GTIN').fill('12345678')
  await service.from('products').update({ brand: 'Theirs', category: 'Tools' }).eq('merchant_name', merchant)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Somebody saved this record')
  await expect(dialog.getByRole('alert'), 'far from the button that was pressed').toBeInViewport()
  await expect(dialog.getByLabel('Category'), 'what was not touched here').toHaveValue('Tools')
  await expect(dialog.getByText('Saved meanwhile: Theirs')).toBeVisible()
  await expect(dialog.getByText('Saved meanwhile'), 'of what only I changed nothing is said').toHaveCount(1)
  await dialog.getByRole('button', { name: 'Take this' }).click()
  await expect(dialog.getByLabel('Brand')).toHaveValue('Theirs')
  await dialog.getByLabel('Brand').fill('Both of us')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Product updated successfully')).toBeVisible()
  expect((await service.from('products').select('brand').eq('merchant_name', merchant).single()).data?.brand).toBe(
    'Both of us',
  )
})

test('an address by hand that names no place and no record says so', async ({ page }) => {
  await openAs(page, 'admin', '/admin/products?at=1~2020')
  await expect(page.getByRole('alert')).toHaveText('The address names no place in this list.')
  await page.getByRole('button', { name: 'Back to the first' }).last().click()
  await expect(page.getByRole('checkbox', { name: /^Select / }).nth(3)).toBeVisible()
  await page.goto('/admin/products?edit=abc')
  await expect(page.getByRole('dialog')).toContainText('There is no such product.')
})

test('a list says that nothing matches, that it failed, and that a right is missing', async ({ page }) => {
  await openAs(page, 'admin', '/admin/products?merchant=Nobody')
  await expect(page.getByText('No products match these filters.')).toBeVisible()
  const answer = (status: number, code: string, message: string) =>
    page.route('**/rpc/staff_products?*', (route) =>
      route.fulfill({ status, json: { code, message, details: null, hint: null } }),
    )
  await answer(400, '22023', 'something is wrong')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('alert')).toContainText('Error loading products: something is wrong')
  await page.unroute('**/rpc/staff_products?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await answer(403, '42501', 'permission denied')
  await page.goto('/admin/products?sort=oldest')
  await expect(page.getByRole('alert')).toContainText('Your role may not see products')
})

test('thousands of rows are scrolled with a few dozen in the page, and the place is in the address', async ({
  page,
}) => {
  const { path } = await ownProducts(1200)
  await openAs(page, 'admin', path)
  await expect(page.getByText('1,200 products')).toBeVisible()
  const rows = page.getByRole('region', { name: 'Products, rows' })
  const lastName = () => page.getByRole('row').last().getByRole('link').first().textContent()
  const seen = new Set<string | null>()
  await expect(async () => {
    await rows.evaluate((element) => element.scrollBy(0, 20_000))
    seen.add(await lastName())
    expect(await page.getByRole('row').count()).toBeLessThan(80)
    expect(await rows.evaluate((element) => element.scrollTop + element.clientHeight >= element.scrollHeight - 1)).toBe(
      true,
    )
    await expect(page.locator('tr[aria-rowindex="1201"]')).toBeVisible({ timeout: 500 })
  }).toPass({ intervals: [50] })
  expect(seen.size).toBeGreaterThan(3)
  await expect(page).toHaveURL(/at=\d+(~|%7E)/)
  const url = page.url()
  await page.goto('/admin/dashboard')
  await page.goto(url)
  await page.getByRole('button', { name: 'Back to the first' }).click()
  await expect(page).not.toHaveURL(/at=/)
  await expect(page.locator('tr[aria-rowindex="2"]')).toBeVisible()
})

test('what the filters of a list show is taken out as CSV, and a search by words says why it is not [X6]', async ({
  page,
}) => {
  const { merchant, word, path, service } = await ownProducts(3)
  const asFile = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  await openAs(page, 'admin', path)
  const products = await asFile()
  expect(products.name).toBe('products.csv')
  expect(products.text.trim().split('\n')).toHaveLength(4)
  expect(products.text).toContain(`"${merchant}"`)
  await page.goto(`${path}&q=robe`)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(toast(page, /^A search by words is not exported/)).toBeVisible()

  const email = `reader-${word}@test.example`
  await service.from('newsletter_subscribers').insert([
    { email, status: 'confirmed', source_page: '/blog' },
    { email: `other-${word}@test.example`, status: 'pending', source_page: '/blog' },
  ])
  await page.goto(`/admin/subscribers?status=confirmed&q=${word}`)
  await expect(page.getByText(email)).toBeVisible()
  const subscribers = await asFile()
  expect(subscribers.name).toBe('newsletter_subscribers.csv')
  expect(subscribers.text.match(/@test\.example/g)).toHaveLength(1)
  expect(subscribers.text).toContain(email)
})
