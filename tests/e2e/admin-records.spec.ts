import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Download, expect, type Page, test } from '@playwright/test'
import { anonClient, desktop, serviceClient } from '../support/browser.ts'
import { type Account, openAsStaff, staffAccount } from '../support/staff.ts'

test.use({ viewport: desktop })

let admin: Account
test.beforeAll(async () => {
  admin = await staffAccount('admin')
})

async function openScreen(page: Page, path: string) {
  await openAsStaff(page, { account: admin, path })
  await expect(page.getByText('Loading...')).toHaveCount(0)
}

const toast = (page: Page, text: string | RegExp) => page.getByLabel(/^Notifications/).getByText(text)
const word = () => randomUUID().slice(0, 8)

test('a message is found, read and marked as handled, which Undo takes back [X7]', async ({ page }) => {
  const subject = `Parcel ${word()}`
  const service = await serviceClient()
  const stored = async () =>
    (await service.from('contact_messages').select('handled_at').eq('subject', subject).single()).data?.handled_at
  await service
    .from('contact_messages')
    .insert({ name: 'Ines', email: 'ines@test.example', subject, message: 'Where is it?\n<b>Please</b>' })
  await openScreen(page, `/admin/messages?q=${subject.replace(' ', '+')}`)
  await expect(page.getByText('1 message', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: subject }).click()
  const dialog = page.getByRole('dialog', { name: subject })
  await expect(dialog.getByText('<b>Please</b>')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Answer by mail' })).toHaveAttribute('href', /^mailto:ines%40test/)
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: `${subject} is handled` }).click()
  await expect.poll(stored).not.toBeNull()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(stored).toBeNull()
  await page.goto(`/admin/messages?handled=yes&q=${subject.replace(' ', '+')}`)
  await expect(page.getByText('No messages match these filters.')).toBeVisible()
})

