import { expect, test } from '@playwright/test'
import { totp } from '../fakes/authenticator-app.ts'
import { anonClient, desktop, serviceClient } from '../support/browser.ts'
import { expectHeadings } from '../support/office-screens.ts'
import { signIn, staffAccount } from '../support/staff.ts'

test.use({ viewport: desktop, trace: 'off' })
test.describe.configure({ timeout: 120_000 })

/** What whoever opens an address is shown: by its first heading. */
const LOG_IN = 'Admin Login'
const DENIED = 'Access Denied'
const CODE = 'Enter your code'

test('a visitor is sent to the sign-in page from every screen [B2.45]', async ({ page }) => {
  await expectHeadings(page, () => LOG_IN)
})

test('a viewer is refused at every screen [B2.46]', async ({ page }) => {
  await signIn(page, await staffAccount('viewer'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(DENIED)
  await expectHeadings(page, () => DENIED)
})

test('an editor is refused at every screen [B6.2]', async ({ page }) => {
  await signIn(page, await staffAccount('editor'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(DENIED)
  await expectHeadings(page, () => DENIED)
})

test('an admin sees every screen, with a second factor only once it was shown [B2.5] [B2.13]', async ({ page }) => {
  const account = await staffAccount('admin')
  await signIn(page, account)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expectHeadings(page, ([, heading]) => heading)
  const client = await anonClient()
  expect((await client.auth.signInWithPassword(account)).error).toBeNull()
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp' })
  const { id = '', totp: app } = enrolled.data ?? {}
  const shown = await client.auth.mfa.challengeAndVerify({ factorId: id, code: totp(app?.secret ?? '') })
  expect(shown.error).toBeNull()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, account)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(CODE)
  await expectHeadings(page, () => CODE)
})

test('whoever is banned or signed out elsewhere is asked to sign in again', async ({ page }) => {
  const account = await staffAccount('admin')
  await signIn(page, account)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  const elsewhere = await anonClient()
  expect((await elsewhere.auth.signInWithPassword(account)).error).toBeNull()
  expect((await elsewhere.auth.signOut({ scope: 'global' })).error).toBeNull()
  await expectHeadings(page, () => LOG_IN)

  await signIn(page, account)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  const service = await serviceClient()
  expect((await service.auth.admin.updateUserById(account.id, { ban_duration: '1h' })).error).toBeNull()
  await expectHeadings(page, () => LOG_IN)
})
