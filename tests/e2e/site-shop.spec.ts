import { expect, type Page, test } from '@playwright/test'
import { desktop, open, phone, ready, serviceClient } from '../support/browser.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Shop', exact: true })

test.describe('the shop', () => {
  test('begins with four tiles of its categories [S2.6.1] [S3.3] [S9.8]', async ({ page }) => {
    await open(page, '/shop')
    const tiles = page.getByRole('list', { name: 'Categories' }).getByRole('link')
    const paths = await tiles.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(paths).toEqual(['/shop/balms', '/shop/body', '/shop/fragrance', '/shop/sets'])
    await tiles.first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Lip Balms & Treatments' })).toBeVisible()
  })

  test('opens on all products, with their number, and each source has a tab with an address [S2.6.2] [S2.6.5] [S9.2]', async ({
    page,
  }) => {
    await open(page, '/shop')
    const all = tabs(page).getByRole('link', { name: /^All Products/ })
    await expect(all).toHaveAttribute('aria-current', 'page')
    await expect(all.locator('[data-part~=count-badge]')).toHaveText(/^[\d,]+\+? products$/)
    await expect(page.locator('#products > [data-part~=product-grid] [data-part~=product-card]')).toHaveCount(24)
    await expect(page.getByRole('region', { name: 'Retailer Finds' }).locator('[data-part~=product-card]')).toHaveCount(
      8,
    )

    for (const [name, address] of [
      ['Shopify Store New', '/shop?tab=shopify#products'],
      ['Retailer', '/shop?tab=retailer#products'],
      ['Fashion & Beauty', '/shop?tab=awin#products'],
      ['Lifestyle', '/shop?tab=cj#products'],
    ] as const) {
      await tabs(page).getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(address)
      await expect(tabs(page).getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
    }
    await expect(tabs(page).getByText('New', { exact: true })).toHaveClass('badge')
  })

  test('shows a tab’s own source only [S2.6.3] [S2.6.7]', async ({ page }) => {
    const client = await serviceClient()
    const made = await client
      .from('products')
      .insert({
        product_name: 'Calm Cushion',
        merchant_name: 'Loam',
        source: 'cj',
        price: 12,
        affiliate_link: 'https://loam.example/1',
      })
      .select('id')
    try {
      await expect(async () => {
        await page.goto('/shop?tab=cj')
        await expect(page.locator('#products [data-part~=product-name]')).toContainText(['Calm Cushion'], {
          timeout: 500,
        })
      }).toPass()
      await page.goto('/shop?tab=awin')
      await expect(page.locator('#products [data-part~=product-card]')).toHaveCount(24)
      await expect(page.getByText('Calm Cushion')).toHaveCount(0)
      await page.goto('/shop?tab=retailer')
      expect(await page.locator('#products [data-part~=product-card]').count()).toBeGreaterThan(0)
      expect(await page.locator('#products [data-part~=product-card]').count()).toBeLessThanOrEqual(20)
      await expect(page.locator('#products [data-part~=product-merchant]').first()).toHaveText('Amazon')
    } finally {
      await client
        .from('products')
        .delete()
        .in('id', made.data?.map(({ id }) => id) ?? [])
    }
  })

  test('narrows all products by category [S2.6.4]', async ({ page }) => {
    await open(page, '/shop')
    await page.getByLabel('Category').selectOption('Fragrance')
    await expect(page).toHaveURL('/shop?category=Fragrance')
    await page.getByRole('link', { name: 'New Arrivals' }).last().click()
    await page.goto('/shop?category=Submarines')
    await expect(page.getByText('No products found matching your filters.')).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters and try again' }).click()
    await expect(page).toHaveURL('/shop')
  })

  test('calls bestsellers only what visitors went to the shops for [S2.6.4]', async ({ page }) => {
    const client = await serviceClient()
    await client.from('daily_events').delete().eq('name', 'outbound_click')
    await expect(async () => {
      await page.goto('/shop?filter=bestsellers')
      await expect(page.getByText('No bestsellers yet')).toBeVisible({ timeout: 500 })
    }).toPass()
    const { data } = await client
      .from('products')
      .select('id, product_name')
      .is('leads', true)
      .neq('availability', 'out_of_stock')
      .is('leads', true) // two items, not two shades of one
      .order('id')
      .limit(2)
    const [first, second] = data ?? []
    const today = new Date().toISOString().slice(0, 10)
    const row = (product: typeof first, count: number) => ({
      ...{ day: today, key: `e2e ${count}`, name: 'outbound_click', product_id: product?.id, count, bot_count: 0 },
    })
    const { error } = await client.from('daily_events').insert([row(first, 2), row(second, 5)])
    expect(error).toBeNull()
    try {
      await expect(async () => {
        await page.goto('/shop?filter=bestsellers')
        const names = page.locator('#products > [data-part~=product-grid] [data-part~=product-name]')
        await expect(names).toHaveText([second?.product_name, first?.product_name], { timeout: 500 })
      }).toPass()
      await expect(page.getByRole('link', { name: 'Bestsellers' })).toHaveAttribute('aria-current', 'true')
    } finally {
      await client.from('daily_events').delete().like('key', 'e2e %')
    }
  })

  test('calls on sale only what our own history proves [S2.6.4]', async ({ page }) => {
    const client = await serviceClient()
    const { data: merchant } = await client.from('merchants').select('name').eq('may_show_history', true).limit(1)
    const name = `Fallen Lamp ${Date.now()}`
    const product = {
      product_name: name,
      merchant_name: merchant?.[0]?.name,
      price: 900,
      affiliate_link: 'https://loam.example/2',
    }
    const { data } = await client.from('products').insert(product).select('id').single()
    await client.from('products').update({ price: 9 }).eq('id', data?.id)
    try {
      await expect(async () => {
        await page.goto('/shop?filter=sale')
        await expect(
          page.locator('#products > [data-part~=product-grid] [data-part~=product-name]').first(),
        ).toHaveText(name, { timeout: 500 })
      }).toPass()
      await expect(page.locator('#products [data-part~=product-was]').first()).toContainText('$900.00')
    } finally {
      await client.from('products').delete().eq('id', data?.id)
    }
  })

  test('shows the catalogue’s own products where there is no store, and no error of it [S4.3]', async ({ page }) => {
    const said: string[] = []
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
    for (const path of ['/shop?tab=shopify', '/shop/new-jewelry', '/shop/beauty', '/shop/fashion']) {
      const reply = await page.goto(path)
      expect(reply?.status()).toBe(200)
      await ready(page)
      await expect(page.locator('[data-part~=product-card]').nth(9), path).toBeVisible()
      await expect(page.locator('[data-part~=store-error]')).toHaveCount(0)
      await expect(page.getByText(/Shopify .*(error|configuration)/i)).toHaveCount(0)
      await expect(page.locator('meta[name="robots"]')).toHaveCount(0)
    }
    await expect(page.locator('[data-part~=product-card]').first().getByRole('link').first()).toHaveAttribute(
      'href',
      /^\/p\//,
    )
    expect(said).toEqual([])
  })

  for (const { path, of } of [
    { path: '/shop?tab=cj', of: 'a network that brought nothing' },
    { path: '/shop?filter=bestsellers', of: 'bestsellers without figures' },
  ]) {
    test(`no tab is a dead end: ${of}`, async ({ page }) => {
      await page.goto(path)
      await expect(
        page.locator('#products > [data-part~=product-grid] [data-part~=product-card]').first(),
      ).toBeVisible()
    })
  }
})

test.describe('a category of the shop', () => {
  for (const [slug, title, products] of [
    ['balms', 'Lip Balms & Treatments', ['Lip Butter Balm$24.00', 'Sleeping Mask$24.00']],
    ['body', 'Body Care', ['Body Cream$48.00', 'Body Lotion$25.00']],
    ['fragrance', 'Fragrance', ['Cologne$155.00', 'Eau de Parfum$168.00']],
    ['sets', 'Gift & Value Sets', ['Pillow Talk Set$69.00', 'Mini Kit$74.00']],
  ] as const) {
    test(`${slug} shows its banner, two products and what else fits [S2.6.10] [S2.6.11]`, async ({ page }) => {
      await page.goto(`/shop/${slug}`)
      await expect(page).toHaveTitle(`${title} | Shop`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      const cards = page.locator('[data-part~=static-product]')
      await expect(cards).toHaveCount(2)
      for (const [index, text] of products.entries()) await expect(cards.nth(index)).toContainText(text)
      const link = cards.first().getByRole('link', { name: /^Shop Now/ })
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'sponsored nofollow noopener')
      expect(await page.locator('.section [data-part~=product-card]').count()).toBeGreaterThan(0)
    })
  }

  test('is found whatever the case; one that there is not says so and helps [S2.6.10] [S2.6.15]', async ({
    page,
    request,
  }) => {
    const reply = await request.get('/shop/BALMS?x=1', { maxRedirects: 0 })
    expect([reply.status(), reply.headers().location]).toEqual([301, '/shop/balms?x=1'])
    expect((await page.goto('/shop/submarines'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('not here')
    const moved = await request.get('/collections/sets', { maxRedirects: 0 })
    expect([moved.status(), moved.headers().location]).toEqual([301, '/shop/sets'])
  })

  test('of the store has a note and a banner for phones, and not on a desktop [S2.6.12] [S2.6.13] [S8.8]', async ({
    page,
  }) => {
    await page.goto('/shop/new-jewelry')
    await expect(page).toHaveTitle('New Jewelry | Shop')
    for (const [viewport, visible] of [
      [phone, true],
      [desktop, false],
    ] as const) {
      await page.setViewportSize(viewport)
      await expect(page.getByText('Optimized for mobile browsing')).toBeVisible({ visible })
      await expect(page.locator('[data-part~=mobile-banner]')).toBeVisible({ visible })
    }
  })
})

test('the list of a kind has a product in the first view of a phone', async ({ page }) => {
  await page.setViewportSize(phone)
  for (const path of ['/shop/new-jewelry', '/shop/beauty', '/shop/fashion']) {
    await page.goto(path)
    const card = await page.locator('[data-part~=product-card]').first().boundingBox()
    // Its image, not only its upper edge.
    expect(card?.y, path).toBeLessThan(phone.height - 120)
  }
})

test('the shop’s collections are four tiles: a row to swipe on a phone, four columns on a desktop [S2.6.14]', async ({
  page,
}) => {
  await page.goto('/collections')
  const tiles = page.getByRole('region', { name: 'Shop Collections' }).locator('li')
  const paths = await tiles.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(paths).toEqual(['/shop/new-jewelry', '/shop/beauty', '/shop/fashion', '/shop'])
  const tops = () => tiles.evaluateAll((items) => new Set(items.map((item) => item.getBoundingClientRect().top)).size)
  const row = page.getByRole('region', { name: 'Shop Collections' }).locator('ul')
  const swipes = () => row.evaluate((list) => list.scrollWidth > list.clientWidth)
  await page.setViewportSize(phone)
  expect([await tops(), await swipes()]).toEqual([1, true])
  await page.setViewportSize(desktop)
  expect([await tops(), await swipes()]).toEqual([1, false])
})

test.describe('featured brands', () => {
  test('are eight, each with its mark, category, own shop and finds; and any brand may write to us [S2.7.2] [S2.7.3] [S3.3] [S9.8]', async ({
    page,
  }) => {
    await open(page, '/brands')
    const rows = page.locator('[data-part~=brand-row]')
    await expect(rows).toHaveCount(8)
    for (const row of await rows.all()) {
      await expect(row.locator('[data-part~=brand-mark] > *').first()).toBeAttached()
      await expect(row.locator('.kicker')).not.toBeEmpty()
      await expect(row.getByRole('link', { name: /^Visit / })).toHaveAttribute('target', '_blank')
    }
    await expect(rows.first().locator('[data-part~=product-name]').first()).toContainText('Oré Lune')
    await expect(page.getByRole('region', { name: 'Become a Partner' }).getByRole('link').first()).toHaveAttribute(
      'href',
      /^mailto:partners@/,
    )
    await page.getByRole('link', { name: 'Finds by Fleurette' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Fleurette' })).toBeVisible()
    for (const name of await page.locator('[data-part~=product-name]').allTextContents())
      expect(name).toContain('Fleurette')
  })

  test('that are not ours are not found', async ({ request }) => {
    expect((await request.get('/brands/nobody')).status()).toBe(404)
  })
})

test.describe('a beauty category', () => {
  for (const [path, title] of [
    ['/hair', 'Hair Care'],
    ['/makeup', 'Makeup'],
    ['/skincare', 'Skincare'],
    ['/bath-body', 'Bath & Body'],
    ['/fragrance', 'Fragrance'],
    ['/tools', 'Tools'],
  ] as const) {
    test(`${path} has an intro, categories, brands, two buttons and live products [S2.7.1]`, async ({ page }) => {
      await open(page, path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.locator('[data-part~=landing-intro] p').first()).not.toBeEmpty()
      await expect(page.getByRole('region', { name: `${title} categories` }).getByRole('link')).toHaveCount(4)
      await expect(page.getByRole('region', { name: 'Featured brands' }).getByRole('link')).toHaveCount(4)
      await expect(page.locator('[data-part~=banner] .button')).toHaveText([`Shop ${title}`, `View All ${title} Deals`])
      await expect(page.locator('#products [data-part~=product-card]').first()).toBeAttached()
      await page.locator('[data-part~=banner] .button').first().click()
      await expect(page.locator('#products')).toBeInViewport()
    })
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('tabs, chips and filters of the shop work', async ({ page }) => {
    await page.goto('/shop')
    await page.getByLabel('Category').selectOption('Makeup')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL('/shop?category=Makeup#products')
    await page.getByRole('list', { name: 'Show' }).getByRole('link', { name: 'New Arrivals' }).click()
    await expect(page).toHaveURL('/shop?filter=new&category=Makeup#products')
    await tabs(page).getByRole('link', { name: 'Shopify Store New' }).click()
    await expect(page.locator('[data-part~=product-card]')).toHaveCount(20)
  })
})
