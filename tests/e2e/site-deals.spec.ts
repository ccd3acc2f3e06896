import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { desktop, open, phone, serviceClient } from '../support/browser.ts'
import { ownContent } from '../support/own-content.ts'

let content: Awaited<ReturnType<typeof ownContent>>
test.beforeAll(async () => {
  content = await ownContent(30)
})
test.afterAll(() => content.remove())

const listPath = () => `/products?merchant=${encodeURIComponent(content.merchant)}`
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
test.describe('a list', () => {
  test.use({ viewport: desktop })

  test('is narrowed by several values of a filter and a price, each with its count, chip and address', async ({
    page,
  }) => {
    await open(page, listPath())
    const count = page.locator('[data-part~=result-count]')
    await expect(count).toHaveText('30 products, page 1 of 2')
    await page.getByRole('checkbox', { name: 'Skincare 15' }).check()
    await expect(count).toHaveText('15 products')
    // A facet's own filter is not counted in: the other category still says what it would add.
    await page.getByRole('checkbox', { name: 'Makeup 15' }).check()
    await expect(count).toHaveText('30 products, page 1 of 2')
    await page.getByRole('link', { name: 'Under $25 14' }).click()
    await expect(count).toHaveText('14 products')
    await page.getByLabel('From').selectOption('10')
    await expect(page).toHaveURL(/merchant=[^&]*&min=10&max=25$/)
    await page.getByRole('link', { name: 'Remove filter $10 to under $25' }).click()
    await page.getByRole('link', { name: 'Remove filter Makeup' }).click()
    await expect(count).toHaveText('15 products')
    await expect(page.getByRole('checkbox', { name: 'Makeup' })).not.toBeChecked()
    await page.goBack()
    await expect(page.getByRole('checkbox', { name: 'Makeup' })).toBeChecked()
    await page.getByRole('link', { name: 'Clear Filters' }).click()
    await expect(page).toHaveURL('/products')
    await expect(page.getByRole('link', { name: 'Clear Filters' })).toHaveCount(0)
  })

  test('stays where it is read while it is narrowed, and comes back to where it was left', async ({ page }) => {
    await open(page, '/products')
    await page.evaluate(() => window.scrollTo(0, 260))
    await page.locator('[data-part~=facet-value] input').nth(1).check()
    await expect(page.getByRole('link', { name: 'Clear Filters' })).toBeVisible()
    expect(await scrolled(page)).toBe(260)
    await page.evaluate(() => window.scrollTo(0, 1200))
    await page.locator('[data-part~=product-card] [data-part~=product-link]').nth(9).click()
    await expect(page).toHaveURL(/\/p\//)
    await page.goBack()
    await expect.poll(() => scrolled(page)).toBeGreaterThan(1000)
  })

  test('takes no notice of what it does not know, and keeps filtered lists out of search engines', async ({ page }) => {
    await page.goto('/products?colour=red&min=37&sort=cheapest&page=minus-one&after=2026-02-30T00:00:00%2B00:00~1')
    await expect(page.locator('[data-part~=product-card]').first()).toBeVisible()
    await expect(page.locator('.chips')).toHaveCount(0)
    await page.goto('/products?category=Makeup&sort=price-asc&page=2')
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toMatch(/\/products$/)
    const blocks = (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
      JSON.parse(text),
    )
    expect(blocks.map((block) => block['@type'])).toContain('BreadcrumbList')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, reducedMotion: 'reduce' })

  test('filters open as a sheet that says how many results it leaves, and close by button and by Escape', async ({
    page,
  }) => {
    await open(page, listPath())
    const opener = page.getByRole('button', { name: 'Filters (1)' })
    const sheet = page.locator('[data-part~=filter-panel]')
    await expect(sheet).toBeHidden()
    await opener.click()
    await sheet.getByRole('checkbox', { name: 'Skincare' }).check()
    await sheet.getByRole('button', { name: 'Show 15 results' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.locator('[data-part~=product-card]')).toHaveCount(15)
    await page.getByRole('button', { name: 'Filters (2)' }).press('Enter')
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeFocused()
  })

  test('the lineup is a carousel for the keyboard: steps, ends, and every product’s link [S2.5.7]', async ({
    page,
  }) => {
    await open(page, '/all-deals')
    const next = page.getByRole('button', { name: 'Next product' })
    const previous = page.getByRole('button', { name: 'Previous product' })
    const place = page.locator('[data-part~=lineup-steps] p')
    await expect(previous).toHaveAttribute('aria-disabled', 'true')
    for (const expected of ['2 of 4', '3 of 4', '4 of 4']) {
      await next.press('Enter')
      await expect(place).toContainText(expected)
    }
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('group', { name: '4 of 4: Blue Hour Serum' })).toBeInViewport({ ratio: 0.3 })
    await previous.press('Enter')
    await expect(place).toContainText('3 of 4')
    await page.getByRole('group', { name: '1 of 4: Glow Lip Balm' }).getByRole('link').focus()
    await expect(place).toContainText('1 of 4')
  })
})

test.describe('All Deals', () => {
  test.use({ viewport: desktop, reducedMotion: 'reduce' })

  test('begins with the prices that really fell, how far, and below what', async ({ page }) => {
    await page.goto('/all-deals')
    const drops = page.locator('[data-part~=drops-first] [data-part~=product-card]')
    await expect(drops).toHaveCount(4)
    await expect(page.locator('[data-part~=product-card]').first().locator('[data-part~=product-was]')).toBeVisible()
    for (const card of await drops.all()) {
      await expect(card.locator('[data-part~=product-drop]')).toHaveText(/^\d+% below its 30-day low of \$\d/)
    }
    await page.goto('/all-deals?category=Skincare')
    await page.getByRole('link', { name: 'All price drops' }).click()
    await expect(page).toHaveURL('/deals?category=Skincare')
  })

  test('is what Deals means in the header and the footer; the drops alone are Price Drops', async ({ page }) => {
    await page.goto('/')
    for (const place of ['header', 'footer']) {
      await expect(page.locator(place).getByRole('link', { name: 'Deals', exact: true }).first()).toHaveAttribute(
        'href',
        '/all-deals',
      )
    }
    await expect(page.locator('footer').getByRole('link', { name: 'Price Drops' })).toHaveAttribute('href', '/deals')
  })

  test('leads to the grid, unfolds the categories, and closes them when one is chosen [S2.5.1] [S2.5.2] [S4.23]', async ({
    page,
  }) => {
    await open(page, '/all-deals')
    await expect(page.getByRole('heading', { level: 1, name: 'All Deals & Discounts' })).toBeVisible()
    await page.getByRole('link', { name: 'Shop All Deals' }).click()
    await expect.poll(() => scrolled(page)).toBeGreaterThan(200)
    await expect(page.locator('#deals')).toBeFocused()
    const panel = page.locator('[data-part~=category-panel]')
    await panel.locator('summary').click()
    await panel.getByRole('link', { name: 'Skincare' }).click()
    await expect(page).toHaveURL('/all-deals?category=Skincare#deals')
    await expect(panel).not.toHaveAttribute('open')
    await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Skincare')
    await panel.locator('summary').click()
    await panel.getByRole('link', { name: 'All', exact: true }).click()
    await expect(page).toHaveURL('/all-deals#deals')
    await expect(page.getByRole('heading', { name: 'Shop The Best Deals' })).toBeVisible()
  })

  test('narrows the grid by category and merchant, and clears both [S2.5.3]', async ({ page }) => {
    await open(page, '/all-deals')
    await expect(page.getByRole('link', { name: 'Clear Filters' })).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Merchant' }).selectOption(content.merchant)
    await expect(page.locator('[data-part~=deals-grid] [data-part~=result-count]')).toHaveText(
      '30 products, page 1 of 2',
    )
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Makeup')
    await expect(page.locator('[data-part~=deals-grid] [data-part~=result-count]')).toHaveText('15 products')
    await page.getByRole('link', { name: 'Clear Filters' }).click()
    await expect(page.getByRole('combobox', { name: 'Merchant' })).toHaveValue('')
    await page.goto('/all-deals?category=Submarines')
    await expect(page.getByText('No products found matching your filters.')).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters and try again' }).click()
    await expect(page.locator('[data-part~=deals-grid] [data-part~=product-card]')).toHaveCount(24)
  })

  test('shows its grid in one, two, three and four columns [S2.5.4]', async ({ page }) => {
    await page.goto('/all-deals')
    for (const [width, columns] of [
      [320, 1],
      [600, 2],
      [900, 3],
      [1280, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const tracks = await page
        .locator('[data-part~=deals-grid] [data-part~=product-grid]')
        .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
      expect(tracks, `${width} px`).toBe(columns)
    }
  })

  test('shows four products of the lineup, with prices, tags, stars and a way to the brand in a new tab [S2.5.5] [S2.5.6] [S9.23]', async ({
    page,
  }) => {
    await page.goto('/all-deals')
    const cards = page.locator('[data-part~=lineup-card]')
    await expect(cards).toHaveCount(4)
    await expect(cards.locator('[data-part~=product-price]')).toHaveText(['$25.00', '$32.00', '$34.00', '$53.00'])
    await expect(page.locator('[data-part~=lineup] .badge')).toHaveText([
      'BESTSELLER',
      'NEW',
      'BODY MIST',
      'BESTSELLER',
      'NEW',
    ])
    await expect(cards.locator('[data-part~=stars]')).toContainText(['4.8', '4.6', '4.5', '4.3'])
    // 4.6 is shown as four stars and a half.
    expect(
      await cards
        .nth(1)
        .locator('g')
        .evaluateAll((stars) => stars.map((star) => star.getAttribute('data-fill'))),
    ).toEqual(['1', '1', '1', '1', '0.5'])
    for (const link of await cards.getByRole('link').all()) {
      expect(await link.getAttribute('target')).toBe('_blank')
      expect(await link.getAttribute('href')).toMatch(/^https:\/\/petale-nord\.example\//)
    }
    await expect(page.locator('[data-part~=lineup-steps]')).toBeHidden()
  })

  test('searches more deals by pages of eight, beginning at page 1, and leaves the grid as it is [S2.5.8] [S4.22] [S5.13] [S9.21]', async ({
    page,
  }) => {
    await open(page, '/all-deals?category=Skincare')
    const more = page.locator('#more-deals')
    await expect(more.getByText('Results for “beauty deals”')).toBeVisible()
    await more.getByPlaceholder('Search for deals...').fill('petal serum')
    await more.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/all-deals?category=Skincare&deal=petal+serum')
    await expect(more.getByText('Results for “petal serum”')).toBeVisible()
    await expect(more.locator('[data-part~=product-card]')).toHaveCount(8)
    await expect(more.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await more.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/deal=petal\+serum&dealpage=2/)
    await expect(more.getByText('page 2 of')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Skincare')
    await more.getByPlaceholder('Search for deals...').fill('qqqzzz')
    await more.getByRole('button', { name: 'Search' }).click()
    await expect(more.getByText('No results found. Try a different search term.')).toBeVisible()
    await expect(page).toHaveURL('/all-deals?category=Skincare&deal=qqqzzz')
    await expect(more.locator('[data-part~=pager]')).toHaveCount(0)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: desktop })

  test('lists are narrowed and sorted by their form, and chips take a filter off', async ({ page }) => {
    await page.goto(listPath())
    await page.getByRole('checkbox', { name: 'Skincare' }).check()
    await page.getByLabel('Under').selectOption('25')
    await page.getByLabel('Sort by').selectOption('price-desc')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.locator('[data-part~=product-card]')).toHaveCount(7)
    await expect(page.locator('[data-part~=product-price]').first()).toContainText('$23.00')
    await page.getByRole('link', { name: 'Remove filter Under $25' }).click()
    await expect(page.locator('[data-part~=product-card]')).toHaveCount(15)
  })

  test('All Deals is narrowed, and its search has pages', async ({ page }) => {
    await page.goto('/all-deals')
    await page.locator('[data-part~=category-panel] summary').click()
    await page.locator('[data-part~=category-panel]').getByRole('link', { name: 'Makeup' }).click()
    await expect(page).toHaveURL('/all-deals?category=Makeup#deals')
    await page.getByRole('combobox', { name: 'Merchant' }).selectOption(content.merchant)
    await page.locator('[data-part~=deals-filter]').getByRole('button', { name: 'Apply' }).click()
    await expect(page.locator('[data-part~=deals-grid] [data-part~=product-card]')).toHaveCount(15)
    await page.getByPlaceholder('Search for deals...').fill('petal serum')
    await page.locator('#more-deals').getByRole('button', { name: 'Search' }).click()
    await page.locator('#more-deals').getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText('page 2 of')).toBeVisible()
    await expect(page.locator('[data-part~=deals-grid] [data-part~=product-card]')).toHaveCount(15)
  })
})

test('All Deals shows an item once on a page, in whichever of its blocks, from the first page to the last', async ({
  page,
}) => {
  test.slow()
  const shop = await serviceClient()
  const walk = async (start: string) => {
    let at: string | null = start
    for (let pages = 0; at !== null && pages < 40; pages++) {
      await page.goto(at)
      const shown = await page
        .locator('main [data-part~=product-card] [data-part~=product-out][data-product]')
        .evaluateAll((links) => links.map((link) => Number(link.getAttribute('data-product'))))
      expect(shown.length).toBeGreaterThan(0)
      const { data } = await shop.from('products').select('id,item_id').in('id', shown).throwOnError()
      const items = new Map(data.map(({ id, item_id }) => [id, item_id]))
      const twice = shown.filter((id, index) => shown.findIndex((other) => items.get(other) === items.get(id)) < index)
      expect(twice, at).toEqual([])
      const next = page.locator('[data-part~=deals-grid] [data-part~=pager] [rel="next"]')
      at = (await next.count()) > 0 ? await next.getAttribute('href') : null
    }
  }
  await walk('/all-deals')
  await walk('/all-deals?category=Beauty')
  await walk('/all-deals?merchant=Northlight+Beauty')
  // The default search stands below the first page alone; a visitor's own below every one.
  await page.goto('/all-deals?page=2')
  await expect(page.locator('#more-deals [data-part~=product-card]')).toHaveCount(0)
  await expect(page.getByPlaceholder('Search for deals...')).toBeVisible()
  await page.goto('/all-deals?page=2&deal=serum')
  await expect(page.locator('#more-deals [data-part~=product-card]')).not.toHaveCount(0)
})

test('price drops are those our own readings prove, of shops that let us say so [S2.7.15]', async ({ page }) => {
  const shop = await serviceClient()
  const merchant = content.merchant
  const row = { name: merchant, slug: `atelier-${randomUUID().slice(0, 8)}`, may_show_history: true }
  await shop.from('merchants').insert(row).throwOnError()
  try {
    await shop.from('products').update({ price: 5 }).eq('merchant_name', merchant).eq('price', 39).throwOnError()
    await shop.from('products').update({ price: 99 }).eq('merchant_name', merchant).eq('price', 38).throwOnError()
    await page.goto(`/deals?merchant=${encodeURIComponent(merchant)}`)
    await expect(page.locator('[data-part~=product-card]')).toHaveCount(1)
    await expect(page.locator('[data-part~=product-card]')).toContainText('$39.00')
    await expect(page.locator('[data-part~=result-count]')).toHaveText('1 product')
    await shop.from('merchants').update({ may_show_history: false }).eq('name', merchant).throwOnError()
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('No products found matching your filters.')).toBeVisible({ timeout: 1000 })
    }).toPass()
  } finally {
    await shop.from('merchants').delete().eq('name', merchant)
  }
})

