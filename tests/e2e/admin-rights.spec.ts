import { expect, type Page, test } from '@playwright/test'
import { totp } from '../fakes/authenticator-app.ts'
import { anonClient, desktop, serviceClient } from '../support/browser.ts'
import { signIn, staffAccount } from '../support/staff.ts'

test.use({ viewport: desktop, reducedMotion: 'reduce', trace: 'off' })
test.describe.configure({ timeout: 120_000 })

/** What whoever opens an address is shown: by its first heading. */
const LOG_IN = 'Admin Login'
const DENIED = 'Access Denied'
const CODE = 'Enter your code'
const ADMINS_ONLY = 'Admins only'

/** Every screen with its heading; those that only admins see are marked. */
const SCREENS: readonly [path: string, heading: string, forAdmins?: true][] = [
  ['/admin/dashboard', 'Dashboard'],
  ['/admin/product-monitoring', 'Product Monitoring & Management'],
  ['/admin/wallpapers', 'Wallpapers'],
  ['/admin/products', 'Products'],
  ['/admin/retailer-products', 'Retailer Products'],
  ['/admin/merchants', 'Merchants'],
  ['/admin/networks', 'Networks'],
  ['/admin/shopify', 'Shopify Store'],
  ['/admin/collections', 'Collections'],
  ['/admin/activity', 'Activity'],
  ['/admin/trash', 'Trash'],
  ['/admin/jobs', 'Jobs'],
  ['/admin/new-post', 'Create Blog Post'],
  ['/admin/homepage', 'Homepage', true],
  ['/admin/messages', 'Messages', true],
  ['/admin/outbox', 'Outbox', true],
  ['/admin/subscribers', 'Newsletter Subscribers', true],
  ['/admin/users', 'Users', true],
  ['/admin/settings', 'Settings', true],
]

/** Opens every screen, and fails with what each of them showed instead. */
async function expectHeadings(page: Page, expected: (screen: (typeof SCREENS)[number]) => string) {
  for (const screen of SCREENS) {
    await page.goto(screen[0])
    await expect(page.getByRole('heading', { level: 1 }), screen[0]).toHaveText(expected(screen))
  }
}

test('a visitor is sent to the sign-in page from every screen [B2.45]', async ({ page }) => {
  await expectHeadings(page, () => LOG_IN)
})

test('a viewer is refused at every screen [B2.46]', async ({ page }) => {
  await signIn(page, await staffAccount('viewer'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(DENIED)
  await expectHeadings(page, () => DENIED)
})

test('an editor is refused at every screen, and where the setting lets editors in, at those of Administration [B6.2] [B6.3]', async ({
  page,
}) => {
  await signIn(page, await staffAccount('editor'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(DENIED)
  await expectHeadings(page, () => DENIED)
  // What the setting changes is this one answer; the setting itself would let in the editors of other tests.
  await page.route('**/rpc/my_staff_role', (route) =>
    route.fulfill({ json: [{ role: 'editor', given: 'editor', reason: null, minimum: 'editor' }] }),
  )
  await expectHeadings(page, ([, heading, forAdmins]) => (forAdmins ? ADMINS_ONLY : heading))
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('navigation', { name: 'Back office' }).getByRole('heading')).toHaveText([
    'Navigation',
    'Content Tools',
  ])
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
