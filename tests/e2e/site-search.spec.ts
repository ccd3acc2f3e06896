import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { desktop, open, phone, ready, serviceClient } from '../support/browser.ts'
import { ownDatabase } from '../support/own-database.ts'

/** Words of our own, so that the demo shop's products are never among the results. */
const word = `glim${randomUUID()
  .replace(/[^a-f]/g, '')
  .slice(0, 6)}wick`

async function searchable() {
  const service = await serviceClient()
  const merchant = `Atelier ${word}`
  const made = await Promise.all([
    service.from('products').insert(
      Array.from({ length: 20 }, (_, index) => ({
        product_name: index === 0 ? `<b>${word}</b> Lantern & Co` : `${word} Candle No. ${index}`,
        category: index % 2 ? 'Gifts' : 'Home & Decor',
        merchant_name: merchant,
        price: index === 0 ? null : 10 + index,
        description: index === 0 ? `A <img src=x onerror="document.title='owned'"> ${word} of brass.` : null,
        affiliate_link: `https://shop.example.com/${word}/${index}`,
      })),
    ),
    service.from('amazon_products').insert({
      product_title: `${word} Snuffer`,
      category: 'Gifts',
      product_url: `https://www.amazon.com/s?k=${word}`,
    }),
    service.from('blog_posts').insert({
      slug: word,
      title: `Living with a ${word}`,
      excerpt: 'What it is for.',
      content: `<p>Every ${word} needs trimming.</p>`,
      category: 'Home',
      is_active: true,
    }),
  ])
  for (const { error } of made) if (error) throw new Error(error.message)
  return async () => {
    await service.from('products').delete().eq('merchant_name', merchant)
    await service.from('amazon_products').delete().eq('product_title', `${word} Snuffer`)
    await service.from('blog_posts').delete().eq('slug', word)
  }
}

let remove: () => Promise<void>
test.beforeAll(async () => {
  remove = await searchable()
})
test.afterAll(() => remove())

const opener = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Search', exact: true })

