import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { anonClient, desktop, serviceClient } from '../support/browser.ts'
import { type Account, signIn, staffAccount } from '../support/staff.ts'

/** What the office says when something fails that no test pretends: sessions that end, rights that go, files that are gone. */
test.use({ viewport: desktop, reducedMotion: 'reduce' })

const word = () => randomUUID().slice(0, 8)

async function openAs(page: Page, account: Account, path: string) {
  await signIn(page, account)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.goto(path)
  await expect(page.getByText('Loading...')).toHaveCount(0)
}

async function ownMerchant() {
  const service = await serviceClient()
  const name = `Forge ${word()}`
  const { data, error } = await service
    .from('merchants')
    .insert({ name, slug: name.toLowerCase().replace(' ', '-') })
    .select('id')
    .single()
  if (error) throw new Error(error.message)
  const stored = async () =>
    (await service.from('merchants').select('description').eq('id', data.id).single()).data?.description
  return { service, name, id: data.id, stored }
}

test('a screen whose script is gone since the last deployment says that there is a new version', async ({ page }) => {
  await openAs(page, await staffAccount('admin'), '/admin/dashboard')
  await page.route('**/admin/assets/networks-*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.getByRole('link', { name: 'Networks', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'There is a new version' })).toBeVisible()
  await page.unroute('**/admin/assets/networks-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Networks' })).toBeVisible()
})

test('a save after the session ended elsewhere asks to sign in again, and what was typed is still there', async ({
  page,
}) => {
  const account = await staffAccount('admin')
  const { id, stored } = await ownMerchant()
  await openAs(page, account, `/admin/merchants?edit=${id}`)
  const record = page.getByRole('dialog')
  await record.getByLabel('Description').fill('typed before')
  const elsewhere = await anonClient()
  expect((await elsewhere.auth.signInWithPassword(account)).error).toBeNull()
  expect((await elsewhere.auth.signOut({ scope: 'global' })).error).toBeNull()
  await record.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog', { name: 'Your session has ended' })
  await question.getByLabel('Password').fill('not the password')
  await question.getByRole('button', { name: 'Sign In' }).click()
  await expect(question.getByText('Invalid login credentials')).toBeVisible()
  expect(await stored()).not.toBe('typed before')
  await page.keyboard.press('Escape')
  await question.getByLabel('Password').fill(account.password)
  await question.getByRole('button', { name: 'Sign In' }).click()
  await expect(question).toHaveCount(0)
  await expect(record.getByLabel('Description')).toHaveValue('typed before')
  await record.getByRole('button', { name: 'Save' }).click()
  await expect(record).toHaveCount(0)
  expect(await stored()).toBe('typed before')
})

test('a session that cannot be renewed asks to sign in again, and what was typed is still there', async ({ page }) => {
  const account = await staffAccount('admin')
  const { id, stored } = await ownMerchant()
  await openAs(page, account, `/admin/merchants?edit=${id}`)
  const record = page.getByRole('dialog')
  await record.getByLabel('Description').fill('typed before')
  const elsewhere = await anonClient()
  expect((await elsewhere.auth.signInWithPassword(account)).error).toBeNull()
  expect((await elsewhere.auth.signOut({ scope: 'global' })).error).toBeNull()
  // An hour later: the token has to be renewed, and its session is gone.
  await page.evaluate(() => {
    for (const [key, value] of Object.entries<string>({ ...localStorage })) {
      if (key.endsWith('-auth-token'))
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expires_at: 1 }))
    }
  })
  await record.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog', { name: 'Your session has ended' })
  await question.getByLabel('Password').fill(account.password)
  await question.getByRole('button', { name: 'Sign In' }).click()
  await expect(question).toHaveCount(0)
  await expect(record.getByLabel('Description')).toHaveValue('typed before')
  await record.getByRole('button', { name: 'Save' }).click()
  await expect(record).toHaveCount(0)
  expect(await stored()).toBe('typed before')
})

test('a save that a policy refuses, because the role was taken away, changes nothing and says so', async ({ page }) => {
  const account = await staffAccount('admin')
  const { service, id, stored } = await ownMerchant()
  await openAs(page, account, `/admin/merchants?edit=${id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Description').fill('typed before')
  await service.from('user_roles').delete().eq('user_id', account.id)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText("You don't have the required permissions")).toBeVisible()
  expect(await stored()).not.toBe('typed before')
})

test('a role that two admins change at once is the last one’s, and the other sees it', async ({ page, browser }) => {
  const [first, second, person] = [
    await staffAccount('admin'),
    await staffAccount('admin'),
    await staffAccount('editor'),
  ]
  const other = await browser.newPage()
  await openAs(page, first, '/admin/users')
  await openAs(other, second, '/admin/users')
  const give = async (on: Page, role: string) => {
    await on.getByRole('button', { name: `Role: ${person.email}` }).click()
    const dialog = on.getByRole('dialog', { name: `Change role: ${person.email}` })
    await dialog.getByLabel('Role').selectOption(role)
    await dialog.getByLabel('Reason').fill(`now ${role}`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await give(page, 'admin')
  await give(other, 'viewer')
  const service = await serviceClient()
  const { data } = await service.from('audit_log').select('reason').eq('row_key', person.id).order('id')
  expect(data?.map(({ reason }) => reason)).toEqual([null, 'now admin', 'now viewer'])
  await page.reload()
  await expect(page.getByRole('row', { name: new RegExp(person.email) })).toContainText('viewer')
  await other.close()
})