test('subscribers are listed with their state and erased for good [X6]', async ({ page }) => {
  const email = `reader-${word()}@test.example`
  const service = await serviceClient()
  await service.from('newsletter_subscribers').insert({ email, status: 'confirmed', source_page: '/blog' })
  await openScreen(page, `/admin/subscribers?status=confirmed&q=${email}`)
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('confirmed')
  await page.getByRole('button', { name: `Erase ${email}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase' }).click()
  await expect(toast(page, 'Everything of this address is erased')).toBeVisible()
  await expect(page.getByText('No subscribers match these filters.')).toBeVisible()
  expect((await service.from('newsletter_subscribers').select('id').eq('email', email)).data).toEqual([])
})

test('mails that no mail server took are read in the outbox [X8]', async ({ page }) => {
  const { email } = await staffAccount('viewer')
  const visitor = await anonClient()
  expect((await visitor.auth.resetPasswordForEmail(email)).error).toBeNull()
  await openScreen(page, '/admin/outbox')
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Waiting')
  await row.getByRole('button', { name: /^Read/ }).click()
  await expect(page.getByRole('dialog')).toContainText('/auth/v1/verify')
})

test('the hero is changed with its two toasts, shown to visitors, and put back from the activity [X4]', async ({
  page,
}) => {
  const service = await serviceClient()
  const stored = async () =>
    (
      await service
        .from('homepage_settings')
        .select('hero_title')
        .eq('is_active', true)
        .order('created_at', { ascending: false })
        .limit(1)
    ).data?.[0]?.hero_title
  await openScreen(page, '/admin/homepage')
  const before = (await stored()) ?? ''
  const title = `Spring ${word()}`
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Image address').fill('javascript:alert(1)')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^An address that begins with https/)).toBeVisible()
  await page.getByRole('link', { name: 'Wallpapers' }).first().click()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Image address').fill('')
  await page.route('**/rest/v1/rpc/save_row', (route) => route.abort())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Failed to update settings')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to update settings: The server cannot be reached. Check your connection and try again.',
  )
  await page.unroute('**/rest/v1/rpc/save_row')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Homepage settings updated successfully')).toBeVisible()
  expect(await stored()).toBe(title)

  await page.goto('/admin/activity?table_name=homepage_settings')
  const change = page.getByRole('row').filter({ hasText: title }).first()
  await expect(change).toContainText('You')
  await change.getByRole('link', { name: `Homepage settings: ${title}`, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row', { name: /^Title/ })).toContainText(title)
  await page.keyboard.press('Escape')
  await change.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'The change is undone')).toBeVisible()
  expect((await stored()) ?? '').toBe(before)
})

test('tiles of the home page are added, ordered by buttons and by drag, hidden, deleted and restored [X5]', async ({
  page,
}) => {
  const service = await serviceClient()
  const [first, second] = [`Linen ${word()}`, `Silk ${word()}`]
  await openScreen(page, '/admin/collections')
  for (const title of [first, second]) {
    await page.getByRole('link', { name: 'Add collection' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Collection' })
    await dialog.getByLabel('Title', { exact: true }).fill(title)
    await dialog.getByLabel('Leads to').fill('/shop/balms')
    await dialog.getByLabel('Active').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Collection added').first()).toBeVisible()
    await expect(dialog).toBeHidden()
  }
  const order = async () => {
    const { data } = await service.from('collections').select('title').order('display_order').order('id')
    return (data ?? []).map(({ title }) => title).filter((title) => title === first || title === second)
  }
  expect(await order()).toEqual([first, second])
  await page.getByRole('button', { name: `Move ${second} up` }).click()
  await expect.poll(order).toEqual([second, first])
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  await row(first).dragTo(row(second))
  await expect.poll(order).toEqual([first, second])
  const tiles = page.getByRole('link', { name: new RegExp(`^(${first}|${second})$`) })
  await expect(tiles, 'nothing moves any more').toHaveText([first, second])

  await row(second).getByRole('switch').click()
  await expect
    .poll(async () => (await service.from('collections').select('is_active').eq('title', second).single()).data)
    .toEqual({ is_active: false })
  for (const title of [first, second]) {
    await page.getByRole('button', { name: `Delete ${title}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(row(title)).toHaveCount(0)
  }
  await page.goto(`/admin/trash?table_name=collections&q=${first.replace(' ', '+')}`)
  await page.getByRole('button', { name: `Restore Collection ${first}` }).click()
  await expect(toast(page, 'Restored')).toBeVisible()
  expect(await order()).toEqual([first])
  await service.from('collections').delete().eq('title', first)
})

test('a merchant’s switches say what they allow, and trust is a toggle', async ({ page }) => {
  const name = `Calla ${word()}`
  const service = await serviceClient()
  await openScreen(page, '/admin/merchants?edit=new')
  const dialog = page.getByRole('dialog', { name: 'Add Merchant' })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await dialog.getByLabel('Slug').fill('Not A Slug')
  await dialog.getByLabel('Oldest price').fill('a while')
  await expect(dialog.getByText('Off: product pages show no history and no price drop of it.')).toBeVisible()
  await dialog.getByLabel('Past prices may be shown').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Small letters, digits and single hyphens only')).toBeVisible()
  await expect(dialog.getByText('A length of time, such as 24 hours')).toBeVisible()
  await dialog.getByLabel('Slug').fill(name.toLowerCase().replace(' ', '-'))
  await dialog.getByLabel('Oldest price').fill('24 hours')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Merchant added')).toBeVisible()
  const stored = async () =>
    (await service.from('merchants').select('may_show_history, may_alert, is_trusted').eq('name', name).single()).data
  expect(await stored()).toEqual({ may_show_history: true, may_alert: false, is_trusted: false })
  await page.goto(`/admin/merchants?q=${name.replace(' ', '+')}`)
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Merchant' })
  const { data: taken } = await service.from('merchants').select('slug').neq('name', name).limit(1).single()
  await editing.getByLabel('Slug').fill(taken?.slug)
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing.getByText('There is one with this slug already')).toBeVisible()
  await editing.getByLabel('Slug').fill(name.toLowerCase().replace(' ', '-'))
  await editing.getByLabel('Price drops may be mailed to visitors').check()
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Merchant updated')).toBeVisible()
  expect((await stored())?.may_alert).toBe(true)
  await page.getByRole('switch', { name: `${name} is trusted` }).click()
  await expect(toast(page, `${name} is trusted`)).toBeVisible()
  expect((await stored())?.is_trusted).toBe(true)
})

