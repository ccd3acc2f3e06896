import { expect, type Page, test } from '@playwright/test'
import type pg from 'pg'
import { desktop, open, ready } from '../support/browser.ts'
import { type OwnShop, startOwnShop } from '../support/dahlia.ts'
import { ownDatabase } from '../support/own-database.ts'

// A process and a database of its own: the settings of the home page are the same for all visitors of a shop.
test.describe.configure({ mode: 'serial' })
test.use({ viewport: desktop })

let shop: OwnShop
let database: pg.Client
test.beforeAll(async () => {
  test.setTimeout(180_000)
  shop = await startOwnShop()
  database = await ownDatabase(shop.dataDir)
})
test.afterAll(async () => {
  test.setTimeout(60_000)
  await database?.end()
  await shop?.close()
})

/** The cover: the section that holds the page's first heading. */
const heroOf = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { level: 1 }) })
const column = async (sql: string): Promise<string[]> => (await database.query(sql)).rows.map((row) => row.value)

test('the hero shows the newest active settings, and its defaults without any [S2.4.1] [SX.2]', async ({ page }) => {
  const hero = heroOf(page)
  const shows = (...texts: string[]) =>
    expect(async () => {
      await page.goto(shop.url)
      for (const text of texts) await expect(hero).toContainText(text, { timeout: 500 })
    }).toPass()

  await database.query(`
    insert into homepage_settings
      (is_active, hero_title, hero_subtitle, hero_button_text, hero_background_image, hero_badge_text, created_at)
    values
      (true, 'Older title', 'Older subtitle', 'Older button', null, 'Older badge', now() + interval '1 minute'),
      (true, 'Own title', 'Own subtitle', 'Own button', '/art/skincare-720.webp', 'Own badge', now() + interval '2 minutes'),
      (false, 'Hidden title', 'Hidden subtitle', 'Hidden button', null, 'Hidden badge', now() + interval '3 minutes')`)
  await shows('Own badge', 'Own subtitle', 'Own button')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Own title')
  await expect(hero.locator('img')).toHaveAttribute('src', /skincare-720/)
  await expect(hero).not.toContainText(/Older|Hidden/)

  await database.query(`delete from homepage_settings where hero_title in ('Older title', 'Own title', 'Hidden title')`)
  await database.query('update homepage_settings set is_active = false')
  await shows('Premium Skincare Products', 'Browse Skincare Deals')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Skincare that earns its shelf')
  await expect(hero.locator('img')).toHaveAttribute('src', /\/art\/hero-/)
  await database.query('update homepage_settings set is_active = true')
})

test('the hero stands on its defaults while the settings cannot be read [S4.20] [S8.20]', async ({ page }) => {
  await database.query(`update homepage_settings set hero_title = 'Set title'`)
  await expect(async () => {
    await page.goto(shop.url)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set title', { timeout: 500 })
  }).toPass()
  await database.query('revoke select on table homepage_settings from anon')
  try {
    // Never asked for before, so that no cache has it.
    const response = await page.goto(`${shop.url}/?unknown=settings`)
    expect(response?.status()).toBe(503)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Skincare that earns its shelf')
    await expect(heroOf(page)).toContainText('Premium Skincare Products')
    await expect(heroOf(page).getByRole('link')).toHaveText('Browse Skincare Deals')
  } finally {
    await database.query('grant select on table homepage_settings to anon')
  }
})

test('the hero’s button goes to the deals of the page, and to /all-deals where it has none [S2.4.2]', async ({
  page,
}) => {
  await open(page, shop.url)
  const button = heroOf(page).getByRole('link')
  await button.click()
  await expect(page.locator('#deals')).toBeInViewport()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)

  await page.evaluate(() => document.querySelector('#deals')?.removeAttribute('id'))
  await button.click()
  await expect(page).toHaveURL(`${shop.url}/all-deals`)
})

test('the home page has every block of the specification, each with its way on [S2.4.3] [S2.4.4] [S2.4.6] [S2.4.7]', async ({
  page,
}) => {
  await page.goto(shop.url)
  for (const [title, link, to] of [
    ['Beauty & Wellness Collections', 'View All Beauty & Wellness', '/beauty'],
    ['Top Retailer Finds', 'View All', '/amazon-deals'],
    ['Fresh in, freshly chosen', 'See New Arrivals', '/new'],
    ['Read before you buy', 'Open the journal', '/blog'],
  ] as const) {
    const block = page.getByRole('region', { name: title, exact: true })
    await expect(block.getByRole('link', { name: link, exact: true })).toHaveAttribute('href', to)
  }
  const beauty = page.getByRole('region', { name: 'Beauty & Wellness Collections' }).getByRole('listitem')
  const paths = beauty.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(await paths).toEqual(['/skincare', '/beauty', '/bath-body', '/fragrance'])
})

