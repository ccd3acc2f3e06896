import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { anonClient, desktop, serviceClient } from '../support/browser.ts'
import { openAsStaff, staffAccount } from '../support/staff.ts'

test.use({ viewport: desktop })

test.beforeEach(async ({ page }) => {
  await openAsStaff(page, { account: await staffAccount('admin'), path: '/admin/wallpapers' })
  await expect(page.getByRole('heading', { level: 1, name: 'Wallpapers' })).toBeVisible()
})

const image = () =>
  sharp({ create: { width: 90, height: 160, channels: 3, background: '#f0c4ba' } })
    .png()
    .toBuffer()

/** Cancels a form, and answers that what was typed may go. */
async function leave(page: Page, dialog: Locator) {
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(dialog).toBeHidden()
}

const toast = (page: Page, text: string | RegExp) => page.getByLabel(/^Notifications/).getByText(text)

test('a wallpaper is added, hidden, edited and deleted [B2.6] [B2.81] [B2.83] [B2.85] [B2.87] [B9.3] [B4.23] [B5.5] [B5.6] [B5.7] [B7.49] [B7.65]', async ({
  page,
}) => {
  const title = `Blush ${randomUUID().slice(0, 8)}`
  await expect(page.getByRole('link', { name: '← Back to Dashboard' })).toHaveAttribute('href', '/admin/dashboard')
  await page.getByRole('link', { name: 'Add Wallpaper' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Wallpaper' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await expect(dialog.getByText('Please choose an image')).toBeVisible()
  await dialog.getByLabel('Title').fill(title)
  await dialog
    .getByLabel('Image')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(dialog.getByText('Please choose a JPEG, PNG, WebP or AVIF image')).toBeVisible()
  await dialog.getByLabel('Image').setInputFiles({ name: 'blush.png', mimeType: 'image/png', buffer: await image() })
  const preview = await dialog.locator('img').boundingBox()
  expect((preview?.width ?? 0) / (preview?.height ?? 1)).toBeCloseTo(9 / 16, 2)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Wallpaper created')).toBeVisible()
  await expect(dialog).toBeHidden()

  const service = await serviceClient()
  const stored = () => service.from('wallpapers').select('*').eq('title', title).maybeSingle()
  const { data: made } = await stored()
  expect(made).toMatchObject({ description: null, collection_id: null, is_active: true })
  expect(made.image_url).toMatch(/^\/storage\/v1\/object\/public\/wallpapers\/[0-9a-f-]{36}\.png$/)
  expect(made.download_url).toBe(made.image_url)

  const card = page.getByRole('listitem').filter({ hasText: title })
  await card.getByRole('switch').click()
  await expect(card.getByText('Hidden')).toBeVisible()
  await expect.poll(async () => (await stored()).data?.is_active).toBe(false)
  const visitor = await anonClient()
  expect((await visitor.from('wallpapers').select('id').eq('title', title)).data).toEqual([])

  await card.getByRole('link', { name: `Edit ${title}` }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Wallpaper' })
  await editing.getByLabel('Description (optional)').fill('For quiet evenings')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Wallpaper updated')).toBeVisible()
  expect((await stored()).data).toMatchObject({ description: 'For quiet evenings', image_url: made.image_url })

  await card.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, /^Wallpaper deleted/)).toBeVisible()
  expect((await stored()).data).toBeNull()
  expect((await page.request.get(made.image_url)).status(), 'its file stays with it in the trash').toBe(200)
})

test('what the server refuses is told in its words, and a switch goes back [B5.8] [B8.40] [B8.41]', async ({
  page,
}) => {
  await page.getByRole('link', { name: 'Add Wallpaper' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Wallpaper' })
  await dialog.getByLabel('Title').fill('Not an image')
  const text = { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('this is no image') }
  await dialog.getByLabel('Image').setInputFiles(text)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, /^Failed to upload image: /)).toBeVisible()
  await expect(
    dialog.getByText(/^Failed to upload image: this file is not the picture/),
    'beside the file',
  ).toBeVisible()
  await expect(dialog, 'nothing typed is lost').toBeVisible()
  await leave(page, dialog)
  const service = await serviceClient()
  expect((await service.from('wallpapers').select('id').eq('title', 'Not an image')).data).toEqual([])

  const edit = page.getByRole('link', { name: /^Edit / }).first()
  await edit.click()
  await expect(page, 'an open form stands in the address').toHaveURL(/edit=[0-9a-f-]{36}/)
  const editing = page.getByRole('dialog', { name: 'Edit Wallpaper' })
  await editing.getByLabel('Description (optional)').fill('Over a line that is cut')
  await page.route('**/rest/v1/rpc/save_row', (route) => route.abort())
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, /^An error occurred: The server cannot be reached/)).toBeVisible()
  await page.unroute('**/rest/v1/rpc/save_row')
  await leave(page, editing)

  await page.route('**/rest/v1/wallpapers?id=**', (route) =>
    route.fulfill({ status: 403, json: { code: '42501', message: 'permission denied', details: null, hint: null } }),
  )
  const first = page.getByRole('switch').first()
  const before = await first.getAttribute('aria-checked')
  await first.click()
  await expect(toast(page, 'Failed to update wallpaper: permission denied')).toBeVisible()
  await expect(first).toHaveAttribute('aria-checked', before ?? '')
  await page.getByRole('button', { name: 'Delete' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Failed to delete wallpaper: permission denied')).toBeVisible()

  await page.route(/\/rest\/v1\/wallpapers(\?|$)/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { code: '42501', message: 'permission denied', details: null, hint: null } })
      : route.fallback(),
  )
  await page.getByRole('link', { name: 'Add Wallpaper' }).click()
  await dialog.getByLabel('Title').fill('Not written')
  await dialog.getByLabel('Image').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await image() })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Failed to create wallpaper: permission denied')).toBeVisible()
})

