import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type Browser, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { totp } from '../fakes/authenticator-app.ts'
import { desktop } from '../support/browser.ts'
import { anonClientOf, serviceClientOf } from '../support/clients.ts'
import { type OwnShop, startOwnShop } from '../support/dahlia.ts'
import { type Account, signIn, staffAccount } from '../support/staff.ts'

/** Started as an operator starts it: the worker, which does the bulk change, is a child beside the server. */
const START = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url))

test.use({ viewport: desktop, trace: 'off' })
test.describe.configure({ mode: 'serial', timeout: 240_000 })

let shop: OwnShop
let operator: Account
let colleague: Account
test.beforeAll(async () => {
  // A start makes a database and the demo shop.
  test.setTimeout(120_000)
  shop = await startOwnShop({ main: START, env: { TRUST_PROXY: '1' } })
  operator = await staffAccount('admin', shop)
  colleague = await staffAccount('admin', shop)
})
test.afterAll(() => shop?.close())

const toast = (page: Page, text: string | RegExp) => page.getByLabel(/^Notifications/).getByText(text)
const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' })

test('an operator’s morning', async ({ page, browser }) => {
  await test.step('signs in with a second factor', () => signInWithFactor(page))
  await test.step('looks at the figures', async () => {
    const figures = page.getByRole('region', { name: 'Product Statistics' })
    await expect(figures.getByRole('definition').first()).toHaveText(/^[1-9][\d,]*$/)
    await expect(page.getByRole('link', { name: /Messages not handled yet/ })).toBeVisible()
  })
  await test.step('changes 5,000 products by filter, and undoes it', () => changeMany(page))
  await test.step('uploads a wallpaper over a broken line', () => uploadWallpaper(page))
  await test.step('invites an editor, who may not see users', () => inviteEditor(page, browser))
  await test.step('finds who changed the hero, and puts it back', () => putHeroBack(page))
  await test.step('signs out everywhere', async () => {
    const elsewhere = await browser.newPage()
    await signIn(elsewhere, colleague, shop.url)
    await expect(dashboard(elsewhere)).toBeVisible()
    const other = await browser.newPage()
    await signIn(other, colleague, shop.url)
    await expect(dashboard(other)).toBeVisible()
    await other.goto(`${shop.url}/admin/account`)
    await other.getByRole('button', { name: 'Sign out everywhere' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(other).toHaveURL(/\/admin\/login/)
    await elsewhere.reload()
    await expect(elsewhere).toHaveURL(/\/admin\/login/)
  })
})

async function signInWithFactor(page: Page) {
  await signIn(page, operator, shop.url)
  await expect(dashboard(page)).toBeVisible()
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible()
  const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? ''
  await page.getByLabel('Code from your authenticator app').fill(totp(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Make recovery codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make codes' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.locator('aside').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/admin\/login/)
  await signIn(page, operator, shop.url)
  await page.getByLabel('Code from your authenticator app').fill(totp(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(dashboard(page)).toBeVisible()
}

async function changeMany(page: Page) {
  const service = await serviceClientOf(shop)
  const merchant = `Mill ${randomUUID().slice(0, 8)}`
  const rows = Array.from({ length: 5000 }, (_none, n) => ({
    product_name: `Linen Robe ${String(n).padStart(4, '0')}`,
    merchant_name: merchant,
    category: 'Fashion',
    price: 10 + (n % 7),
    affiliate_link: 'https://mill.example/robe',
  }))
  for (let from = 0; from < rows.length; from += 250) {
    expect((await service.from('products').insert(rows.slice(from, from + 250))).error).toBeNull()
  }
  const hidden = async () => {
    const rows = service.from('products').select('id', { count: 'exact', head: true }).eq('merchant_name', merchant)
    return (await rows.not('delisted_at', 'is', null)).count
  }
  await page.goto(`${shop.url}/admin/products?merchant=${merchant.replace(' ', '+')}`)
  await page.getByRole('switch').first().click()
  await expect(toast(page, 'Product hidden')).toBeVisible()
  expect(await hidden()).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(hidden).toBe(0)

  await page
    .getByRole('checkbox', { name: /^Select Linen Robe/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Select all 5,000 matching' }).click()
  await page.getByRole('button', { name: 'Hide all' }).click()
  const question = page.getByRole('alertdialog', { name: 'Hide 5,000 products?' })
  await question.getByRole('button', { name: 'Hide' }).click()
  const run = page.getByRole('dialog', { name: 'Bulk change' })
  await expect(run.getByRole('status')).toHaveText('succeeded: 5,000 of 5,000', { timeout: 90_000 })
  expect(await hidden()).toBe(5000)
  await run.getByRole('link', { name: 'What it changed' }).click()
  await expect(page).toHaveURL(/\/activity\?change_set=/)
  await page
    .getByRole('button', { name: /^Undo / })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  const undoing = page.getByRole('dialog', { name: 'Undoing of a change' })
  await expect(undoing.getByRole('status')).toHaveText(/^succeeded/, { timeout: 90_000 })
  expect(await hidden()).toBe(0)
}

async function uploadWallpaper(page: Page) {
  const offsets: number[] = []
  await page.route('**/storage/v1/upload/resumable/*', async (route) => {
    if (route.request().method() !== 'PATCH') return await route.continue()
    offsets.push(Number(route.request().headers()['upload-offset']))
    if (offsets.length === 1) await route.abort('connectionreset')
    else await route.continue()
  })
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const image = sharp({ create: { width: 1800, height: 3200, channels: 3, background: 'grey', noise } })
  await page.goto(`${shop.url}/admin/wallpapers?edit=new`)
  const dialog = page.getByRole('dialog', { name: 'Add Wallpaper' })
  await dialog.getByLabel('Title').fill('Morning mist')
  const buffer = await image.png({ compressionLevel: 1 }).toBuffer()
  await dialog.getByLabel('Image').setInputFiles({ name: 'mist.png', mimeType: 'image/png', buffer })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Wallpaper created')).toBeVisible({ timeout: 60_000 })
  expect(offsets.length, 'the line broke once').toBeGreaterThan(1)
  expect(offsets[1], 'it went on where it broke').toBeGreaterThanOrEqual(6 * 1024 * 1024)
  await page.unroute('**/storage/v1/upload/resumable/*')
}

async function inviteEditor(page: Page, browser: Browser) {
  const email = `editor-${randomUUID().slice(0, 8)}@staff.example`
  await page.goto(`${shop.url}/admin/users`)
  await page.getByRole('button', { name: 'Invite user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite user' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Role').selectOption('editor')
  await dialog.getByLabel('Reason').fill('Writes the guides from today on')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('editor')

  const service = await serviceClientOf(shop)
  const { data: users } = await service.auth.admin.listUsers({ perPage: 1000 })
  const invited = users.users.find((user) => user.email === email)
  const password = `Pass-${randomUUID()}`
  await service.auth.admin.updateUserById(invited?.id ?? '', { password, email_confirm: true })
  const role = { key: 'admin_minimum_role', value: 'editor' }
  expect((await service.from('site_settings').upsert(role, { onConflict: 'key' })).error).toBeNull()
  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, { email, password }, shop.url)
  await expect(dashboard(theirs)).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await theirs.goto(`${shop.url}/admin/users`)
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Admins only')
  await theirs.context().close()
}

async function putHeroBack(page: Page) {
  const service = await serviceClientOf(shop)
  const title = `Colleague’s title ${randomUUID().slice(0, 8)}`
  const theirs = await anonClientOf(shop)
  await theirs.auth.signInWithPassword(colleague)
  const shown = service.from('homepage_settings').select('id, hero_title').eq('is_active', true)
  const { data: before } = await shown.order('created_at', { ascending: false }).limit(1).single()
  expect((await theirs.from('homepage_settings').update({ hero_title: title }).eq('id', before?.id)).error).toBeNull()

  await page.goto(`${shop.url}/admin/activity?table_name=homepage_settings`)
  const change = page.getByRole('row').filter({ hasText: title }).first()
  await expect(change).toContainText(colleague.email)
  await change.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'The change is undone')).toBeVisible()
  const { data: after } = await service.from('homepage_settings').select('hero_title').eq('id', before?.id).single()
  expect(after?.hero_title).toBe(before?.hero_title)
}
