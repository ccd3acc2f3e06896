import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { desktop, serviceClient } from '../support/browser.ts'
import { endSessions, expireToken, sessionHasEnded, signInAgain } from '../support/ended-session.ts'
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
  await endSessions(account)
  await record.getByRole('button', { name: 'Save' }).click()
  const question = sessionHasEnded(page)
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
  await endSessions(account)
  await expireToken(page)
  await record.getByRole('button', { name: 'Save' }).click()
  await signInAgain(page, account)
  await expect(record.getByLabel('Description')).toHaveValue('typed before')
  await record.getByRole('button', { name: 'Save' }).click()
  await expect(record).toHaveCount(0)
  expect(await stored()).toBe('typed before')
})

test('two tabs whose session cannot be renewed both say so, and neither loses what was typed', async ({ page }) => {
  const account = await staffAccount('admin')
  const [first, second] = [await ownMerchant(), await ownMerchant()]
  await openAs(page, account, `/admin/merchants?edit=${first.id}`)
  const other = await page.context().newPage()
  await other.goto(`/admin/merchants?edit=${second.id}`)
  const typed = (on: Page) => on.getByRole('dialog').getByLabel('Description')
  await typed(page).fill('typed in the first')
  await typed(other).fill('typed in the second')
  await endSessions(account)
  await expireToken(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(sessionHasEnded(page)).toBeVisible()
  await expect(sessionHasEnded(other), 'who asked for nothing').toBeVisible()
  await signInAgain(other, account)
  await expect(sessionHasEnded(page), 'signed in again for both').toHaveCount(0)
  for (const [on, { stored }, text] of [
    [page, first, 'typed in the first'],
    [other, second, 'typed in the second'],
  ] as const) {
    await expect(typed(on)).toHaveValue(text)
    await on.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(on.getByRole('dialog')).toHaveCount(0)
    expect(await stored()).toBe(text)
  }
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(other, 'a sign-out that was meant leaves both').toHaveURL(/\/admin\/login/)
})

test('a list that is read after the session ended elsewhere asks to sign in again, and does not say that it is empty', async ({
  page,
}) => {
  const account = await staffAccount('admin')
  const subject = `Late ${word()}`
  const message = { name: 'Ada', email: `ada-${word()}@test.example`, subject, message: 'Where is it?' }
  expect((await (await serviceClient()).from('contact_messages').insert(message)).error).toBeNull()
  await openAs(page, account, '/admin/messages')
  const search = page.getByRole('searchbox', { name: 'Name, email or subject' })
  await expect(search).toBeVisible()
  await endSessions(account)
  // Rows that only staff see: of others, which everybody may read, the list would still have them all.
  await search.fill(subject)
  await signInAgain(page, account)
  await expect(page.getByRole('table').getByText(subject)).toBeVisible()
})

test('a CSV file whose upload meets an ended session is kept, and sent again after the sign-in', async ({ page }) => {
  const account = await staffAccount('admin')
  await openAs(page, account, '/admin/import/merchants')
  const field = page.getByLabel('CSV file')
  await expect(field).toBeVisible()
  await endSessions(account)
  await field.setInputFiles({ name: 'mills.csv', mimeType: 'text/csv', buffer: Buffer.from('name,slug\nMill,mill\n') })
  await signInAgain(page, account)
  await page.getByRole('button', { name: 'Send mills.csv again' }).click()
  await expect(page.getByText('1 row in 2 columns')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send mills.csv again' })).toHaveCount(0)
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

test('a role that two admins change at once is the first one’s, and the second is told what it is now', async ({
  page,
  browser,
}) => {
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
    await expect(dialog.getByText('The role is editor now.')).toBeVisible()
    await dialog.getByLabel('Role').selectOption(role)
    await dialog.getByLabel('Reason').fill(`now ${role}`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    return dialog
  }
  const service = await serviceClient()
  const reasons = async () => {
    const { data } = await service.from('audit_log').select('reason').eq('row_key', person.id).order('id')
    return data?.map(({ reason }) => reason)
  }
  await expect(await give(page, 'admin')).toHaveCount(0)
  const dialog = await give(other, 'viewer')
  await expect(dialog.getByRole('alert')).toContainText('it was editor, and is admin now. Nothing was changed.')
  await expect(dialog.getByText('The role is admin now.')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('now viewer')
  expect(await reasons()).toEqual([null, 'now admin'])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await reasons()).toEqual([null, 'now admin', 'now viewer'])
  await page.reload()
  await expect(page.getByRole('row', { name: new RegExp(person.email) })).toContainText('viewer')
  await other.close()
})
