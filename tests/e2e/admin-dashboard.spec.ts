import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { desktop, serviceClient } from '../support/browser.ts'
import { openAsStaff, staffAccount } from '../support/staff.ts'

test.use({ viewport: desktop })

const posts = (page: Page) => page.getByRole('region', { name: 'Content Analytics & Management' })

test('the newest ten comparison posts lead to their articles in tabs of their own, each with its state [B2.50] [B2.55] [B3.6] [B7.72] [B9.10]', async ({
  page,
}) => {
  const service = await serviceClient()
  const word = randomUUID().slice(0, 8)
  const rows = Array.from({ length: 11 }, (_, n) => ({
    title: `Comparison ${n} ${word}`,
    slug: `comparison-${n}-${word}`,
    category: 'Beauty',
    status: ['draft', 'scheduled', 'published'][n % 3],
    publish_date: '2030-01-01T00:00:00Z',
    is_weekly_roundup: n === 10,
    created_at: new Date(Date.UTC(2029, 0, n + 1)).toISOString(),
  }))
  expect((await service.from('comparison_posts').insert(rows)).error).toBeNull()
  try {
    await openAsStaff(page, { account: await staffAccount('admin'), path: '/admin/dashboard' })
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
    const links = posts(page).getByRole('link')
    await expect(links).toHaveCount(10)
    await expect(links.first()).toHaveAttribute('href', `/blog/comparison-10-${word}`)
    await expect(links.first()).toHaveAttribute('target', '_blank')
    await expect(posts(page).getByRole('row').nth(1)).toContainText('Weekly roundup')
    const tones = { draft: null, scheduled: 'blue', published: 'green' }
    for (const [status, tone] of Object.entries(tones)) {
      const badge = posts(page).getByText(status, { exact: true }).first()
      expect(await badge.getAttribute('data-tone'), status).toBe(tone)
    }
  } finally {
    await service.from('comparison_posts').delete().like('slug', `%${word}`)
  }
})

test('comparison posts that fail, and none at all, are said in words [B8.71]', async ({ page }) => {
  const answer = (status: number, json: unknown) =>
    page.route('**/rest/v1/comparison_posts?*', (route) => route.fulfill({ status, json }))
  await answer(400, { code: '22023', message: 'something is wrong', details: null, hint: null })
  await openAsStaff(page, { account: await staffAccount('admin'), path: '/admin/dashboard' })
  await expect(posts(page).getByRole('alert')).toContainText('Error loading comparison posts: something is wrong')
  await answer(200, [])
  await posts(page).getByRole('button', { name: 'Try again' }).click()
  await expect(posts(page)).toContainText('No comparison posts found.')
})

test('wallpapers that cannot be loaded are said twice: where they would stand, and by a toast [B8.43] [B8.44]', async ({
  page,
}) => {
  await page.route('**/rest/v1/wallpapers?*', (route) =>
    route.fulfill({ status: 400, json: { code: '22023', message: 'no such thing', details: null, hint: null } }),
  )
  await openAsStaff(page, { account: await staffAccount('admin'), path: '/admin/wallpapers' })
  await expect(page.getByRole('alert')).toContainText('Error loading data: no such thing')
  await expect(page.getByLabel(/^Notifications/).getByText('Failed to load wallpapers')).toBeVisible()
})

test('a screen that breaks says so with its message, and the shell stays [B8.72]', async ({ page }) => {
  await openAsStaff(page, { account: await staffAccount('admin'), path: '/admin/dashboard' })
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.route('**/admin/assets/merchants-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: "throw new Error('no screen without a sky')" }),
  )
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Merchants' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByText('no screen without a sky').first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
})

test('user management and site settings are sections of the dashboard, with the way to their screens [X11]', async ({
  page,
}) => {
  await openAsStaff(page, { account: await staffAccount('admin'), path: '/admin/dashboard#user-management' })
  const people = page.getByRole('region', { name: 'User Management' })
  await expect(people).toBeFocused()
  await expect(people.getByRole('row')).not.toHaveCount(1)
  await people.getByRole('link', { name: 'All users' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await page.goto('/admin/dashboard#site-settings')
  await expect(page.getByLabel('Who may enter the back office')).toBeVisible()
  await page.getByRole('link', { name: 'All settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('the ten drafts that were decided last are recently processed; a product by hand is offered eight categories [B9.5]', async ({
  page,
}) => {
  const service = await serviceClient()
  const word = randomUUID().slice(0, 8)
  const rows = Array.from({ length: 11 }, (_none, n) => ({
    status: n % 2 ? 'approved' : 'rejected',
    affiliate_url: `https://mill.example/${word}/${n}`,
    extracted_data: { product_name: `Draft ${word} ${n}` },
    created_at: new Date(Date.UTC(2029, 0, n + 1)).toISOString(),
  }))
  expect((await service.from('draft_products').insert(rows)).error).toBeNull()
  try {
    await openAsStaff(page, { account: await staffAccount('admin'), path: '/admin/product-monitoring' })
    const processed = page.getByRole('region', { name: 'Recently Processed' }).getByRole('link')
    await expect(processed).toHaveCount(10)
    await expect(processed.first()).toHaveText(`Draft ${word} 10`)
    await page.goto('/admin/products?edit=new')
    const category = page.getByRole('dialog').getByLabel('Category')
    const offered = await category.evaluate((input) =>
      input instanceof HTMLInputElement ? [...(input.list?.options ?? [])].map(({ value }) => value) : [],
    )
    expect(offered).toEqual(['Beauty', 'Makeup', 'Hair', 'Fashion', 'Jewelry', 'Home & Decor', 'Fitness', 'Other'])
  } finally {
    await service.from('draft_products').delete().like('affiliate_url', `%${word}%`)
  }
})
