import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { productPath } from '#domain/product-path.ts'
import { open, phone, ready, serviceClient } from '../support/browser.ts'

type Shelf = Awaited<ReturnType<typeof ownShelf>>
let shelf: Shelf
test.beforeAll(async () => {
  shelf = await ownShelf()
})
test.afterAll(() => shelf?.remove())

/** The product's first picture, opened large. */
async function openLarge(page: Page) {
  await open(page, shelf.serum.path)
  await page.getByRole('button', { name: /^Zoom/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const view = () =>
    dialog.locator('img').evaluate((image) => {
      const { a, e, f } = new DOMMatrix(getComputedStyle(image).transform)
      return { x: Math.round(e), y: Math.round(f), scale: a }
    })
  return { dialog, view, stage: dialog.locator('[data-part~=zoom-stage]'), percent: dialog.locator('output') }
}

const attack = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>'
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Products of these tests alone: an item at two shops with a price history, and one that is like it. */
async function ownShelf() {
  const service = await serviceClient()
  const word = randomUUID().slice(0, 8)
  const [open, silent] = [`Open ${word} <b>shop</b>`, `Silent ${word}`]
  const category = `Shelf ${word}`
  const gtin = `2${Math.floor(Math.random() * 1e11)}`.padEnd(12, '7')
  const row = {
    category,
    brand: 'Velloa',
    image_url: '/art/skincare-360.webp',
    affiliate_link: 'https://shop.example.com/p/1?a=1&b=2',
  }
  const must = <Data>({ data, error }: { data: Data; error: { message: string } | null }) => {
    if (error) throw new Error(error.message)
    return data
  }
  must(
    await service.from('merchants').insert([
      { name: open, slug: `open-${word}`, may_show_history: true },
      { name: silent, slug: `silent-${word}`, may_show_history: false },
    ]),
  )
  const products = must(
    await service
      .from('products')
      .insert(
        [
          {
            ...row,
            ...{ product_name: `Petal Serum ${word} ${attack}`, merchant_name: open, price: 24, gtin },
            ...{ description: `Keep what you finish.\n${attack}`, availability: 'in_stock', colour: 'Rose' },
          },
          { ...row, product_name: `Petal Serum ${word}`, merchant_name: silent, price: 22, gtin },
          { ...row, product_name: `Clay Mask ${word}`, brand: 'Loam', merchant_name: open, price: 25 },
          { ...row, product_name: `Lost Balm ${word}`, brand: 'Loam', merchant_name: silent, price: 9 },
          {
            ...row,
            product_name: `Bare Soap ${word}`,
            brand: 'Oat',
            merchant_name: silent,
            price: null,
            image_url: null,
          },
        ],
        { defaultToNull: false },
      )
      .select('id, product_name'),
  )
  const [serum, same, mask, lost, bare] = (products ?? []).map((product) => ({
    ...product,
    path: productPath(product),
  }))
  if (!serum || !same || !mask || !lost || !bare) throw new Error('The products were not made.')
  // Both fell; only one shop lets us say so.
  for (const { id } of [serum, same]) {
    must(
      await service
        .from('products')
        .update({ price_changed_at: daysAgo(60) })
        .eq('id', id),
    )
    must(
      await service
        .from('products')
        .update({ price: id === serum.id ? 20 : 18 })
        .eq('id', id),
    )
  }
  return {
    ...{ service, word, open, silent, category, serum, same, mask, lost, bare },
    async remove() {
      await service.from('products').delete().eq('category', category)
      await service.from('merchants').delete().in('name', [open, silent])
    },
  }
}

test.describe('a product’s page', () => {
  test('shows its facts, its proven old price, every shop, the history and what is like it [S3.8]', async ({
    page,
  }) => {
    const { serum, same, mask, silent, word } = shelf
    expect((await page.goto(serum.path))?.status()).toBe(200)
    await ready(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`Petal Serum ${word}`)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(crumbs.getByRole('link')).toHaveText(['Home', 'Products', new RegExp(word)]) // its category has no page of its own
    const box = page.locator('[data-part~=buy-box]')
    await expect(box.locator('[data-part~=product-price]')).toHaveText('Now $20.00, was $24.00')
    await expect(box.locator('time')).toHaveAttribute('datetime', /^\d{4}-/)
    await expect(box.getByText('In stock')).toBeVisible()
    const out = box.locator('a[target="_blank"]')
    await expect(out).toHaveAttribute('rel', 'sponsored nofollow noopener')
    await expect(out).toHaveAttribute('data-outbound', 'product')
    await expect(out).toHaveAttribute('data-product', String(serum.id))
    await expect(out).toContainText('in a new tab')
    await expect(box.getByText('We may earn a small commission')).toBeVisible()

    const rows = page.locator('[data-part~=offers] tbody tr')
    await expect(rows.locator('th')).toHaveText([silent, `${shelf.open}This page`])
    await expect(rows.locator('[data-part~=offer-price]')).toHaveText(['$18.00', '$20.00'])
    await expect(page.locator('[data-part~=price-history] figcaption')).toContainText(
      'lowest $20.00, highest $24.00, now $20.00',
    )
    await page.getByText('Show as a table').click()
    await expect(page.locator('[data-part~=chart-table] td')).toHaveText(['$20.00', '$24.00'])

    const related = page.getByRole('region', { name: 'You may also like' }).locator('[data-part~=product-link]')
    await expect(related.first()).toHaveText(mask.product_name)
    await expect(related.filter({ hasText: 'Petal Serum' })).toHaveCount(0)

    await page.goto(same.path)
    await expect(page.locator('[data-part~=buy-box] [data-part~=product-price]')).toHaveText('$18.00')
    await expect(page.locator('[data-part~=price-history]')).toHaveCount(0)
  })

  test('shows a shop’s words as words: nothing in them runs', async ({ page }) => {
    const dialogs: string[] = []
    page.on('dialog', (dialog) => dialogs.push(dialog.message()))
    await open(page, shelf.serum.path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x')
    await expect(page.locator('[data-part~=product-description]')).toContainText(
      '<script>document.title="owned"</script>',
    )
    await expect(page.getByText(`Sold by ${shelf.open}`)).toBeVisible()
    expect(await page.locator('main img[src="x"], main script:not([type])').count()).toBe(0)
    expect(await page.title()).not.toBe('owned')
    expect(dialogs).toEqual([])
  })

  test('of a shop with quotes and brackets in its name is shown, with what that shop wants said', async ({
    request,
  }) => {
    const { service, category } = shelf
    const name = `Ada's "Best" (UK), \\ Ltd ${shelf.word}`
    const disclosure = `A word of ${shelf.word}'s own.`
    await service.from('merchants').insert({ name, slug: `quoted-${shelf.word}`, disclosure })
    const made = await service
      .from('products')
      .insert({ product_name: 'Quoted', merchant_name: name, category, affiliate_link: 'https://shop.example.com/q' })
      .select('id, product_name')
      .single()
    const reply = await request.get(productPath({ id: made.data?.id ?? 0, product_name: 'Quoted' }))
    expect([made.error, reply.status()]).toEqual([null, 200])
    expect((await reply.text()).replaceAll('&#x27;', "'")).toContain(disclosure)
    await service.from('merchants').delete().eq('slug', `quoted-${shelf.word}`)
  })

  test('tells machines the product, its offers and where it stands', async ({ page }) => {
    await page.goto(shelf.serum.path)
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
    const [product, crumbs] = blocks.map((block) => JSON.parse(block))
    expect(product).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Product',
      brand: { '@type': 'Brand', name: 'Velloa' },
      offers: { '@type': 'AggregateOffer', lowPrice: '18.00', highPrice: '20.00', offerCount: 2, priceCurrency: 'USD' },
    })
    expect(product.offers.offers[1]).toMatchObject({
      '@type': 'Offer',
      price: '20.00',
      availability: 'https://schema.org/InStock',
      seller: { '@type': 'Organization', name: shelf.open },
    })
    expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList', itemListElement: [{ position: 1 }, {}, { position: 3 }] })
    const href = await page.locator('link[rel="canonical"]').getAttribute('href')
    expect(href?.endsWith(shelf.serum.path)).toBe(true)
    expect(await page.locator('meta[property="og:type"]').getAttribute('content')).toBe('product')
    expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toMatch(
      /^http.*\/_share\/wide\/p\/[\w-]+\.jpg\?v=[\w-]+$/,
    )
  })

  test('has one address: another name leads there, and it stays with the id', async ({ request }) => {
    for (const path of [`/p/${shelf.mask.id}`, `/p/old-name-${shelf.mask.id}`]) {
      const reply = await request.get(`${path}?x=1`, { maxRedirects: 0 })
      expect([reply.status(), reply.headers().location]).toEqual([301, `${shelf.mask.path}?x=1`])
    }
  })

  test('is 410 with others of its kind when the product is gone, and 404 when it never was', async ({
    page,
    request,
  }) => {
    const { service, lost } = shelf
    await service.from('products').update({ delisted_at: new Date().toISOString() }).eq('id', lost.id)
    expect((await page.goto(lost.path))?.status()).toBe(410)
    // A filtered list is no page that search engines may list; the step above is one.
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last()).not.toHaveAttribute(
      'href',
      /\?/,
    )
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(lost.product_name)
    await expect(page.locator('[data-part~=product-card]')).not.toHaveCount(0)
    expect(await page.locator('[data-part~=product-card]').count()).toBeLessThanOrEqual(4)
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    await service.from('products').delete().eq('id', lost.id)
    expect((await request.get(lost.path)).status()).toBe(410)
    for (const path of ['/p/nothing-999999999999', '/p/nothing', '/p/serum-0'])
      expect((await request.get(path)).status(), path).toBe(404)
  })

  test('opens a picture large, and everything there works by keyboard', async ({ page }) => {
    await open(page, shelf.serum.path)
    const opener = page.getByRole('button', { name: /^Zoom/ })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expect(dialog.locator('output')).toHaveText('100%')
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect(dialog.locator('output')).toHaveText('225%')
    const picture = dialog.locator('img')
    const before = await picture.getAttribute('style')
    await page.keyboard.press('ArrowRight')
    await expect(picture).not.toHaveAttribute('style', before ?? '')
    await page.keyboard.press('0')
    await expect(dialog.locator('output')).toHaveText('100%')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  test('keeps the keyboard in the large picture when nothing is left to zoom', async ({ page }) => {
    const { dialog, percent } = await openLarge(page)
    const smaller = dialog.getByRole('button', { name: 'Zoom out' })
    await dialog.getByRole('button', { name: 'Zoom in' }).click()
    await expect(percent).toHaveText('150%')
    await smaller.focus()
    await page.keyboard.press('Enter')
    await expect(percent).toHaveText('100%')
    await expect(smaller).toHaveAttribute('aria-disabled', 'true')
    await expect(smaller).toBeFocused()
    await page.keyboard.press('+')
    await expect(percent).toHaveText('150%')
  })

  test('is enlarged where the wheel or a double press is, dragged within its edges, and anew each time', async ({
    page,
  }) => {
    const { dialog, stage, percent, view } = await openLarge(page)
    const { x, y, width, height } = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const scrolled = await page.evaluate(() => scrollY)
    await page.mouse.move(x + width / 4, y + height / 2)
    await page.mouse.wheel(0, -100)
    await expect(percent).toHaveText('115%')
    expect((await view()).x).toBeGreaterThan(0) // towards the pointer, on the left
    await page.mouse.wheel(0, 100)
    await expect(percent).toHaveText('100%')
    expect(await view()).toEqual({ x: 0, y: 0, scale: 1 })
    expect(await page.evaluate(() => scrollY)).toBe(scrolled)

    await page.mouse.dblclick(x + width / 2, y + height / 2)
    await expect(percent).toHaveText('225%')
    const start = await view()
    await page.mouse.down()
    await page.mouse.move(x + width / 2 + 50, y + height / 2 + 20, { steps: 4 })
    await expect.poll(async () => (await view()).x).toBe(50)
    expect((await view()).y).toBe(start.y + 20)
    await page.mouse.move(x + width * 3, y + height * 3, { steps: 4 })
    await page.mouse.up()
    const furthest = await view()
    expect(Math.abs(furthest.x - (1.25 * width) / 2)).toBeLessThanOrEqual(1)
    expect(Math.abs(furthest.y - (1.25 * height) / 2)).toBeLessThanOrEqual(1)

    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: /^Zoom/ }).click()
    await expect(percent).toHaveText('100%')
    expect(await view()).toEqual({ x: 0, y: 0, scale: 1 })
    await page.mouse.dblclick(x + width / 2, y + height / 2)
    await expect(percent).toHaveText('225%')
    await page.mouse.dblclick(x + width / 2, y + height / 2)
    await expect(percent).toHaveText('100%')
  })

  test.describe('on a phone', () => {
    test.use({ viewport: phone, hasTouch: true, isMobile: true })

    test('a large picture is pinched, dragged with a finger and enlarged by a double tap', async ({ page }) => {
      const { stage, percent, view } = await openLarge(page)
      const { x, y, width, height } = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const [midX, midY] = [x + width / 2, y + height / 2]
      const client = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [x: number, y: number][]) =>
        client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })

      await touch('touchStart', [midX - 40, midY], [midX + 40, midY])
      for (const apart of [50, 60, 70, 80]) await touch('touchMove', [midX - apart, midY], [midX + apart, midY])
      await touch('touchEnd')
      await expect(percent).toHaveText('200%')
      expect(await view()).toEqual({ x: 0, y: 0, scale: 2 })

      await touch('touchStart', [midX, midY])
      for (const by of [10, 20, 30]) await touch('touchMove', [midX + by, midY - by])
      await touch('touchEnd')
      await expect.poll(async () => (await view()).x).toBe(30)
      expect((await view()).y).toBe(-30)
      expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1) // the browser's own zoom kept out of it

      for (const text of ['100%', '225%', '100%']) {
        await page.touchscreen.tap(midX, midY)
        await page.touchscreen.tap(midX + 5, midY)
        await expect(percent).toHaveText(text)
      }
    })
  })

  test('copies its address where the device has no share sheet', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    await open(page, `${shelf.mask.path}?utm_source=letter`)
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(copied).pathname + new URL(copied).search).toBe(shelf.mask.path)
  })

  test('is in the sitemap', async ({ request }) => {
    const part = Math.floor(shelf.mask.id / 10_000) + 1
    expect(await (await request.get('/sitemap.xml')).text()).toContain(`/sitemaps/products-${part}.xml`)
    expect(await (await request.get(`/sitemaps/products-${part}.xml`)).text()).toContain(`${shelf.mask.path}</loc>`)
    expect((await request.get('/sitemaps/products-49999.xml')).status()).toBe(404)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: phone })

  test('a product’s page is read whole, and its shop reached', async ({ page }) => {
    await page.goto(shelf.serum.path)
    await expect(page.getByText('Keep what you finish.')).toBeVisible()
    await expect(page.locator('[data-part~=offers] tbody tr')).toHaveCount(2)
    await page.getByText('Show as a table').click()
    await expect(page.locator('[data-part~=chart-table] td').first()).toBeVisible()
    await expect(page.locator('[data-part~=buy-box] a[target="_blank"]')).toHaveAttribute(
      'href',
      /^https:\/\/shop\.example\.com/,
    )
    await expect(page.getByRole('button', { name: /Save|Share|Zoom/ })).toHaveCount(0)
    await page.goto('/me')
    await expect(page.getByText('takes JavaScript')).toBeVisible()
  })
})

