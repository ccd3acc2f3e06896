import { expect, test } from '@playwright/test'
import { productPath } from '#domain/product-path.ts'
import { open, phone, ready } from '../support/browser.ts'
import { ownShelf, type Shelf } from '../support/own-shelf.ts'

let shelf: Shelf
test.beforeAll(async () => {
  shelf = await ownShelf()
})
test.afterAll(() => shelf?.remove())

test.describe('a product’s page', () => {
  test('shows its facts, its proven old price, every shop, the history and what is like it [S3.8]', async ({
    page,
  }) => {
    const { serum, same, mask, silent, word } = shelf
    expect((await page.goto(serum.path))?.status()).toBe(200)
    await ready(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`Petal Serum ${word}`)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(crumbs.getByRole('link')).toHaveText(['Home', `Shelf ${word}`, new RegExp(`Serum ${word}`)])
    const box = page.locator('[data-part~=buy-box]')
    await expect(box.locator('[data-part~=product-price]')).toHaveText('Now $20.00, was $24.00')
    await expect(box.locator('time')).toHaveAttribute('datetime', /^\d{4}-/)
    await expect(box.getByText('In stock', { exact: true })).toBeVisible()
    const out = box.locator('a[target="_blank"]')
    await expect(out).toHaveAttribute('rel', 'sponsored nofollow noopener')
    await expect(out).toHaveAttribute('data-outbound', 'product')
    await expect(out).toHaveAttribute('data-product', String(serum.id))
    await expect(out).toContainText('in a new tab')
    await expect(page.locator('main').getByText('We may earn a small commission').first()).toBeVisible()

    const rows = page.locator('[data-part~=offers] tbody tr')
    // What is in stock comes before what a shop does not tell it of.
    await expect(rows.locator('th')).toHaveText([`${shelf.open}In stock`, `${silent}Stock not told`])
    await expect(rows.locator('[data-part~=offer-price]')).toHaveText(['$20.00', '$18.00'])
    await expect(page.locator('[data-part~=price-history] figcaption')).toContainText(
      'lowest $20.00, highest $24.00, now $20.00',
    )
    await page.getByText('Show as a table').click()
    await expect(page.locator('[data-part~=chart-table] td')).toHaveText(['$20.00', '$24.00'])

    const related = page.getByRole('region', { name: 'You may also like' }).locator('[data-part~=product-link]')
    // Beside it may be what another test sells for a while under the same name.
    await expect(related.filter({ hasText: mask.product_name })).toHaveCount(1)
    await expect(related.filter({ hasText: `Petal Serum ${word}` })).toHaveCount(0)

    await page.goto(same.path)
    await expect(box.locator('[data-part~=product-price]')).toHaveText('Now $20.00, was $24.00')
    await expect(page.locator('[data-part~=price-history] figcaption')).toContainText(`At ${shelf.open}`)
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
