import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { desktop, open, phone, serviceClient } from '../support/browser.ts'

const id = randomUUID().slice(0, 8)
const category = `Reading ${id}`
const merchant = `Reader ${id}`

const attack = [
  '<p onclick="document.title=1" style="color:red" data-x="1">Kept <u>words</u>.</p>',
  '<img src=x onerror="document.title=\'owned\'"><svg onload="document.title=\'owned\'"></svg>',
  '<script>document.title="owned"</script><iframe srcdoc="<script>parent.document.title=1</script>"></iframe>',
  '<p><a href="javascript:document.title=\'owned\'">no way</a> <a href="/faq" target="_blank" rel="x" id="y">way</a></p>',
  '<p><a href="/products?category=%22%3E%3Cscript%3Edocument.title%3D1%3C/script%3E">none of these</a></p>',
].join('')

const long = `<h2>One</h2><p>${'word '.repeat(300)}</p><h2>Two</h2><p>t</p><h2>Three</h2><p>t</p><h2>Four</h2><p>t</p>`
const shelf = `<p>Before.</p><p><a href="/products?category=${encodeURIComponent(category)}&amp;sort=price-asc">The shelf</a></p><p>After.</p>`

const posts = [
  { slug: `attack-${id}`, title: `Attack <i>${id}</i>`, content: attack, category: 'Finance' },
  { slug: `long-${id}`, title: `Long ${id}`, content: long, category: 'Finance' },
  {
    slug: `cut-${id}`,
    title: `Cut ${id}`,
    content: `<p>${'a'.repeat(9_985)} <a href="https://shop.example.com/a-long-address">x</a></p>`,
    category: 'Home',
  },
  { slug: `shelf-${id}`, title: `Shelf ${id}`, content: shelf, category: 'Home' },
  { slug: `soon-${id}`, title: `Soon ${id}`, content: null, category: 'Home' },
  { slug: `draft-${id}`, title: `Draft ${id}`, content: '<p>secret</p>', category: 'Home', is_active: false },
].map((post) => ({ excerpt: 'Short.', post_type: 'lifestyle', read_time: '4 min read', is_active: true, ...post }))

test.beforeAll(async () => {
  const shop = await serviceClient()
  const products = [3, 1, 2, 5, 4].map((price) => ({
    product_name: `Reading lamp ${price}`,
    category,
    merchant_name: merchant,
    price,
    affiliate_link: `https://shop.example.com/${price}`,
  }))
  const made = await Promise.all([
    shop.from('products').insert(products),
    shop.from('blog_posts').insert(posts),
    shop.from('pages').insert([
      { name: `Only a page ${id}`, url: `/blog/page-${id}`, content: '<p>From the page.</p>', is_published: true },
      { name: `Attack ${id}`, url: `/attack-${id}`, content: attack, is_published: true },
      { name: `Soon ${id}`, url: `/soon-${id}`, content: '', is_published: true },
    ]),
    shop.from('comparison_posts').insert([
      { title: `Out ${id}`, slug: `out-${id}`, content: '<p>Compared.</p>', status: 'published' },
      {
        title: `Not yet ${id}`,
        slug: `later-${id}`,
        content: '<p>x</p>',
        status: 'scheduled',
        publish_date: '2999-01-01',
      },
    ]),
  ])
  for (const { error } of made) if (error) throw new Error(error.message)
})

test.afterAll(async () => {
  const shop = await serviceClient()
  await shop.from('products').delete().eq('merchant_name', merchant)
  await shop.from('blog_posts').delete().like('slug', `%-${id}`)
  await shop.from('pages').delete().like('url', `%-${id}`)
  await shop.from('comparison_posts').delete().like('slug', `%-${id}`)
})

/** Every tag and attribute of the text itself. */
const markup = (page: Page) =>
  page.locator('[data-part~=prose-text] *').evaluateAll((all) => ({
    tags: [...new Set(all.map((element) => element.localName))].sort(),
    attributes: [...new Set(all.flatMap((element) => element.getAttributeNames()))].sort(),
  }))

