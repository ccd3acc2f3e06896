import { expect, type Page } from '@playwright/test'

/** What whoever may not see a screen is shown: by its first heading. */
export const ADMINS_ONLY = 'Admins only'

/** Every screen with its heading; those that only admins see are marked. */
export const SCREENS: readonly [path: string, heading: string, forAdmins?: true][] = [
  ['/admin/dashboard', 'Dashboard'],
  ['/admin/product-monitoring', 'Product Monitoring & Management'],
  ['/admin/wallpapers', 'Wallpapers'],
  ['/admin/products', 'Products'],
  ['/admin/retailer-products', 'Retailer Products'],
  ['/admin/merchants', 'Merchants'],
  ['/admin/networks', 'Networks'],
  ['/admin/feeds', 'Feeds'],
  ['/admin/feeds/runs', 'Feed Runs'],
  ['/admin/feeds/selections', 'Selections'],
  ['/admin/shopify', 'Shopify Store'],
  ['/admin/collections', 'Collections'],
  ['/admin/activity', 'Activity'],
  ['/admin/trash', 'Trash'],
  ['/admin/notifications', 'Notifications'],
  ['/admin/account', 'Account'],
  ['/admin/jobs', 'Jobs'],
  ['/admin/import/merchants', 'Import merchants'],
  ['/admin/new-post', 'Create Blog Post'],
  ['/admin/homepage', 'Homepage', true],
  ['/admin/messages', 'Messages', true],
  ['/admin/outbox', 'Outbox', true],
  ['/admin/subscribers', 'Newsletter Subscribers', true],
  ['/admin/users', 'Users', true],
  ['/admin/personal-data', 'Personal Data', true],
  ['/admin/settings', 'Settings', true],
  ['/admin/setup', 'Set-up', true],
  ['/admin/feeds/files', 'Merchants’ own files', true],
  ['/admin/feeds/credentials', 'Credentials of networks', true],
]

/** Opens every screen, and fails with what each of them showed instead. */
export async function expectHeadings(page: Page, expected: (screen: (typeof SCREENS)[number]) => string, shopUrl = '') {
  for (const screen of SCREENS) {
    await page.goto(shopUrl + screen[0])
    await expect(page.getByRole('heading', { level: 1 }), screen[0]).toHaveText(expected(screen))
  }
}
