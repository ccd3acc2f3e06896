import { expect, test } from '@playwright/test'
import { load } from 'cheerio'
import { desktop, open, phone, scrolled, serviceClient } from '../support/browser.ts'
import { ownContent } from '../support/own-content.ts'

let content: Awaited<ReturnType<typeof ownContent>>
test.beforeAll(async () => {
  content = await ownContent(30)
})
test.afterAll(() => content.remove())

test.describe('on a phone', () => {
  test.use({ viewport: phone })

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
  test.use({ viewport: desktop })

  test('begins with the prices that really fell, how far, and below what', async ({ page }) => {
    await page.goto('/all-deals')
    const drops = page.locator('[data-part~=drops-first] [data-part~=product-card]')
    await expect(drops).toHaveCount(4)
    await expect(page.locator('[data-part~=product-card]').first().locator('[data-part~=product-was]')).toBeVisible()
    for (const card of await drops.all()) {
      await expect(card.locator('[data-part~=product-drop]')).toHaveText(/^\d+% below its earlier 30-day low of \$\d/)
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

  for (const path of ['/all-deals', '/deals', '/fashion', '/home-decor', '/amazon-deals']) {
    test(`${path} calls a value that only its address has no choice, and leads to the whole list`, async ({ page }) => {
      const name = path === '/amazon-deals' ? 'category' : 'merchant'
      await page.goto(`${path}?${name}=Call+0900+now`)
      const choice = page.locator(`[data-part~=deals-filter] select[name=${name}]`)
      await expect(choice.locator('option:checked')).toHaveText(`No such ${name} here`)
      await expect(page.locator('main')).not.toContainText('Call 0900')
      await page.getByRole('link', { name: 'Clear Filters', exact: true }).click()
      await expect(page.locator('[data-part~=product-card]').first()).toBeVisible()
      await expect(choice.locator('option:checked')).toHaveText(/^All /)
    })
  }

  test('leads to the same products with every filter', async ({ page }) => {
    await page.goto('/all-deals?category=Makeup&page=2')
    const all = page.getByRole('link', { name: 'Filter by color, size or price' })
    await expect(all).toHaveAttribute('href', '/products?category=Makeup')
    await page.goto('/deals?category=Makeup')
    await expect(all).toHaveAttribute('href', '/products?category=Makeup&fallen=1')
    await all.click()
    await expect(page.getByRole('checkbox', { name: /^Price drop/ })).toBeChecked()
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
      const $ = load(await (await page.request.get(at)).text())
      const shown = $('main [data-part~=product-card] [data-part~=product-out][data-product]')
        .toArray()
        .map((link) => Number($(link).attr('data-product')))
      expect(shown.length).toBeGreaterThan(0)
      const { data } = await shop.from('products').select('id,item_id').in('id', shown).throwOnError()
      const items = new Map(data.map(({ id, item_id }) => [id, item_id]))
      const twice = shown.filter((id, index) => shown.findIndex((other) => items.get(other) === items.get(id)) < index)
      expect(twice, at).toEqual([])
      at = $('[data-part~=deals-grid] [data-part~=pager] [rel="next"]').attr('href') ?? null
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