test('the retailer’s finds are ten to a page, narrowed by category and by words of the title [S2.7.16] [S8.25] [S9.18]', async ({
  page,
}) => {
  await open(page, '/amazon-deals')
  const cards = page.locator('[data-part~=product-card]')
  const all = await cards.count()
  expect(all).toBeGreaterThan(1)
  expect(all).toBeLessThanOrEqual(10)
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 1 })
  await expect.poll(() => cards.count()).toBeLessThan(all)
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await expect(cards).toHaveCount(all)
  await page.getByLabel('In the title').fill('VASE')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(cards).toHaveCount(1)
  await page.getByLabel('In the title').fill('100%_')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('No Amazon products found.')).toBeVisible()
})

test('Amazon products of a category come by rating, best first, the unrated last [S2.7.16] [SX.4]', async ({
  page,
}) => {
  const service = await serviceClient()
  const category = `Rated ${randomUUID().slice(0, 8)}`
  const ratings = { Fair: 3.1, Best: 4.9, Unrated: null, Good: 4.2, Poor: 1 }
  const rows = Object.entries(ratings).map(([product_title, rating]) => ({
    ...{ product_title, rating, category, product_url: 'https://www.amazon.com/s?k=rated' },
  }))
  await service.from('amazon_products').insert(rows).throwOnError()
  try {
    await expect(async () => {
      await page.goto(`/amazon-deals?category=${encodeURIComponent(category)}`)
      const names = page.locator('main').getByRole('heading', { name: /^(Fair|Best|Unrated|Good|Poor)$/ })
      await expect(names).toHaveText(['Best', 'Good', 'Fair', 'Poor', 'Unrated'], { timeout: 1000 })
    }).toPass()
  } finally {
    await service.from('amazon_products').delete().eq('category', category)
  }
})