test.describe('the results', () => {
  test('mix products, retailer finds and articles, eight to a page, with the found words marked [S2.1.21]', async ({
    page,
  }) => {
    await open(page, `/search?q=${word}`)
    await expect(page.locator('[data-part~=result]')).toHaveCount(8)
    await expect(page.locator('[data-part~=result-count]')).toHaveText('22 results, page 1 of 3')
    const kinds = page.getByRole('navigation', { name: 'Kinds of results' })
    await expect(kinds.getByRole('link')).toHaveText(['All 22', 'Products 20', 'Retailer Finds 1', 'Articles 1'])
    expect(
      new Set(await page.locator('[data-part~=result]').evaluateAll((rows) => rows.map((row) => row.dataset.kind))),
    ).toEqual(new Set(['product', 'find', 'article']))
    await expect(page.locator('[data-part~=result] mark').first()).toHaveText(word)
    await expect(page.locator('[data-part~=result-snippet] mark', { hasText: word }).first()).toBeVisible()
  })

  test('show markup of a feed as text, and run none of it', async ({ page }) => {
    await open(page, `/search?q=${word}+lantern`)
    await expect(page.getByRole('heading', { level: 2, name: `<b>${word}</b> Lantern & Co` })).toBeVisible()
    await expect(page.locator('[data-part~=result-snippet]').first()).toHaveText(`A ${word} of brass.`)
    expect(await page.locator('[data-part~=result-text] b, [data-part~=result-text] img').count()).toBe(0)
    await expect(page.getByText('Price unavailable')).toBeVisible()
    expect(await page.title()).not.toBe('owned')
  })

  test('are leafed through; Previous and Next end where the pages end [S4.35]', async ({ page }) => {
    await open(page, `/search?q=${word}`)
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await pages.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(`/search?q=${word}&page=2`)
    await expect(page.locator('ol[data-part~=results]')).toHaveAttribute('start', '9')
    await pages.getByRole('link', { name: 'Page 3' }).click()
    await expect(page.locator('[data-part~=result-count]')).toHaveText('22 results, page 3 of 3')
    await expect(page.locator('[data-part~=result]')).toHaveCount(6)
    await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()
    await page.goto(`/search?q=${word}&type=articles`)
    await expect(page.locator('[data-part~=result]')).toHaveCount(1)
    await expect(pages).toHaveCount(0)
  })

  test('a new search starts at the first page [S4.36]', async ({ page }) => {
    await open(page, `/search?q=${word}&page=2`)
    const box = page.getByRole('main').getByRole('searchbox')
    await box.fill(`${word} candle`)
    await box.press('Enter')
    await expect(page).toHaveURL(`/search?q=${word}+candle`)
    await expect(page.locator('[data-part~=result-count]')).toHaveText('19 results, page 1 of 3')
  })

  test('are narrowed to a category and widened again', async ({ page }) => {
    await open(page, `/search?q=${word}`)
    await page.locator('[data-part~=facet] summary', { hasText: 'Category' }).click()
    await page.getByRole('link', { name: 'Gifts 10' }).click()
    await expect(page.locator('[data-part~=result-count]')).toHaveText('11 results, page 1 of 2')
    await page.getByRole('link', { name: /^Gifts\s*: remove this filter$/ }).click()
    await expect(page).toHaveURL(`/search?q=${word}`)
  })

  test('are narrowed by brand, color, size, stock and price drop to as many as each says', async ({ page }) => {
    await page.goto('/search?q=dress')
    const facets = page.locator('details[data-part~=facet]')
    for (const name of ['Brand', 'Shop', 'Color', 'Size'])
      await expect(facets.filter({ hasText: new RegExp(`^${name}`) })).toHaveCount(1)
    const switches = await page.locator('a[data-part~=facet]').all()
    const links = await Promise.all(
      [
        ...switches,
        ...(await facets
          .filter({ hasText: /^(Brand|Color|Size)/ })
          .locator('a')
          .all()),
      ].map(
        async (link) => [await link.getAttribute('href'), (await link.textContent())?.match(/(\d+)$/)?.[1]] as const,
      ),
    )
    expect(links.length).toBeGreaterThan(10)
    for (const [href, count] of links) {
      await page.goto(href ?? '')
      await expect(page.locator('[data-part~=result-count]'), href ?? '').toHaveText(
        new RegExp(`^${count} results?(, page 1 of \\d+)?$`),
      )
    }
    await page.getByLabel('Chosen filters').getByRole('link').click()
    await expect(page).toHaveURL('/search?q=dress')
  })

  test('lead on: paid links are marked, in a new tab and disclosed; articles open here', async ({ page }) => {
    await open(page, `/search?q=${word}`)
    const paid = page.locator('[data-part~=result] a[rel~="sponsored"]').first()
    await expect(paid).toHaveAttribute('target', '_blank')
    await expect(page.locator('main [data-part~=disclosure-line]').first()).toBeVisible()
    await page
      .getByRole('heading', { name: `Living with a ${word}` })
      .getByRole('link')
      .click()
    await expect(page).toHaveURL(`/blog/${word}`)
  })

  test('of a misspelt word are those of the word that was meant, unless the visitor insists', async ({ page }) => {
    const misspelt = word.replace('wick', 'wikc')
    await open(page, `/search?q=${misspelt}`)
    await expect(page.getByText(`Showing results for ${word}.`)).toBeVisible()
    await expect(page.locator('[data-part~=result]')).toHaveCount(8)
    await page.getByRole('link', { name: `Search instead for “${misspelt}”` }).click()
    await expect(page).toHaveURL(`/search?q=${misspelt}&exact=1`)
    await expect(page.getByText('No results found. Try a different search term.')).toBeVisible()
  })

  test('without any: says so, and where to go instead [S8.33]', async ({ page }) => {
    await open(page, '/search?q=qqqzzzxxx')
    await expect(page.getByText('No results found. Try a different search term.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Just in' })).toBeVisible()
    await expect(page.locator('[data-part~=ways-on-categories] a').first()).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Makeup', exact: true }).first().click()
    await expect(page).toHaveURL('/search?q=Makeup')
    await expect(page.locator('[data-part~=result]').first()).toBeVisible()
  })

  test('of a query far too long are those of its first 200 characters', async ({ page }) => {
    await open(page, `/search?q=${word}+${'+'.repeat(300)}zzz`)
    await expect(page.locator('[data-part~=result]')).toHaveCount(8)
    await open(page, `/search?q=${'x'.repeat(3000)}`)
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('x'.repeat(200))
  })

  test('are counted as one search, with its term and how much was found', async ({ page }) => {
    const sent = page.waitForRequest(
      (request) =>
        request.url().includes('/functions/v1/record-event') && (request.postData() ?? '').includes('"search"'),
    )
    await open(page, `/search?q=${word}`)
    expect(JSON.parse((await sent).postData() ?? '{}')).toMatchObject({
      name: 'search',
      properties: { term: word, results: 22 },
    })
  })
})

test('a search that fails says so and why; Try Again asks again [S8.32]', async ({ page }) => {
  test.setTimeout(90_000)
  const database = await ownDatabase(process.env.E2E_DATA_DIR ?? 'data')
  // The database refuses searches for our word, and only those: other tests search meanwhile.
  await database.query(`
    begin;
    alter function private.typed_words(text) rename to whole_typed_words;
    create function private.typed_words(query_text text) returns text[] language plpgsql stable set search_path = '' as $$
    begin
      if query_text = '${word}' then
        raise exception 'the words are being counted';
      end if;
      return private.whole_typed_words(query_text);
    end
    $$;
    commit`)
  try {
    const reply = await page.goto(`/search?q=${word}&type=products`)
    expect(reply?.status()).toBe(503)
    await ready(page)
    await expect(page.getByRole('alert')).toHaveText(/Error loading results: the words are being counted/)
  } finally {
    await database.query(`
      begin;
      drop function private.typed_words(text);
      alter function private.whole_typed_words(text) rename to typed_words;
      commit`)
    await database.end()
  }
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.locator('[data-part~=result-count]')).toHaveText('20 results, page 1 of 3', { timeout: 30_000 })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor searches, narrows and leafs through', async ({ page }) => {
    await page.goto('/search')
    await page.getByRole('main').getByRole('searchbox').fill(word)
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(`/search?q=${word}`)
    await page.getByRole('link', { name: 'Products 20' }).click()
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.locator('[data-part~=result-count]')).toHaveText('20 results, page 2 of 3')
  })
})