test.describe('the journal', () => {
  test('has exactly the specified topics [S2.1.8] [S2.7.8]', async ({ page }) => {
    await page.goto('/blog')
    const chips = page.getByRole('navigation', { name: 'Topics' }).getByRole('link')
    expect(
      await chips.evaluateAll((all) => all.map((chip) => `${chip.textContent} ${chip.getAttribute('href')}`)),
    ).toEqual([
      'Beauty /beauty',
      'Fashion /fashion',
      'Wellness /lifestyle',
      'Home /shop',
      'Relationships /blog?topic=relationships',
      'Finance /blog?topic=finance',
      'Self-Care /blog?topic=self-care',
    ])
  })

  test('a topic lists its own articles, newest first, and no drafts [S2.7.10] [S7.7]', async ({ page }) => {
    await page.goto('/blog?topic=finance')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Finance')
    await expect(page.locator('.chip[aria-current="page"]')).toHaveText('Finance')
    const badges = await page.locator('[data-part~=article-card] .badge').allTextContents()
    expect(new Set(badges)).toEqual(new Set(['Finance']))
    await expect(page.locator(`a[href="/blog/long-${id}"]`)).toHaveCount(1)
    await page.goto('/blog')
    await expect(page.locator(`a[href="/blog/draft-${id}"]`)).toHaveCount(0)
    await expect(page.locator(`a[href="/blog/later-${id}"]`)).toHaveCount(0)
    await page.locator('[data-part~=article-card]', { hasText: `Out ${id}` }).click() // a comparison, among the articles
    await expect(page.getByText('Compared.')).toBeVisible()
  })

  test('is led by a featured article and paged, with each page a link', async ({ page }) => {
    await page.goto('/blog')
    await expect(page.locator('[data-part~=lead-article] .badge')).toHaveText('Featured')
    await expect(page.locator('[data-part~=article-wall] > li')).toHaveCount(12)
    const first = await page.locator('[data-part~=article-wall] [data-part~=article-title]').allTextContents()
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL('/blog?page=2')
    await expect(page.locator('[data-part~=lead-article]')).toHaveCount(0)
    const second = await page.locator('[data-part~=article-wall] [data-part~=article-title]').allTextContents()
    expect(second.filter((title) => first.includes(title))).toEqual([])
    await page.goto('/blog?page=199')
    await expect(page.getByText('No posts found')).toBeVisible()
  })
})

