import { expect, test } from '@playwright/test'
import { totp } from '../fakes/authenticator-app.ts'
import { anonClient, desktop, open, phone, serviceClient } from '../support/browser.ts'
import { signIn, staffAccount } from '../support/staff.ts'

test.use({ viewport: desktop })

test.describe('the sign-in page', () => {
  test('says who may come in, and leads home [B1.8] [B2.1] [B2.20] [B2.22] [B2.25]', async ({ page }) => {
    const response = await page.goto('/admin/login')
    expect(response?.headers()['cache-control']).toBe('no-store')
    expect(response?.headers()['x-robots-tag']).toContain('noindex')
    expect(response?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'")
    await expect(page.getByText('Access is restricted to administrators only.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  })

  test('is a document of its own, reached from the foot of the site', async ({ page }) => {
    await open(page, '/about')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Admin' }).click()
    await expect(page.getByText('Access is restricted to administrators only.')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
  })

  test('wants both fields, and shows what the server says of wrong ones [B5.13] [B8.1] [B8.10]', async ({ page }) => {
    await page.goto('/admin/login')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Please enter your email address')).toBeVisible()
    await expect(page.getByText('Please enter your password')).toBeVisible()
    await signIn(page, { email: 'nobody@staff.example', password: 'wrong password 1' })
    await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
    await page.route('**/auth/v1/token**', (route) =>
      route.fulfill({ status: 400, json: { code: 'none', message: '' } }),
    )
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to sign in')
  })

  test('sends a new password by mail [B2.21] [B4.22] [B8.11] [B8.12]', async ({ page, baseURL }) => {
    const { email } = await staffAccount('viewer')
    await page.goto('/admin/login')
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await expect(page.getByText('Please enter your email address')).toBeVisible()
    await page.getByLabel('Email').fill(email)
    const asked = page.waitForRequest('**/auth/v1/recover**')
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    expect(decodeURIComponent((await asked).url())).toContain(`redirect_to=${baseURL}/reset-password`)
    const sent = page.getByRole('status')
    await expect(sent).toHaveText('Password reset email sent. Please check your inbox.')
    const [red = 0, green = 0, blue = 0] = await sent.evaluate((line) =>
      (getComputedStyle(line).color.match(/[\d.]+/g) ?? []).map(Number),
    )
    expect(green, 'it is green').toBeGreaterThan(Math.max(red, blue))
    await page.route('**/auth/v1/recover**', (route) => route.abort())
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to send password reset email')
  })

  test('shows the error that a link brought in its address, in words of its own [B8.3]', async ({ page }) => {
    await page.goto('/admin/login#error=access_denied&error_code=otp_expired&error_description=Call+555+0100')
    await expect(page.getByRole('alert')).toHaveText('Email link is invalid or has expired')
  })
})

test.describe('somebody who is signed in', () => {
  test('is asked before the tokens of an address put another account in the place of theirs [B4.10]', async ({
    page,
  }) => {
    const [own, other] = [await staffAccount('admin'), await staffAccount('editor')]
    const { data } = await (await anonClient()).auth.signInWithPassword(other)
    const link = `/admin/login#access_token=${data.session?.access_token}&refresh_token=${data.session?.refresh_token}`
    await signIn(page, own)
    await page.waitForURL('**/admin/dashboard')
    const signedIn = () =>
      page.evaluate(() => Object.values(localStorage).find((value) => value.includes('access_token')) ?? '')

    for (const answer of ['Cancel', 'Switch account']) {
      // Another document, as a link from outside opens one.
      await page.goto('about:blank')
      await page.goto(link)
      const question = page.getByRole('alertdialog', { name: `Sign in as ${other.email}?` })
      await expect(question).toContainText(`You are signed in as ${own.email}`)
      expect(page.url()).not.toContain('access_token')
      expect(await signedIn()).toContain(own.email)
      await question.getByRole('button', { name: answer }).click()
      await expect(question).toHaveCount(0)
      await expect.poll(signedIn).toContain(answer === 'Cancel' ? own.email : other.email)
    }
  })

  test('comes to the dashboard, stays signed in, and is kept from the sign-in page [B2.3] [B2.4] [B2.23] [B2.24] [B4.2] [B4.10] [B6.5]', async ({
    page,
  }) => {
    const signingIn = page.waitForRequest('**/auth/v1/token?grant_type=password')
    const signedIn = page.waitForRequest('**/rest/v1/rpc/my_staff_role')
    await signIn(page, await staffAccount('admin'))
    const asVisitor = (await signingIn).headers()
    const asStaff = (await signedIn).headers()
    expect(asVisitor.authorization, 'a visitor’s bearer is the publishable key').toBe(`Bearer ${asVisitor.apikey}`)
    expect(asStaff.apikey).toBe(asVisitor.apikey)
    expect(asStaff.authorization, 'then it is their own token').toMatch(/^Bearer ey[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(asStaff.authorization).not.toBe(asVisitor.authorization)
    await expect(page).toHaveURL('/admin/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await page.goto('/admin')
    await expect(page).toHaveURL('/admin/dashboard')
    await page.goto('/admin/login')
    await expect(page).toHaveURL('/admin/dashboard')
    await page.goBack()
    await expect(page, 'replaced, not followed').toHaveURL('/admin/dashboard')
  })

  test('without the role sees why, and comes in once it is given [B2.2] [B2.30] [B2.31] [B2.32] [B2.46]', async ({
    page,
  }) => {
    const account = await staffAccount('viewer')
    await signIn(page, account)
    await expect(page).toHaveURL('/admin/unauthorized')
    await expect(page.getByText("You don't have the required permissions to access this area.")).toBeVisible()
    await expect(page.getByText(account.email)).toBeVisible()
    await expect(page.locator('dd').nth(1)).toHaveText('None')
    await expect(page.locator('dd').nth(2)).toHaveText('Admin')
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
    const service = await serviceClient()
    await service.from('user_roles').insert({ user_id: account.id, role: 'admin' })
    await page.getByRole('button', { name: 'Refresh Permissions' }).click()
    await expect(page).toHaveURL('/admin/dashboard')
  })

  test('as an editor is shown that role, and can sign out [B2.30] [B2.33] [B4.9]', async ({ page }) => {
    await signIn(page, await staffAccount('editor'))
    await expect(page).toHaveURL('/admin/unauthorized')
    await expect(page.locator('dd').nth(1)).toHaveText('editor')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/admin/login')
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('auth-token')))).toEqual([])
  })

  test('sees the failure of the role look-up, and a way to try again [B4.11] [B4.12] [B8.13] [B8.14]', async ({
    page,
  }) => {
    await signIn(page, await staffAccount('admin'))
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await page.route('**/rest/v1/rpc/my_staff_role', (route) =>
      route.fulfill({ status: 404, json: { code: 'PGRST202', message: 'Could not find the function', hint: null } }),
    )
    await page.reload()
    await expect(page.getByRole('alert')).toHaveText('Error loading user permissions: Could not find the function')
    await page.goto('/admin/unauthorized')
    await expect(page.locator('dd').nth(1)).toHaveText('viewer')
    await page.goto('/admin/dashboard')
    await expect(page.getByRole('alert')).toContainText('Error loading user permissions')
    await page.unroute('**/rest/v1/rpc/my_staff_role')
    await page.getByRole('link', { name: 'Try refreshing the page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  })

  test('shows the second factor before anything else, where there is one [B4.7]', async ({ page }) => {
    const account = await staffAccount('admin')
    const own = await anonClient()
    await own.auth.signInWithPassword(account)
    const { data } = await own.auth.mfa.enroll({ factorType: 'totp' })
    const { id = '', totp: app } = data ?? {}
    const verified = await own.auth.mfa.challengeAndVerify({ factorId: id, code: totp(app?.secret ?? '') })
    expect(verified.error).toBeNull()

    await signIn(page, account)
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await page.getByLabel('Code from your authenticator app').fill('12')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Please enter the six digits that your authenticator app shows')).toBeVisible()
    await page.getByLabel('Code from your authenticator app').fill(totp(app?.secret ?? '', 1))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  })
})

test('a stranger is led to the sign-in page, and back to where they wanted to go [B2.45]', async ({ page }) => {
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL('/admin/login')
  await page.goto('/admin/product-monitoring')
  await expect(page).toHaveURL('/admin/login?next=%2Fproduct-monitoring')
  const { email, password } = await staffAccount('admin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Product Monitoring & Management' })).toBeVisible()
})

test('signing out in one tab signs out every other [B4.3] [B4.9]', async ({ page, context }) => {
  await signIn(page, await staffAccount('admin'))
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/admin/dashboard')
  await expect(other.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/admin/login')
  await expect(other).toHaveURL('/admin/login')
})

test.describe('the shell', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, await staffAccount('admin'))
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  })

  test('has its groups, its links and who is signed in [B2.13] [B2.40] [B2.41] [B2.42] [B2.43] [B6.3]', async ({
    page,
  }) => {
    const sidebar = page.getByRole('navigation', { name: 'Back office' })
    await expect(sidebar.getByRole('heading')).toHaveText(['Navigation', 'Content Tools', 'Administration'])
    const links = await sidebar.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual([
      '/admin/dashboard',
      '/admin/product-monitoring',
      '/admin/wallpapers',
      '/admin/products',
      '/admin/retailer-products',
      '/admin/merchants',
      '/admin/networks',
      '/admin/feeds',
      '/admin/shopify',
      '/admin/collections',
      '/admin/notifications',
      '/admin/activity',
      '/admin/jobs',
      '/admin/trash',
      '/admin/dashboard#blog-generator',
      '/admin/dashboard#content-management',
      '/admin/dashboard#image-management',
      '/admin/dashboard#user-management',
      '/admin/dashboard#site-settings',
      '/admin/users',
      '/admin/settings',
      '/admin/setup',
      '/admin/homepage',
      '/admin/messages',
      '/admin/subscribers',
      '/admin/outbox',
      '/admin/personal-data',
    ])
    await expect(page.locator('aside')).toContainText(/admin-\w+@staff\.example/)
    await expect(page.locator('aside').getByText('admin', { exact: true })).toBeVisible()
    await expect(page.locator('aside').getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expect(page.getByRole('banner').getByText('Admin Dashboard')).toBeVisible()
    await expect(page.getByRole('link', { name: '← Back to Site' })).toHaveAttribute('href', '/')
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
    for (const link of links.filter((href) => href?.includes('#'))) {
      await page.goto(link ?? '')
      await expect(page.locator(link?.replace(/.*#/, '#') ?? 'none'), link ?? '').toBeInViewport()
    }
  })

  test('folds its sidebar with Ctrl+B and remembers it for a week [B2.44] [B9.4]', async ({ page, context }) => {
    const width = () => page.locator('aside').evaluate((aside) => aside.getBoundingClientRect().width)
    expect(await width()).toBe(256)
    await page.keyboard.press('Control+b')
    await expect.poll(width).toBe(48)
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
    expect(cookie?.value).toBe('false')
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(6.9 * 24 * 3600)
    await page.reload()
    await expect.poll(width).toBe(48)
    await page.getByRole('button', { name: 'Toggle the sidebar' }).click()
    await expect.poll(width).toBe(256)
  })

  test('is a drawer of 18rem on phones [B2.44] [B9.4]', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Open the menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await expect(drawer.getByRole('link', { name: 'Wallpapers' })).toBeVisible()
    expect((await drawer.boundingBox())?.width).toBe(288)
    await drawer.getByRole('link', { name: 'Product Monitoring' }).click()
    await expect(page).toHaveURL('/admin/product-monitoring')
    await expect(drawer).toBeHidden()
  })

  test('changes the theme, which the site shares [B1.9]', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: 'Theme: system' }).click()
    await page.getByRole('button', { name: 'Theme: light' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
    await open(page, '/about')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.goto('/admin/dashboard')
    await page.getByRole('button', { name: 'Theme: dark' }).click()
    await expect(page.getByRole('button', { name: 'Theme: system' })).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark')
  })

  test('has the six editors as the specification leaves them [B2.7] [B2.8] [B2.9] [B2.10] [B2.11] [B2.12] [B2.90] [B2.91] [B2.92] [B2.93] [B2.94] [B2.95]', async ({
    page,
  }) => {
    for (const [path, text] of EDITORS) {
      await page.goto(path)
      await expect(page.getByText(text)).toBeVisible()
    }
  })
})

const EDITORS = [
  ['/admin/new-post', 'Creating blog posts will be implemented here'],
  ['/admin/edit-post/42', 'Editing blog posts (42) will be implemented here'],
  ['/admin/new-page', 'Creating pages will be implemented here'],
  ['/admin/edit-page/42', 'Editing pages (42) will be implemented here'],
  ['/admin/new-collection', 'Creating collections will be implemented here'],
  ['/admin/edit-collection/42', 'Editing collections (42) will be implemented here'],
] as const