test('a collection is added with an address of its name [B2.82] [B2.84] [B2.86] [B4.23] [B5.9] [B5.10] [B7.62] [B8.42] [B8.45]', async ({
  page,
}) => {
  const word = randomUUID().slice(0, 8)
  await page.getByRole('tab', { name: 'Collections' }).click()
  await expect(page).toHaveURL('/admin/wallpapers?tab=collections')
  await page.getByRole('link', { name: 'Add Collection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Collection' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Slug is required')).toBeVisible()
  await dialog.getByLabel('Name').fill(`Quiet & Calm ${word}`)
  await expect(dialog.getByLabel('Slug')).toHaveValue(`quiet-calm-${word}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Collection created')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: word })
  await expect(row.getByRole('link', { name: /^\/collections/ })).toHaveAttribute(
    'href',
    `/collections/quiet-calm-${word}`,
  )

  const leads = await page.request.get(`/collections/quiet-calm-${word}`, { maxRedirects: 0 })
  expect([leads.status(), leads.headers().location]).toEqual([302, `/wallpapers?collection=quiet-calm-${word}`])
  const others = await page.request.get(`/collections/no-wallpapers-${word}`, { maxRedirects: 0 })
  expect(others.headers().location).toBe(`/shop/no-wallpapers-${word}`)

  await page.getByRole('link', { name: 'Add Collection' }).click()
  await dialog.getByLabel('Name').fill(`Quiet Calm ${word}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, /^Failed to create collection: /)).toBeVisible()
  await leave(page, dialog)

  const service = await serviceClient()
  const isActive = async () =>
    (await service.from('wallpaper_collections').select('is_active').eq('slug', `quiet-calm-${word}`).single()).data
  for (const is_active of [false, true]) {
    await row.getByRole('switch').click()
    await expect(row.getByText(is_active ? 'Active' : 'Hidden', { exact: true })).toBeVisible()
    await expect.poll(isActive).toEqual({ is_active })
  }
  const written = /\/rest\/v1\/(rpc\/save_row|wallpaper_collections\?id=)/
  await page.route(written, (route) =>
    route.fulfill({ status: 403, json: { code: '42501', message: 'permission denied', details: null, hint: null } }),
  )
  await row.getByRole('switch').click()
  await expect(toast(page, 'Failed to update collection: permission denied')).toBeVisible()
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Failed to delete collection: permission denied')).toBeVisible()
  await page.unroute(written)

  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, /^Collection deleted/)).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('the protected collection asks first [B5.11] [B5.12]', async ({ page }) => {
  const slug = 'pink-phone-wallpapers'
  const service = await serviceClient()
  const stored = async () => (await service.from('wallpaper_collections').select('*').eq('slug', slug).single()).data
  await page.getByRole('tab', { name: 'Collections' }).click()
  const row = page.getByRole('row').filter({ hasText: slug })
  await row.getByRole('switch').click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('is a protected collection')
  await expect(question).toContainText('Are you sure?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(toast(page, `Collection "${slug}" modification cancelled for safety`)).toBeVisible()
  expect((await stored()).is_active).toBe(true)

  await row.getByRole('link', { name: /^Edit / }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Collection' })
  const before = (await stored()).description
  await dialog.getByLabel('Description (optional)').fill('Changed on purpose')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Update' }).click()
  await expect(toast(page, `Proceeding with update of protected collection "${slug}"`)).toBeVisible()
  await expect(toast(page, 'Collection updated')).toBeVisible()
  expect((await stored()).description).toBe('Changed on purpose')
  const changes = { description: before }
  expect((await service.rpc('change_protected_collection', { slug_param: slug, changes })).error).toBeNull()
})

test('whoever is signed out on the page is told so there [B2.80]', async ({ page }) => {
  await page.locator('aside').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Please log in to access this page.')).toBeVisible()
  await expect(page).toHaveURL('/admin/wallpapers')
})