test.describe('an article', () => {
  test('has its way back, title, byline, reading time, contents, sharing and more to read [S2.1.9] [S2.8.1] [S2.8.5]', async ({
    page,
  }) => {
    await open(page, `/blog/long-${id}`)
    await expect(page).toHaveTitle(`Long ${id} | Dahlia`)
    await expect(page.getByText('By Dahlia editors')).toBeVisible()
    await expect(page.getByText('4 min read').first()).toBeVisible()
    const contents = page.getByRole('navigation', { name: 'In this article' }).getByRole('link')
    await expect(contents).toHaveText(['One', 'Two', 'Three', 'Four'])
    await contents.last().click()
    await expect(page.getByRole('heading', { name: 'Four' })).toBeInViewport()
    await expect(page.getByRole('region', { name: 'Share this article' }).getByRole('link')).toHaveCount(4)
    await expect(page.getByRole('region', { name: 'Read next' }).locator('[data-part~=article-card]')).toHaveCount(3)
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
    const data = blocks.map((block) => JSON.parse(block))
    expect(data.map((block) => block['@type'])).toEqual(expect.arrayContaining(['Article', 'BreadcrumbList']))
    expect(data.find((block) => block['@type'] === 'Article').author.name).toBe('Dahlia editors')
    await page.getByRole('link', { name: 'Back to Blog' }).click()
    await expect(page).toHaveURL('/blog')
  })

  test('that is not there says so, a draft as well [S2.8.4] [S2.8.7] [S4.13] [S6.1] [S8.14]', async ({ page }) => {
    for (const slug of [`none-${id}`, `draft-${id}`, `later-${id}`]) {
      const reply = await page.goto(`/blog/${slug}`)
      expect(reply?.status(), slug).toBe(404)
      await expect(page).toHaveTitle('Blog Post | Dahlia')
      await expect(page.getByRole('heading', { name: 'Blog Post Not Found' })).toBeVisible()
      await expect(page.getByText("The blog post you're looking for doesn't exist or has been moved.")).toBeVisible()
    }
  })

  test('without a text is coming soon, and kept from search engines [S2.8.6]', async ({ page }) => {
    for (const path of [`/blog/soon-${id}`, `/soon-${id}`]) {
      await page.goto(path)
      await expect(page.getByText('Coming Soon')).toBeVisible()
      await expect(page.getByText("We're updating this page with the latest content! Check back soon.")).toBeVisible()
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    }
  })

  test('may be a page of its address, or a comparison that is out [S7.9]', async ({ page }) => {
    await page.goto(`/blog/page-${id}`)
    await expect(page.getByText('From the page.')).toBeVisible()
    await page.goto(`/blog/out-${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Out ${id}`)
    await expect(page.getByText('Compared.')).toBeVisible()
  })

  test('keeps nothing but the allowed tags and attributes, and nothing in it runs [S5.8]', async ({ page }) => {
    for (const path of [`/blog/attack-${id}`, `/attack-${id}`]) {
      await open(page, path)
      await expect(page.getByText('Kept words.')).toBeVisible()
      expect(await markup(page)).toEqual({ tags: ['a', 'p', 'u'], attributes: ['href'] })
      await expect(page.locator('[data-part~=prose]').getByText('no way')).not.toHaveAttribute('href')
      expect(await page.title(), path).toContain(`Attack`)
    }
  })

  test('is cut at 10,000 characters, before it is cleaned [S5.9] [S9.10]', async ({ page }) => {
    await page.goto(`/blog/cut-${id}`)
    const text = (await page.locator('[data-part~=prose]').textContent()) ?? ''
    expect(text.endsWith('...')).toBe(true)
    expect(text.length).toBeLessThanOrEqual(10_003)
    expect((await markup(page)).tags).toEqual(['p'])
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })

  test('shows live products where a paragraph links to them, with today’s prices', async ({ page }) => {
    await page.goto(`/blog/shelf-${id}`)
    const row = page.locator('[data-part~=article-products]')
    await expect(row.locator('[data-part~=product-card]')).toHaveCount(4)
    await expect(row.locator('[data-part~=product-price]').first()).toHaveText('$1.00')
    await expect(page.getByRole('link', { name: 'The shelf' })).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'How we choose' })).toBeVisible()
    const order = await page.evaluate(() => {
      const line = document.querySelector('main [data-part~=disclosure-line]')
      const paid = document.querySelector('main a[rel*="sponsored"]')
      return line && paid ? line.compareDocumentPosition(paid) & Node.DOCUMENT_POSITION_FOLLOWING : 0
    })
    expect(order).toBeGreaterThan(0)
    const shop = await serviceClient()
    await shop.from('products').update({ price: 0.5 }).eq('merchant_name', merchant).eq('price', 4)
    await expect(async () => {
      await page.reload()
      await expect(row.locator('[data-part~=product-price]').first()).toHaveText('$0.50', { timeout: 500 })
    }).toPass()
  })

  test('reads the same without JavaScript', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
    const page = await context.newPage()
    await page.goto(`/blog/shelf-${id}`)
    await expect(page.locator('[data-part~=article-products] [data-part~=product-card]')).toHaveCount(4)
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeHidden()
    await page.goto('/blog')
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/\/blog\?page=2$/)
    await context.close()
  })
})

test.describe('Beauty Tips & Trends', () => {
  for (const viewport of [phone, desktop]) {
    test(`has its topics, the sidebar and the recommendations after the third article at ${viewport.width} px [S2.1.10] [S2.7.4] [S2.7.5] [S2.7.6] [S2.7.7]`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      await page.goto('/beauty')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Beauty Tips & Trends')
      const chips = page.getByRole('navigation', { name: 'Beauty topics' }).getByRole('link')
      expect(
        await chips.evaluateAll((all) => all.map((chip) => `${chip.textContent} ${chip.getAttribute('href')}`)),
      ).toEqual([
        'Skincare /skincare',
        'Makeup /makeup',
        'Hair /hair',
        'Bath & Body /bath-body',
        'Fragrance /fragrance',
        'Tools /tools',
      ])
      await expect(page.locator('main').getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
      const fourth = page.locator('[data-part~=beauty-tips] > li').nth(3)
      await expect(fourth.getByRole('heading', { name: "Editor's Recommendations" })).toBeVisible()
      await expect(fourth.locator('[data-part~=product-card]')).toHaveCount(2)
      for (const out of await fourth.locator('a[rel*="sponsored"]').all())
        expect(await out.getAttribute('target')).toBe('_blank')
      const side = page.getByRole('complementary', { name: 'Beauty & Wellness' })
      await expect(side.locator('article')).toHaveCount(4)
      await expect(side.getByText('Affiliate Picks').first()).toBeVisible()
      expect(
        await side
          .locator('article a')
          .evaluateAll((all) => all.every((link) => link.getAttribute('href')?.startsWith('/blog/'))),
      ).toBe(true)
    })
  }
})

