import { expect, test } from '@playwright/test'
import { desktop } from '../support/browser.ts'
import { signIn, staffAccount } from '../support/staff.ts'

test.use({ viewport: desktop, reducedMotion: 'reduce' })

test('the first data is asked for before the app’s script is there, and once', async ({ page }) => {
  await signIn(page, await staffAccount('admin'))
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  const asked: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/rest\/v1\/rpc\/(\w+)/.exec(request.url()) ?? []
    // The dashboard, which is left, may be asking still.
    if (name && request.headers().referer?.includes('/admin/products')) asked.push(name)
  })
  const firstData = page.waitForRequest('**/rpc/staff_products?*')
  await page.route('**/admin/assets/index-*.js', async (route) => {
    await firstData
    await route.continue()
  })
  await page.goto('/admin/products?category=Makeup&sort=price-desc')
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  await expect(page.getByText(/^\d+ products$/)).toBeVisible()
  expect(asked.filter((name) => name === 'staff_products')).toHaveLength(1)
  expect(asked.filter((name) => name === 'count_staff_products')).toHaveLength(1)
  expect(asked[0]).toBe('my_staff_role')
  expect(asked.filter((name) => name === 'my_staff_role')).toHaveLength(1)
})
