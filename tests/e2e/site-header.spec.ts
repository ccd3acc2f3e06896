import { expect, type Locator, test } from '@playwright/test'
import { desktop, open, phone } from '../support/browser.ts'

const linksOf = (list: Locator) =>
  list.locator('a').evaluateAll((links) => links.map((link) => `${link.textContent} ${link.getAttribute('href')}`))

const shop = [
  'All Shop /shop',
  'Lip Balms & Treatments /shop/balms',
  'Body Care /shop/body',
  'Fragrance /shop/fragrance',
  'Gift & Value Sets /shop/sets',
  'New Jewelry /shop/new-jewelry',
]
const collections = ['View All /collections', 'New Arrivals /new', 'Phone Wallpapers /wallpapers', 'Gifts /gifts']
const beauty = [
  'All Beauty /beauty',
  'Hair Care /hair',
  'Makeup /makeup',
  'Skincare /skincare',
  'Bath & Body /bath-body',
  'Fragrance /fragrance',
]

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  test('the header is black and stays: logo home, search, and a cart that always shows 0 [S2.1.22] [S2.2.13]', async ({
    page,
  }) => {
    await open(page, '/contact')
    const header = page.getByRole('banner')
    await expect(header).toHaveCSS('background-color', 'rgb(13, 11, 10)')
    await page.evaluate(() => window.scrollTo({ top: 500, behavior: 'instant' }))
    expect(await header.evaluate((element) => element.getBoundingClientRect().top)).toBe(0)
    await expect(header.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
    const cart = header.getByRole('link', { name: 'Cart, 0 items' })
    await expect(cart).toHaveText('0')
    await expect(cart).toHaveAttribute('href', '/cart')
    await header.getByRole('link', { name: 'Dahlia, home' }).click()
    await expect(page).toHaveURL('/')
  })

  test('the menu has its words and groups in their order [S2.2.14]', async ({ page }) => {
    await open(page, '/contact')
    const menu = page.getByRole('navigation', { name: 'Main' })
    expect(await menu.locator('> ul > li > [data-part~=menu-word]').allTextContents()).toEqual([
      'Home',
      'Products',
      'Shop',
      'Collections',
      'Beauty',
      'Home Decor',
      'Fashion',
      'Deals',
      'Blog',
      'More',
    ])
    expect(await linksOf(menu.locator('#menu-shop'))).toEqual(shop)
    expect(await linksOf(menu.locator('#menu-collections'))).toEqual(collections)
    expect(await linksOf(menu.locator('#menu-beauty'))).toEqual(beauty)
    expect(await linksOf(menu.locator('#menu-more'))).toEqual([
      'Brands /brands',
      'Spirit Animal Quiz /quiz/spirit-animal',
      'Contact /contact',
    ])
    await expect(menu.getByRole('link', { name: 'Deals' })).toHaveAttribute('href', '/all-deals')
  })

  test('a menu opens 200 ms after the pointer came and closes 150 ms after it left [S4.31]', async ({ page }) => {
    await page.clock.install()
    await open(page, '/contact')
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    const word = page.getByRole('button', { name: 'Shop', exact: true })
    await word.hover()
    await page.clock.runFor(190)
    await expect(word).toHaveAttribute('aria-expanded', 'false')
    await page.clock.runFor(20)
    await expect(word).toHaveAttribute('aria-expanded', 'true')
    await page.mouse.move(700, 700)
    await page.clock.runFor(140)
    await expect(word).toHaveAttribute('aria-expanded', 'true')
    await page.clock.runFor(20)
    await expect(word).toHaveAttribute('aria-expanded', 'false')
  })

  test('/alldeals leads to All Deals, which counts as Deals [S2.2.15]', async ({ page }) => {
    await open(page, '/alldeals')
    await expect(page).toHaveURL('/all-deals')
    const deals = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Deals' })
    await expect(deals).toHaveAttribute('aria-current', 'page')
  })
})

test('the phone’s menus end at 768 px, where the desktop’s begin [S2.2.16] [S9.35]', async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 900 })
  await open(page, '/contact')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const drawerButton = page.getByRole('button', { name: 'Open menu' })
  const tabs = page.getByRole('navigation', { name: 'Quick links' })
  await expect(menu).toBeHidden()
  await expect(drawerButton).toBeVisible()
  await expect(tabs).toBeVisible()
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(menu).toBeVisible()
  await expect(drawerButton).toBeHidden()
  await expect(tabs).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('the drawer has the same links: single ones, then three groups [S2.2.17]', async ({ page }) => {
    await open(page, '/contact')
    await page.getByRole('button', { name: 'Open menu' }).tap()
    const drawer = page.getByRole('dialog')
    await expect(drawer.locator('summary')).toHaveText(['Shop', 'Collections', 'Beauty + Wellness'])
    const groups = drawer.locator('details')
    expect(await linksOf(groups.nth(0))).toEqual(shop)
    expect(await linksOf(groups.nth(1))).toEqual(collections)
    expect(await linksOf(groups.nth(2))).toEqual(beauty)
    expect(await linksOf(drawer.locator('[data-part~=drawer-links]'))).toEqual([
      'Home /',
      'Products /products',
      'Home Decor /home-decor',
      'Fashion /fashion',
      'Deals /all-deals',
      'Blog /blog',
      'Brands /brands',
      'Spirit Animal Quiz /quiz/spirit-animal',
      'Contact /contact',
    ])
  })

  test('the drawer leads wherever the menu of a desktop leads [S2.2.6]', async ({ page }) => {
    await open(page, '/contact')
    const hrefs = (list: Locator) =>
      list.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    await page.getByRole('button', { name: 'Open menu' }).tap()
    const drawer = await hrefs(page.getByRole('dialog'))
    const menu = await hrefs(page.getByRole('navigation', { name: 'Main', includeHidden: true }))
    expect(menu.length).toBeGreaterThan(20)
    expect(menu.filter((href) => !drawer.includes(href))).toEqual([])
  })

  test('the strip has the three pop-up menus, the tab bar its seven places [S2.2.18]', async ({ page }) => {
    await open(page, '/contact')
    const strip = page.getByRole('navigation', { name: 'Sections' })
    await expect(strip.locator('summary')).toHaveText(['Shop', 'Collections', 'Beauty'])
    expect(await linksOf(page.getByRole('navigation', { name: 'Quick links' }))).toEqual([
      'Home /',
      'Products /products',
      'Shop /shop',
      'Deals /all-deals',
      'Collections /collections',
      'Blog /blog',
      // Seen as 'More'; the rest is for who only hears it.
      'More: contact and help /contact',
    ])
  })
})