test.describe('the overlay', () => {
  test.use({ viewport: desktop })

  test('suggests while typing, and the keyboard alone chooses [S2.3.7]', async ({ page }) => {
    await open(page, '/')
    await page.keyboard.press('/')
    const overlay = page.getByRole('dialog', { name: 'SEARCH' })
    const box = overlay.getByPlaceholder('Search for products, articles, and more...')
    await expect(box).toBeFocused()
    await page.keyboard.type(word.slice(0, 9))
    const options = overlay.getByRole('option')
    await expect(options.first()).toHaveText(word)
    await expect(box).toHaveRole('combobox')
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await expect(box).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '')
    await page.keyboard.press('ArrowUp')
    await expect(box).not.toHaveAttribute('aria-activedescendant')
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/search?q=${word}`)
    await expect(overlay).toBeHidden()
  })

  test('closes its list with the first Escape, empties the box with the second, and closes with the third', async ({
    page,
  }) => {
    await open(page, '/')
    await opener(page).click()
    const overlay = page.getByRole('dialog', { name: 'SEARCH' })
    const box = overlay.getByPlaceholder('Search for products, articles, and more...')
    await box.pressSequentially(word.slice(0, 8))
    await expect(overlay.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(overlay.getByRole('option')).toHaveCount(0)
    await expect(overlay).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(box).toHaveValue('')
    await expect(overlay).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(overlay).toBeHidden()
    await expect(opener(page)).toBeFocused()
  })

  test('searches for what was typed when no suggestion is chosen, or none can be fetched', async ({ page }) => {
    await page.route('**/rest/v1/rpc/suggest*', (route) => route.abort())
    await open(page, '/')
    await opener(page).click()
    const overlay = page.getByRole('dialog', { name: 'SEARCH' })
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/rpc/suggest'))
    await overlay.getByPlaceholder('Search for products, articles, and more...').pressSequentially(word)
    await failed
    await expect(overlay.getByRole('option')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/search?q=${word}`)
  })

  test('leads to a product and to an article', async ({ page }) => {
    await open(page, '/')
    for (const [label, address] of [
      [`${word} Candle`, /\/p\/.*-\d+$/],
      [`Living with a ${word}`, new RegExp(`/blog/${word}$`)],
    ] as const) {
      await opener(page).click()
      const overlay = page.getByRole('dialog', { name: 'SEARCH' })
      await overlay.getByPlaceholder('Search for products, articles, and more...').pressSequentially(word)
      await overlay.getByRole('option').filter({ hasText: label }).first().click()
      await expect(page).toHaveURL(address)
    }
  })

  test('remembers searches in this browser, until they are cleared [S2.3.8]', async ({ page }) => {
    await open(page, `/search?q=${word}`)
    await opener(page).click()
    const overlay = page.getByRole('dialog', { name: 'SEARCH' })
    await expect(overlay.getByRole('heading', { name: 'Recent searches' })).toBeVisible()
    await overlay.getByRole('link', { name: word }).click()
    await expect(page).toHaveURL(`/search?q=${word}`)
    await opener(page).click()
    await overlay.getByRole('button', { name: 'Clear recent searches' }).click()
    await expect(overlay.getByRole('heading', { name: 'Recent searches' })).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull()
  })

  test('is opened by / from the page, never from a field, and not at all once that is switched off [S2.3.6]', async ({
    page,
  }) => {
    await open(page, '/search')
    const overlay = page.getByRole('dialog', { name: 'SEARCH' })
    await page.getByRole('main').getByRole('searchbox').focus()
    await page.keyboard.press('/')
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('/')
    await expect(overlay).toBeHidden()
    await page.locator('h1').click()
    await page.keyboard.press('/')
    await overlay.getByLabel('The / key opens this search').uncheck()
    await page.keyboard.press('Escape')
    await expect(overlay).toBeHidden()
    await page.locator('h1').click()
    await page.keyboard.press('/')
    await expect(overlay).toBeHidden()
  })

  test('fetches what helps only when it opens', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await open(page, '/')
    expect(asked.filter((url) => url.includes('search-assist'))).toEqual([])
    await opener(page).click()
    await expect.poll(() => asked.filter((url) => url.includes('search-assist')).length).toBeGreaterThan(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('a popular search is one tap away [S2.3.5]', async ({ page }) => {
    await open(page, '/')
    await opener(page).tap()
    await page.getByRole('dialog', { name: 'SEARCH' }).getByRole('link', { name: 'Skincare Routine' }).tap()
    await expect(page).toHaveURL('/search?q=Skincare%20Routine')
    await expect(page.locator('[data-part~=result]').first()).toBeVisible()
  })
})