test('each active collection is an image card that leads to its path, in the editors’ order [S2.4.5] [SX.3]', async ({
  page,
}) => {
  await database.query(`
    insert into collections (title, path, image_url, display_order, is_active)
    values ('First of all', '/gifts', '/art/skincare-360.webp', -1, true), ('Put away', '/new', null, -2, false)`)
  const block = page.getByRole('region', { name: 'Shop by Collection' })
  await expect(async () => {
    await page.goto(shop.url)
    await expect(block.getByRole('heading', { level: 3 }).first()).toHaveText('First of all', { timeout: 500 })
  }).toPass()
  const cards = await block
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) => [
        item.querySelector('h3')?.textContent,
        item.querySelector('a')?.getAttribute('href'),
        item.querySelectorAll('a img').length,
      ]),
    )
  const { rows } = await database.query(
    'select title, path from collections where is_active order by display_order, id limit 100',
  )
  expect(cards).toEqual(rows.map(({ title, path }) => [title, path, 1]))
  expect(cards.length).toBeGreaterThan(1)
})

test('Featured Articles are the four newest that are not among the tips, in two columns [S2.4.9] [SX.8]', async ({
  page,
}) => {
  await page.goto(shop.url)
  const block = page.getByRole('region', { name: 'Featured Articles' })
  const tips = (type: string) =>
    `select slug from blog_posts where is_active and post_type = '${type}' order by created_at desc, id limit 3`
  const newest = await column(
    `select title as value from blog_posts
     where is_active and slug not in (${tips('beauty')}) and slug not in (${tips('lifestyle')})
     order by created_at desc, id limit 4`,
  )
  expect(newest).toHaveLength(4)
  await expect(block.getByRole('heading', { level: 3 })).toHaveText(newest)
  await expect(block.getByRole('link', { name: 'View All Articles' })).toHaveAttribute('href', '/blog')
  const lefts = await block
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().left))
  expect(new Set(lefts).size).toBe(2)
})

for (const [title, type, more, to] of [
  ['Beauty Tips', 'beauty', 'More Beauty Tips', '/beauty'],
  ['Life Hacks', 'lifestyle', 'More Life Hacks', '/lifestyle'],
] as const) {
  test(`${title} are the three newest articles of their kind [S2.4.11] [SX.9]`, async ({ page }) => {
    await page.goto(shop.url)
    const block = page.getByRole('region', { name: title, exact: true })
    const slugs = await column(
      `select slug as value from blog_posts where is_active and post_type = '${type}' order by created_at desc, id limit 3`,
    )
    expect(slugs).toHaveLength(3)
    const links = await block
      .getByRole('listitem')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual(slugs.map((slug) => `/blog/${slug}`))
    await expect(block.getByRole('link', { name: more })).toHaveAttribute('href', to)
  })
}

test('of more than it shows, the home page has 8 products, 4 Amazon products, 4 articles and twice 3 tips [S9.17] [SX.11]', async ({
  page,
}) => {
  const [products, finds, beauty, lifestyle] = await column(`
    select count(*)::int as value from products where delisted_at is null
    union all select count(*)::int from amazon_products
    union all select count(*)::int from blog_posts where is_active and post_type = 'beauty'
    union all select count(*)::int from blog_posts where is_active and post_type = 'lifestyle'`)
  for (const [there, shown] of [
    [products, 8],
    [finds, 4],
    [beauty, 3],
    [lifestyle, 3],
  ])
    expect(Number(there)).toBeGreaterThan(Number(shown))
  await page.goto(shop.url)
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(page.locator('#deals').getByRole('listitem')).toHaveCount(8)
  await expect(region('Top Retailer Finds').getByRole('listitem')).toHaveCount(4)
  await expect(region('Featured Articles').getByRole('listitem')).toHaveCount(4)
  await expect(region('Beauty Tips').getByRole('listitem')).toHaveCount(3)
  await expect(region('Life Hacks').getByRole('listitem')).toHaveCount(3)
  const articles = await Promise.all(
    ['Featured Articles', 'Beauty Tips', 'Life Hacks'].map((name) =>
      region(name).getByRole('listitem').getByRole('heading').allTextContents(),
    ),
  )
  expect(new Set(articles.flat()).size, 'an article stands once on the page').toBe(articles.flat().length)
})

test('the advice box asks for a question, answers one of five after 1.5 seconds, and calls nobody [S2.4.10] [S4.24] [S5.14] [S8.26] [S9.16] [SX.10]', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto(shop.url)
  await ready(page)
  const box = page.getByRole('region', { name: 'A question, kindly answered' })
  const [button, answer] = [box.getByRole('button'), box.locator('p[role="status"]')]
  await button.click()
  await expect(box.getByRole('alert')).toHaveText('Please enter a question')
  await box.getByRole('textbox').fill('Which serum?')
  // From here on the page's time stands still but where it is told to go on.
  await page.clock.pauseAt(Date.now() + 60_000)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))

  const answers: string[] = []
  for (let which = 0; which < 5; which += 1) {
    await page.evaluate((chance) => {
      Math.random = () => chance
    }, which / 5)
    await button.click()
    await page.clock.runFor(1499)
    await expect(button).toHaveText('Getting advice...')
    await expect(button).toBeDisabled()
    await page.clock.runFor(1)
    await expect(button).toHaveText('Get advice')
    await expect(button).toBeEnabled()
    await expect(answer).toBeVisible()
    answers.push((await answer.textContent()) ?? '')
  }
  expect(new Set(answers.filter(Boolean)).size).toBe(5)
  expect(calls).toEqual([])
})
