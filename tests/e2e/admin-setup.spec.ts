import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { totp } from '../fakes/authenticator-app.ts'
import { desktop, serviceClient } from '../support/browser.ts'
import { signIn, staffAccount } from '../support/staff.ts'

test.use({ viewport: desktop })

async function signedIn(page: Page, role: 'admin' | 'editor' = 'admin') {
  const account = await staffAccount(role)
  await signIn(page, account)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  return account
}

test('the set-up checklist tries each part for real and says what to do, on the dashboard until all is done', async ({
  page,
}) => {
  await signedIn(page)
  await page.getByRole('region', { name: 'Set-up' }).getByRole('link', { name: 'Go on' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Set-up' })).toBeVisible()
  const check = (name: string) => page.getByRole('listitem', { name, exact: true })
  for (const [name, sentence] of [
    ['Files', 'A file was written, read and removed on the disk.'],
    ['Mail', /No mail server is set.*Set SMTP_HOST/],
    ['Public address', /without https.*set SITE_URL/],
    ['Shopify store', /No Shopify store is set/],
  ] as const) {
    await check(name)
      .getByRole('button', { name: `Try now: ${name}` })
      .click()
    await expect(check(name).getByRole('status')).toHaveText(sentence)
  }
  await expect(check('Files')).toContainText('Works')
  await expect(check('Mail')).toContainText('To do')
  await expect(check('Second factor').getByRole('status')).toHaveText(/You have no second factor/)
})

test('what begins to wait is told in the shell at once, read by each for themselves, and leads to its record', async ({
  page,
}) => {
  await signedIn(page)
  await page.goto('/admin/notifications')
  const readAll = page.getByRole('button', { name: 'Mark all as read' })
  await expect(page.getByText(/Nothing waits for you|A message|A draft|A job|An import/).first()).toBeVisible()
  if (await readAll.isEnabled()) await readAll.click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()

  const service = await serviceClient()
  const name = `Scarf ${randomUUID().slice(0, 8)}`
  const id = randomUUID()
  const socket = page.waitForResponse('**/rest/v1/rpc/my_notifications')
  await service.from('draft_products').insert({ id, extracted_data: { product_name: name } })
  await socket
  await expect(page.getByRole('banner').getByRole('link', { name: /Notifications, \d+ unread/ })).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.getByRole('button', { name: /^Mark as read/ }).click()
  await row.getByRole('button', { name: /^Mark as unread/ }).click()
  await expect(row.getByRole('button', { name: /^Mark as read/ })).toBeVisible()

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill(name)
  await expect(palette.getByRole('option').filter({ hasText: name })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await row.getByRole('link').click()
  await expect(page).toHaveURL('/admin/product-monitoring')
  await service.from('draft_products').update({ status: 'rejected' }).eq('id', id)
  await page.goto('/admin/notifications')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications')
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await expect(row).toHaveCount(0)
})

test('what is dangerous asks for the password again, over the form that wants it, and goes on [B6.4]', async ({
  page,
}) => {
  const { password } = await signedIn(page)
  const other = await staffAccount('viewer')
  await page.goto('/admin/users')
  await page.getByRole('button', { name: `Role: ${other.email}` }).click()
  const form = page.getByRole('dialog', { name: /Change role/ })
  await form.getByLabel('Role').selectOption('editor')
  await form.getByLabel('Reason').fill('because of a test')
  // As if they had signed in long ago.
  await page.route(
    '**/functions/v1/manage-staff',
    (route) => route.fulfill({ status: 428, json: { success: false, error: 'Enter your password again to do this.' } }),
    { times: 2 },
  )
  await form.getByRole('button', { name: 'Save' }).click()
  const proof = page.getByRole('dialog', { name: 'Enter your password again' })
  await proof.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.getByRole('alert')).toHaveText('Enter your password again to do this.')
  await expect(page.getByText('Failed to update role: Enter your password again to do this.')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await proof.getByLabel('Password').fill('not this one 1')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof.getByRole('alert')).toHaveText('This is not your password.')
  await proof.getByLabel('Password').fill(password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('User role updated successfully')).toBeVisible()
  await expect(form).toBeHidden()
})

test('the account screen sets a second factor up, makes its recovery codes, and removes it again', async ({ page }) => {
  await signedIn(page)
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = await page.getByText(/^[A-Z2-7]{16,}$/).innerText()
  await page.getByLabel('Code from your authenticator app').fill('000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Please enter the six digits that your authenticator app shows')).toBeVisible()
  await page.getByLabel('Code from your authenticator app').fill(totp(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Signing in asks for the code of your authenticator app.')).toBeVisible()

  await page.getByRole('button', { name: 'Make recovery codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make codes' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await expect(page.getByRole('link', { name: 'Download them' })).toHaveAttribute('download', 'recovery-codes.txt')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Make recovery codes' }), 'shown once').toBeVisible()

  await page.getByRole('button', { name: 'Remove the second factor' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
})

test('signing out everywhere ends every session of the account, and no other one’s', async ({ page, browser }) => {
  const account = await signedIn(page)
  const elsewhere = await browser.newPage()
  await signIn(elsewhere, account)
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const stranger = await browser.newPage()
  await signedIn(stranger)
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/admin\/login/)
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/admin\/login/)
  await stranger.reload()
  await expect(stranger.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await elsewhere.close()
  await stranger.close()
})