test('home decor says how many it shows, and narrows them by merchant [S2.7.11] [S2.7.12]', async ({ page }) => {
  await open(page, '/home-decor')
  await expect(page.getByRole('heading', { level: 1, name: 'Home & Decor Collection' })).toBeVisible()
  for (const title of ['Living Spaces', 'Decorative Accents', 'Organization'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  const all = page.getByRole('link', { name: 'View All Products' })
  expect([await all.getAttribute('href'), await all.getAttribute('target')]).toEqual(['/products', '_blank'])
  await page.getByRole('link', { name: 'Shop Home Decor' }).click()
  await expect(page.locator('#deals')).toBeFocused()
  const count = page.locator('[data-part~=result-count]')
  await expect(count).toHaveText(/^Showing (\d+) home decor items?$/)
  const before = await count.textContent()
  await page.getByRole('combobox', { name: 'Merchant' }).selectOption({ index: 1 })
  await expect(count).not.toHaveText(before ?? '')
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await expect(count).toHaveText(before ?? '')
  await page.goto('/home-decor?merchant=Nobody')
  await expect(page.getByText('No products found matching your filters.')).toBeVisible()
})

test('home decor has all its pages, fifty to each [S9.19] [SX.11]', async ({ page }) => {
  const shop = await serviceClient()
  const merchant_name = `Full House ${randomUUID().slice(0, 8)}`
  const rows = Array.from({ length: 55 }, (_, index) => ({
    ...{ product_name: `Vase ${merchant_name} number ${index}`, merchant_name, category: 'Home & Decor', price: 9 },
    affiliate_link: `https://full-house.example/${index}`,
  }))
  await shop.from('products').insert(rows).throwOnError()
  try {
    const names = page.locator('[data-part~=deals-grid] [data-part~=product-name]')
    const path = `/home-decor?merchant=${encodeURIComponent(merchant_name)}`
    await page.goto(path)
    await expect(names).toHaveCount(50)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/page=2#deals$/)
    await expect(names).toHaveCount(5)
  } finally {
    await shop.from('products').delete().eq('merchant_name', merchant_name)
  }
})

for (const [path, title, first, second, target] of [
  ['/gifts', 'Home & Gifts Deals', 'Shop Home & Gifts', 'View All Gifts', '/products?category=Gifts'],
  ['/fashion', 'Best Fashion Deals & Discounts', 'Shop All Deals', 'View All Fashion', '/products?category=Fashion'],
] as const) {
  test(`${path} opens with its title and two buttons above its own products [S2.7.13] [S2.7.14]`, async ({ page }) => {
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('[data-part~=deals-grid] [data-part~=product-card]').first()).toBeVisible()
    await page.getByRole('link', { name: first }).click()
    await expect(page.locator('#deals')).toBeFocused()
    await page.getByRole('link', { name: second }).click()
    await expect(page).toHaveURL(target)
  })
}

test.describe('the month’s deals', () => {
  const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date())

  test('are this month’s proven drops, the biggest first, each with how far and below what [S2.7.17]', async ({
    page,
  }) => {
    const shop = await serviceClient()
    const merchant = content.merchant
    const row = { name: merchant, slug: `atelier-${randomUUID().slice(0, 8)}`, may_show_history: true }
    await shop.from('merchants').insert(row).throwOnError()
    try {
      // Another of this shop may have fallen in a test before.
      const fell = () =>
        page
          .locator('#deals [data-part~=product-card]')
          .filter({ hasText: merchant })
          .filter({ hasText: 'Petal Serum No. 28' })
      await shop.from('products').update({ price: 1 }).eq('merchant_name', merchant).eq('price', 37).throwOnError()
      await expect(async () => {
        await page.goto('/monthly-deals')
        await expect(fell()).toHaveCount(1, { timeout: 1000 })
      }).toPass()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Price drops of ${month}`)
      await expect(page).toHaveTitle(new RegExp(`Monthly Deals: ${month}`))
      await expect(fell().locator('[data-part~=product-drop]')).toHaveText('97% below its 30-day low of $37.00')
      const shares = await page.locator('main [data-part~=product-card] [data-part~=product-drop]').allTextContents()
      const percents = shares.map((text) => Number.parseInt(text, 10))
      expect(percents).toEqual(percents.toSorted((a, b) => b - a))
      expect(shares.length).toBe(await page.locator('main [data-part~=product-card]').count())
      // A drop of another month is none of this one's.
      const ids = (await shop.from('products').select('id').eq('merchant_name', merchant).eq('price', 1)).data ?? []
      const before = new Date(Date.now() - 32 * 86_400_000).toISOString()
      await shop
        .from('price_drops')
        .update({ dropped_at: before })
        .in(
          'product_id',
          ids.map(({ id }) => id),
        )
        .throwOnError()
      await expect(async () => {
        await page.goto('/monthly-deals')
        await expect(fell()).toHaveCount(0, { timeout: 1000 })
      }).toPass()
    } finally {
      await shop.from('merchants').delete().eq('name', merchant)
    }
  })

  test('lead to the written edition of March 2025, a dated article with products of its own [S9.22]', async ({
    page,
  }) => {
    await page.goto('/monthly-deals')
    await page.getByRole('link', { name: 'Read Monthly Deals: The Top 10 of March 2025' }).click()
    await expect(page).toHaveURL('/blog/monthly-deals-the-top-10-of-march-2025')
    await expect(page.locator('article [data-part~=product-card]')).toHaveCount(4)
  })
})
