import { expect, test } from '@playwright/test'
import { desktop, open, phone, ready } from '../support/browser.ts'

// As most visitors see it: what moves while it is used is in the way, or is not.
test.use({ reducedMotion: 'no-preference' })

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  test('a menu opens by hover and its links lead on [S2.2.4]', async ({ page }) => {
    await open(page, '/')
    const shop = page.getByRole('button', { name: 'Shop', exact: true })
    await shop.hover()
    await expect(shop).toHaveAttribute('aria-expanded', 'true')
    const newArrivals = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New Arrivals' })
    await expect(newArrivals).toBeHidden()
    await page.getByRole('button', { name: 'Collections', exact: true }).hover()
    await expect(shop).toHaveAttribute('aria-expanded', 'false')
    await newArrivals.click()
    await expect(page).toHaveURL('/new')
  })

  test('a menu works by keyboard alone', async ({ page }) => {
    await open(page, '/')
    const beauty = page.getByRole('button', { name: 'Beauty', exact: true })
    await beauty.focus()
    await page.keyboard.press('Enter')
    await expect(beauty).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowDown')
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(links.filter({ hasText: 'All Beauty' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(links.filter({ hasText: 'Hair Care' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(beauty).toBeFocused()
    await expect(beauty).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('ArrowDown')
    await expect(links.filter({ hasText: 'All Beauty' })).toBeFocused()
    for (let i = 0; i < 6; i++) await page.keyboard.press('Tab')
    await expect(beauty).toHaveAttribute('aria-expanded', 'false')
  })

  test('the header casts its shadow after 10 px [S2.2.3] [S9.33]', async ({ page }) => {
    await open(page, '/')
    const header = page.locator('[data-part~=site-header]')
    await page.evaluate(() => window.scrollTo({ top: 10, behavior: 'instant' }))
    await expect(header).not.toHaveAttribute('data-scrolled')
    await page.evaluate(() => window.scrollTo({ top: 11, behavior: 'instant' }))
    await expect(header).toHaveAttribute('data-scrolled')
  })

  test('a picture button tells its name beside it, to the mouse and to the keyboard [SX.1] [B9.21]', async ({
    page,
  }) => {
    await open(page, '/')
    const tip = page.locator('[data-part~=tooltip]')
    await page.getByRole('button', { name: 'Search', exact: true }).hover()
    await expect(tip).toHaveText('Search')
    await expect(tip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tip).toBeHidden()
    await page.keyboard.press('Tab')
    await page.getByRole('banner').getByRole('link', { name: 'Saved items' }).focus()
    await expect(tip).toHaveText('Saved items')
    await expect(tip).toBeVisible()
  })

  test('the first Tab is the way past the menus', async ({ page }) => {
    await open(page, '/')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to the content' })
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('#main')).toBeFocused()
  })

  test('search opens over everything, does nothing when empty, and goes to the results [S2.2.2] [S2.3.1] [S2.3.2] [S2.3.3] [S2.3.4] [S5.16] [S9.39]', async ({
    page,
  }) => {
    await open(page, '/')
    const opener = page.getByRole('banner').getByRole('button', { name: 'Search', exact: true })
    await opener.click()
    const overlay = page.getByRole('dialog', { name: 'SEARCH' })
    await expect(overlay).toBeVisible()
    await expect(overlay.getByRole('link')).toHaveText([
      'Summer Fashion',
      'Skincare Routine',
      'Home Decor',
      'Wellness Tips',
      'Beauty Products',
      'Makeup',
      'Hair Care',
      'Lifestyle',
    ])
    const box = overlay.getByPlaceholder('Search for products, articles, and more...')
    await box.fill('   ')
    await box.press('Enter')
    await expect(overlay).toBeVisible()
    await expect(page).toHaveURL('/')
    await box.fill(' rose & oat ')
    await box.press('Enter')
    await expect(page).toHaveURL('/search?q=rose%20%26%20oat')
    await expect(overlay).toBeHidden()
    await opener.click()
    await expect(box).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(overlay).toBeHidden()
    await expect(opener).toBeFocused()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('the drawer holds the focus, locks the page and gives both back [S2.2.6] [S4.34]', async ({ page }) => {
    await open(page, '/')
    const opener = page.getByRole('button', { name: 'Open menu' })
    await opener.click()
    const drawer = page.getByRole('dialog')
    await expect(drawer).toBeVisible()
    await expect(page.locator('body')).toHaveClass(/overflow-hidden/)
    for (let i = 0; i < 18; i++) {
      await page.keyboard.press('Tab')
      // a modal dialog lets the focus leave only to the browser's own controls, where it is nobody's
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
        ),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()
    await expect(page.locator('body')).not.toHaveClass(/overflow-hidden/)

    await opener.click()
    await drawer.getByText('Beauty + Wellness').click()
    await expect(drawer.getByRole('link', { name: 'Skincare' })).toBeVisible()
    await drawer.getByRole('link', { name: 'Products', exact: true }).click()
    await expect(page).toHaveURL('/products')
    await expect(drawer).toBeHidden()
    await expect(page.locator('body')).not.toHaveClass(/overflow-hidden/)
  })

  test('a tap beside an open pop-up closes it and follows no link, before any script as well', async ({ page }) => {
    await page.route(/\/assets\/[^/]+\.js$/, (route) => route.abort())
    await page.goto('/products')
    const strip = page.getByRole('navigation', { name: 'Sections' })
    await strip.getByText('Shop', { exact: true }).tap()
    await expect(strip.getByRole('link', { name: 'Body Care' })).toBeVisible()
    const link = await page.locator('[data-part~=bottom-tabs] a').nth(2).boundingBox()
    await page.touchscreen.tap((link?.x ?? 0) + 10, (link?.y ?? 0) + 10)
    await expect(strip.getByRole('link', { name: 'Body Care' })).toBeHidden()
    await expect(page).toHaveURL('/products')
  })

  test('the category tab of the page is in sight, and the page stays at its top [S2.2.9]', async ({ page }) => {
    for (const path of ['/bath-body', '/tools']) {
      await page.goto(path)
      const tab = page.locator('[data-part~=category-tabs] a[aria-current="page"]')
      await expect(tab).toBeInViewport({ ratio: 0.9 })
      await ready(page)
      await expect(tab).toBeInViewport({ ratio: 0.9 })
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
    }
  })

  test('the tab of the page, and no other, is underlined [S2.2.9]', async ({ page }) => {
    await page.goto('/skincare')
    const tabs = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
    await expect(tabs).toHaveText([
      ...['All Deals', 'New', 'Brands', 'Makeup', 'Skincare', 'Hair', 'Fragrance', 'Bath & Body', 'Tools'],
    ])
    const underlined = await tabs.evaluateAll((links) =>
      links
        .filter((link) => {
          const { borderBottomColor, borderBottomStyle, borderBottomWidth } = getComputedStyle(link)
          return (
            borderBottomStyle === 'solid' && borderBottomWidth !== '0px' && borderBottomColor !== 'rgba(0, 0, 0, 0)'
          )
        })
        .map((link) => link.textContent),
    )
    expect(underlined).toEqual(['Skincare'])
  })

  test('every page of deals, and every page of the tab bar, has the tab bar [S2.2.9]', async ({ request }) => {
    const deals = ['/', '/all-deals', '/deals', '/offers', '/amazon-deals', '/monthly-deals', '/fashion', '/gifts']
    const tabs = ['/new', '/brands', '/makeup', '/skincare', '/hair', '/fragrance', '/bath-body', '/tools']
    for (const path of [...deals, ...tabs])
      expect(await (await request.get(path)).text(), path).toContain('data-part="category-tabs"')
  })

  test('the strip’s pop-ups open on tap and close on any other [S2.2.7] [S4.33]', async ({ page }) => {
    await open(page, '/')
    const strip = page.getByRole('navigation', { name: 'Sections' })
    await strip.getByText('Shop', { exact: true }).tap()
    await expect(strip.getByRole('link', { name: 'Body Care' })).toBeVisible()
    await strip.getByText('Collections', { exact: true }).tap()
    await expect(strip.getByRole('link', { name: 'Body Care' })).toBeHidden()
    const heading = await page.locator('h1').boundingBox()
    await page.touchscreen.tap((heading?.x ?? 0) + 20, (heading?.y ?? 0) + 20)
    await expect(strip.getByRole('link', { name: 'View All' })).toBeHidden()
    await strip.getByText('Collections', { exact: true }).tap()
    await strip.getByRole('link', { name: 'New Arrivals' }).tap()
    await expect(page).toHaveURL('/new')
    await expect(strip.getByRole('link', { name: 'New Arrivals' })).toBeHidden()
    await strip.getByText('Shop', { exact: true }).tap()
    await expect(strip.getByRole('link', { name: 'Body Care' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(strip.getByRole('link', { name: 'Body Care' })).toBeHidden()
  })

  test('the tab bar is there, names its page and hides nothing [S2.2.9]', async ({ page }) => {
    await open(page, '/products')
    const tabs = page.getByRole('navigation', { name: 'Quick links' })
    await expect(tabs.getByRole('link')).toHaveText([
      'Home',
      'Products',
      'Shop',
      'Deals',
      'Collections',
      'Blog',
      'More: contact and help',
    ])
    await expect(tabs.locator('[aria-current="page"]')).toHaveText('Products')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const covered = await page.evaluate(() => {
      const last = document.querySelector('[data-part~=footer-base]')?.getBoundingClientRect().bottom ?? 0
      return last - (document.querySelector('[data-part~=bottom-tabs]')?.getBoundingClientRect().top ?? 0)
    })
    expect(covered).toBeLessThanOrEqual(1)
  })
})

test.describe('the newsletter form', () => {
  test('refuses what is no address, in place and in a toast', async ({ page }) => {
    await open(page, '/')
    await page.getByLabel('Email address').fill('ada at example')
    await page.getByRole('button', { name: 'Join the club' }).click()
    await expect(page.locator('.toast')).toHaveText('Please enter a valid email address')
    await expect(page.locator('[data-part~=newsletter] .field-error')).toHaveText('Please enter a valid email address')
    await page.getByRole('button', { name: 'Close toast' }).click()
    await expect(page.locator('.toast')).toHaveCount(0)
  })

  test('joins for good when the server took the address', async ({ page }) => {
    await page.route('**/functions/v1/newsletter-signup', (route) => route.fulfill({ json: { success: true } }))
    await open(page, '/')
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Join the club' }).click()
    await expect(page.getByRole('heading', { name: "You're in!" })).toBeVisible()
    await expect(page.getByText('Check your inbox for your free 7-Day Glow-Up Plan and welcome gift!')).toBeVisible()
    await expect(page.locator('.toast')).toHaveText('Thank you for joining the email club!')
  })

  test('never claims what did not happen', async ({ page }) => {
    await page.route('**/functions/v1/newsletter-signup', (route) => route.fulfill({ status: 503, json: {} }))
    await open(page, '/')
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Join the club' }).click()
    await expect(page.locator('.toast')).toContainText('We could not add you to the club just now')
    await expect(page.getByRole('button', { name: 'Join the club' })).toBeEnabled()
  })

  test('toasts are at most three, and Alt+T goes to them [S9.27]', async ({ page }) => {
    await open(page, '/')
    await page.getByLabel('Email address').fill('nothing')
    for (let i = 0; i < 5; i++) await page.getByRole('button', { name: 'Join the club' }).click()
    await expect(page.locator('.toast')).toHaveCount(3)
    await page.keyboard.press('Alt+t')
    await expect(page.getByRole('region', { name: /Notifications/ })).toBeFocused()
  })
})

test.describe('the advice box', () => {
  test('asks for a question, then thinks, then answers', async ({ page }) => {
    await open(page, '/')
    await page.getByRole('button', { name: 'Get advice' }).click()
    await expect(page.getByText('Please enter a question')).toBeVisible()
    await page.getByLabel('What would you like to know?').fill('Which moisturiser?')
    await page.getByRole('button', { name: 'Get advice' }).click()
    await expect(page.getByRole('button', { name: 'Getting advice...' })).toBeDisabled()
    await expect(page.locator('[data-part~=advice-answer]')).not.toBeEmpty()
    await expect(page.getByRole('button', { name: 'Get advice' })).toBeEnabled()
  })
})