test('the footer has its columns, its texts and the way to the back office [S2.2.10]', async ({ page }) => {
  await page.goto('/terms')
  const footer = page.getByRole('contentinfo')
  for (const title of ['Explore', 'Shop', 'Company'])
    await expect(footer.getByRole('heading', { name: title, exact: true })).toBeVisible()
  for (const path of ['/lifestyle', '/relationships', '/about', '/privacy', '/terms', '/admin/login'])
    await expect(footer.getByRole('navigation').locator(`a[href="${path}"]`)).toHaveCount(1)
  await expect(footer.getByText(`© 2025–${new Date().getUTCFullYear()} Dahlia`)).toBeVisible()
  // No source of the figure is set.
  await expect(footer.getByText('Already loved by')).toHaveCount(0)
  await expect(footer.getByText('We may earn a small commission on purchases made through our links')).toBeVisible()
  for (const name of ['Instagram', 'Pinterest', 'Twitter'])
    await expect(footer.getByRole('link', { name })).toHaveAttribute('target', '_blank')
})

test('topic pages show an editor’s words and their articles [S2.1.11] [S2.1.14]', async ({ page }) => {
  for (const [path, heading] of [
    ['/lifestyle', 'Lifestyle'],
    ['/relationships', 'Relationships'],
    ['/fitness', 'Fitness'],
    ['/community', 'Community'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.locator('[data-part~=page-intro] [data-part~=prose]')).not.toBeEmpty()
    expect(await page.locator('[data-part~=article-card]').count(), path).toBeGreaterThan(1)
  }
})

test('the stores are those with products, each with its count and its list [S2.1.16]', async ({ page }) => {
  await page.goto('/stores')
  const row = page.locator('[data-part~=stores] a', { hasText: merchant })
  await expect(row).toContainText('5 products')
  await row.click()
  await expect(page.locator('[data-part~=result-count]')).toContainText('5 products')
})

test('offers hold what they promise: nothing above the price of its shelf [S2.1.15]', async ({ page }) => {
  await page.goto('/offers')
  const prices = await page.locator('section[aria-labelledby="up-to-25"] [data-part~=product-price]').allTextContents()
  expect(prices.length).toBeGreaterThan(0)
  for (const price of prices) expect(Number(price.match(/[\d.]+/)?.[0])).toBeLessThanOrEqual(25)
})

test('questions are named for search engines, and old addresses lead to the lasting ones [S2.1.17] [S2.1.18]', async ({
  page,
  request,
}) => {
  await page.goto('/faq')
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const faq = blocks.map((block) => JSON.parse(block)).find((block) => block['@type'] === 'FAQPage')
  expect(faq.mainEntity.length).toBeGreaterThan(5)
  for (const [from, to] of [
    ['/about-us', '/about'],
    ['/contact-us', '/contact'],
    ['/privacy-policy', '/privacy'],
    ['/terms-conditions', '/terms'],
  ] as const) {
    const reply = await request.get(from, { maxRedirects: 0 })
    expect([reply.status(), reply.headers().location]).toEqual([301, to])
  }
})

test('a load of the home page may ask for the content to be kept, once for all visitors, and writes nothing itself [S6.2] [S7.11]', async ({
  request,
  page,
}) => {
  const publishable = await page
    .goto('/')
    .then(() => page.locator('meta[name="publishable-key"]').getAttribute('content'))
  const ask = () =>
    request.post('/functions/v1/ensure-default-content', {
      headers: { apikey: publishable ?? '' },
      data: { overwrite: true },
    })
  const replies = [await ask(), await ask()]
  for (const reply of replies) {
    expect(reply.status()).toBe(200)
    expect(Object.keys(await reply.json()).sort()).toEqual(['queued', 'success'])
  }
  expect(await replies[1]?.json()).toEqual({ success: true, queued: false })
})

test('what a rule put together is not signed by editors, neither on its page nor to search engines', async ({
  page,
}) => {
  for (const [path, signed] of [
    ['/blog/monthly-deals-the-top-10-of-march-2025', false],
    ['/blog/under-eye-patches-guide', true],
  ] as const) {
    await page.goto(path)
    const byline = page.locator('[data-part~=byline]')
    await expect(byline.getByRole('link', { name: 'Dahlia editors' })).toHaveCount(signed ? 1 : 0)
    await expect(byline.getByText('Put together by rule')).toHaveCount(signed ? 0 : 1)
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
    const article = blocks.map((text) => JSON.parse(text)).find((block) => block['@type'] === 'Article')
    expect('author' in article).toBe(signed)
  }
})