test.describe('a card', () => {
  test('leads to our page by its name and to the shop by its button', async ({ page }) => {
    await open(page, `/products?merchant=${encodeURIComponent(shelf.open)}`)
    const card = page.locator('[data-part~=product-card]').filter({ hasText: shelf.mask.product_name })
    await expect(card.locator('a[data-part~=product-out]')).toHaveAttribute('href', /shop\.example\.com/)
    await card.click({ position: { x: 40, y: 150 } }) // on the picture
    await expect(page).toHaveURL(shelf.mask.path)
    await page.goto(`/products?merchant=${encodeURIComponent(shelf.open)}`)
    const serum = page.locator('[data-part~=product-card]').filter({ hasText: 'Petal Serum' })
    await expect(serum.getByText('Price drop')).toBeVisible()
    await expect(serum.locator('.badge')).toHaveText(['Price drop']) // all of them are new, so none is called so
    await shelf.service
      .from('products')
      .update({ created_at: daysAgo(20) })
      .eq('id', shelf.mask.id)
    await expect(async () => {
      await page.reload()
      await expect(serum.locator('.badge')).toHaveText(['Price drop', 'New'], { timeout: 1000 })
      await expect(card.locator('.badge')).toHaveCount(0, { timeout: 1000 })
    }).toPass({ timeout: 10_000 })
  })

  test('shows a skeleton while its picture loads, and the placeholder when there is none [S2.5.10] [S9.25]', async ({
    page,
  }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/art/skincare-360.webp*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/products?merchant=${encodeURIComponent(shelf.silent)}`, { waitUntil: 'commit' })
    const frame = page.locator('[data-part~=product-card]').filter({ hasText: 'Petal Serum' }).locator('.frame')
    await expect(frame).toHaveAttribute('data-picture', 'loading')
    await expect(frame).toHaveCSS('animation-name', 'shimmer')
    release()
    await ready(page)
    await expect(frame).toHaveAttribute('data-picture', 'loaded')
    const bare = page.locator('[data-part~=product-card]').filter({ hasText: 'Bare Soap' })
    await expect(bare.locator('img')).toHaveAttribute('src', '/placeholder.svg')
    await expect(bare.getByText('Price unavailable')).toBeVisible()
  })
})

test('what is saved stays in the browser, with today’s price, and comes back when its removal is undone [S2.1.19] [S2.1.20]', async ({
  page,
}) => {
  test.slow() // a journey over six pages
  const { service, serum, mask } = shelf
  await open(page, `/products?merchant=${encodeURIComponent(shelf.open)}`)
  for (const product of [mask, serum]) {
    const heart = page.locator(`[data-save="${product.id}"]`)
    await expect(heart).toHaveAccessibleName(`Save ${product.product_name}`)
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
  }
  await page.reload()
  await ready(page)
  await expect(page.locator(`[data-save="${mask.id}"]`)).toHaveAttribute('aria-pressed', 'true')

  await service.from('products').update({ price: 21.5 }).eq('id', mask.id)
  await open(page, '/me')
  const rows = page.locator('[data-part~=saved-row]')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Clay Mask' }).locator('[data-part~=price-change]')).toHaveText(
    'Down $3.50 since you saved it',
  )
  await expect(rows.filter({ hasText: 'Petal Serum' }).locator('[data-part~=price-change]')).toHaveCount(0)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')

  await page.getByRole('button', { name: `Remove ${mask.product_name}` }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)

  await service.from('products').update({ delisted_at: new Date().toISOString() }).eq('id', mask.id)
  await page.reload()
  await expect(rows.filter({ hasText: 'Clay Mask' }).getByText('No longer sold')).toBeVisible()
  await service.from('products').update({ delisted_at: null }).eq('id', mask.id)

  await page.goto('/cart')
  await expect(page.getByRole('region', { name: 'Your saved items' }).getByText('Clay Mask')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Deals/ }).last()).toBeVisible()

  await page.goto('/me')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as a file' }).click()
  expect((await file).suggestedFilename()).toBe('dahlia-items.json')
  await page.getByRole('button', { name: 'Clear both lists' }).click()
  await expect(page.getByText('Nothing saved yet')).toBeVisible()
})

test('products are remembered as viewed, and shown on the next page', async ({ page }) => {
  const viewed = page.getByRole('region', { name: 'Recently viewed' })
  await open(page, shelf.mask.path)
  await page.waitForFunction(() => localStorage.getItem('viewed-items')?.includes('Clay Mask'))
  await open(page, shelf.serum.path)
  await expect(viewed.locator('[data-part~=product-link]')).toHaveText([shelf.mask.product_name])
  await open(page, '/me')
  await expect(viewed.locator('[data-part~=product-link]')).toHaveCount(2)
})