test('where no store is set, the connection says so [B4.19] [B8.53] [B8.67]', async ({ page }) => {
  await openScreen(page, '/admin/dashboard')
  const statistics = page.getByRole('region', { name: 'Product Statistics' })
  await expect(statistics.getByText('Not set up'), 'which is no error').toBeVisible()
  await expect(statistics.getByText('Shopify configuration not found')).toBeVisible()
  await statistics.getByRole('button', { name: 'Test connection' }).click()
  await expect(toast(page, 'Shopify connection test failed: Shopify configuration not found')).toBeVisible()
})

const textOf = async (download: Promise<Download>) => readFile(await (await download).path(), 'utf8')

test('the activity calls accounts by their addresses, also one that is removed, and is taken out as CSV', async ({
  page,
}) => {
  const person = await staffAccount('editor')
  await openScreen(page, `/admin/activity?row_key=${person.id}`)
  await page.getByRole('link', { name: `Role: ${person.email}` }).click()
  const change = page.getByRole('dialog', { name: `Role: ${person.email}` })
  await expect(change.getByRole('row', { name: /^Account/ })).toContainText(person.email)
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const lines = (await textOf(download)).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"user_roles","${person.id}"`)
  const service = await serviceClient()
  expect((await service.auth.admin.deleteUser(person.id)).error).toBeNull()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Role: A removed account' }).first()).toBeVisible()
})

test('a change is undone in its own window, which calls the fields what forms call them', async ({ page }) => {
  const name = `Forge ${word()}`
  const service = await serviceClient()
  const merchant = { name, slug: name.toLowerCase().replace(' ', '-'), max_age: '6 hours' }
  const { data: made } = await service.from('merchants').insert(merchant).select('id').single()
  expect((await service.from('merchants').update({ max_age: '2 hours' }).eq('id', made?.id)).error).toBeNull()
  const stored = async () =>
    (await service.from('merchants').select('max_age').eq('id', made?.id).single()).data?.max_age
  await openScreen(page, `/admin/activity?row_key=${made?.id}&action=update`)
  const field = 'Oldest price that may be shown'
  await expect(page.getByRole('cell', { name: field, exact: true })).toBeVisible()
  await page.getByRole('link', { name: `Merchant: ${name}` }).click()
  const change = page.getByRole('dialog', { name: `Merchant: ${name}` })
  await expect(change.getByRole('row', { name: new RegExp(`^${field}`) })).toContainText('06:00:00')
  await change.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'The change is undone')).toBeVisible()
  await expect.poll(stored).toBe('06:00:00')
})

test('who asks what is kept of them gets one file of it', async ({ page }) => {
  const email = `reader-${word()}@test.example`
  const service = await serviceClient()
  const message = { name: 'Ines', email, subject: 'Hello', message: 'Are you there?' }
  expect((await service.from('contact_messages').insert(message)).error).toBeNull()
  await openScreen(page, `/admin/personal-data?address=${encodeURIComponent(email)}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a copy' }).click()
  expect((await download).suggestedFilename()).toBe('personal-data.json')
  expect(JSON.parse(await textOf(download))).toMatchObject({
    address: email,
    kept: { 'contact messages': [{ message: 'Are you there?' }] },
  })
})

test('who was invited and has not come yet is listed so, and gets the invitation again', async ({ page }) => {
  const email = `invited-${word()}@staff.example`
  const service = await serviceClient()
  const invited = await service.auth.admin.inviteUserByEmail(email)
  expect((await service.from('user_roles').insert({ user_id: invited.data.user?.id, role: 'editor' })).error).toBeNull()
  await openScreen(page, '/admin/users')
  const row = page.getByRole('row', { name: new RegExp(email) })
  await expect(row).toContainText('Invited')
  await expect(row).toContainText('Never; invited')
  await row.getByRole('button', { name: `Send again: ${email}` }).click()
  const dialog = page.getByRole('dialog', { name: `Send the invitation again: ${email}` })
  await dialog.getByLabel('Reason').fill('the mail was lost')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(toast(page, /Invitation sent again|waits in the outbox/)).toBeVisible()
})
