import { expect, test } from '@playwright/test'
import { open } from '../support/browser.ts'

test('an article’s byline leads to its editors, who list what they signed and nothing that a rule put together', async ({
  page,
}) => {
  await open(page, '/blog/under-eye-patches-guide')
  await page.locator('[data-part~=byline]').getByRole('link', { name: 'Dahlia editors' }).click()
  await expect(page).toHaveURL('/authors/editors')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dahlia editors')
  const links = page.locator('[data-part~=article-wall] a[href^="/blog/"]')
  await expect(page.locator('[data-part~=article-wall] li')).toHaveCount(12)
  await expect(page.locator('[data-part~=article-wall] time')).toHaveCount(12)
  const listed: string[] = []
  for (;;) {
    listed.push(...(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))))
    const next = page.getByRole('link', { name: 'Next' })
    if ((await next.count()) === 0) break
    await page.goto((await next.getAttribute('href')) ?? '')
  }
  expect(listed).toContain('/blog/under-eye-patches-guide')
  expect(listed).not.toContain('/blog/monthly-deals-the-top-10-of-march-2025')
  expect((await page.request.get('/authors/somebody')).status()).toBe(404)
})
