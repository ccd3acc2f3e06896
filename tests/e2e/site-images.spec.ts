import { expect, type Page, test } from '@playwright/test'
import { IMAGE_ORIGIN, type ImageShop, startImageShop } from '../fakes/images/merchant.ts'
import { desktop, open, ready } from '../support/browser.ts'
import { serviceClientOf } from '../support/clients.ts'
import { type OwnShop, startOwnShop } from '../support/dahlia.ts'

// A process of its own, whose way out to the internet leads to a fake shop's pictures over HTTP.
test.describe.configure({ mode: 'serial' })

const OPEN = 'Atelier Open'
const CLOSED = 'Atelier Closed'

let shop: ImageShop
let dahlia: OwnShop
test.beforeAll(async () => {
  test.setTimeout(180_000)
  shop = await startImageShop()
  dahlia = await startOwnShop({ main: 'tests/support/start-with-images.ts', env: { FAKE_SHOP_URL: shop.url } })
  const service = await serviceClientOf(dahlia)
  const product = (name: string, merchant: string, file: string) => ({
    product_name: name,
    merchant_name: merchant,
    category: 'Skincare',
    price: 20,
    image_url: `${IMAGE_ORIGIN}/${file}`,
    affiliate_link: `https://shop.example.com/p/${file}`,
  })
  const made = [
    await service.from('merchants').insert([
      { name: OPEN, slug: 'atelier-open', may_store_image: true },
      { name: CLOSED, slug: 'atelier-closed', may_store_image: false },
    ]),
    await service
      .from('products')
      .insert([
        product('Rose Serum', OPEN, 'rose.jpg'),
        product('Lost Balm', OPEN, 'lost.png'),
        product('Linked Mask', CLOSED, 'mask.jpg'),
      ]),
  ]
  for (const { error } of made) if (error) throw new Error(error.message)
})
test.afterAll(async () => {
  test.setTimeout(60_000)
  await dahlia?.close()
  await shop?.close()
})

const card = (page: Page, name: string) => page.locator('[data-part~=product-card]').filter({ hasText: name })
const listOf = (merchant: string) => `${dahlia.url}/products?merchant=${encodeURIComponent(merchant)}`
const shownFile = (page: Page, name: string) =>
  card(page, name)
    .locator('img')
    .evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname.split('/').at(-1))

for (const { width, deviceScaleFactor, file } of [
  { width: 320, deviceScaleFactor: 1, file: '320.avif' },
  { width: 390, deviceScaleFactor: 3, file: '640.avif' },
  { width: 1440, deviceScaleFactor: 1, file: '320.avif' },
  { width: 2560, deviceScaleFactor: 2, file: '640.avif' },
]) {
  test(`a card ${width} pixels × ${deviceScaleFactor} shows an AVIF of the width it needs`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, deviceScaleFactor })
    const page = await context.newPage()
    await open(page, listOf(OPEN))
    await expect(card(page, 'Rose Serum').locator('.frame')).toHaveAttribute('data-picture', 'loaded')
    expect(await shownFile(page, 'Rose Serum')).toBe(file)
    const [asked, natural] = await card(page, 'Rose Serum')
      .locator('img')
      .evaluate(async (image: HTMLImageElement) => {
        const reply = await fetch(image.currentSrc)
        const { width } = await createImageBitmap(await reply.blob())
        return [reply.headers.get('content-type'), width]
      })
    expect([asked, natural]).toEqual(['image/avif', Number.parseInt(file, 10)])
    await context.close()
  })
}

test('a browser without AVIF takes WebP', async ({ page }) => {
  await page.goto(listOf(OPEN))
  const image = card(page, 'Rose Serum').locator('img')
  await expect(image).toHaveAttribute('srcset', /320\.webp 320w,.*480\.webp 480w,.*640\.webp 640w$/)
  const reply = await fetch(new URL((await image.getAttribute('src')) ?? '', dahlia.url))
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(reply.headers.get('content-security-policy')).toContain('sandbox')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('vary')).toBeNull()
})

test('its colours stand in the next page until it has come, and no page names the shop’s address', async () => {
  // The tones of the picture were kept when it was first made; a page that knows them is rendered after that.
  const html = await (await fetch(`${listOf(OPEN)}&sort=price-asc`)).text()
  expect(html).toMatch(/style="background:linear-gradient\(#[0-9a-f]{3},#[0-9a-f]{3}\)"/)
  expect(html).not.toContain(IMAGE_ORIGIN)
})

test('a picture that its shop does not give is shown as missing', async ({ page }) => {
  await open(page, listOf(OPEN))
  const lost = card(page, 'Lost Balm')
  await expect(lost.locator('.frame')).toHaveAttribute('data-picture', 'broken')
  await expect(lost.locator('img')).toHaveAttribute('src', '/placeholder.svg')
  expect(await lost.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(
    '/placeholder.svg',
  )
})

test('a shop that lets us link only is linked to', async ({ page }) => {
  await page.route(`${IMAGE_ORIGIN}/**`, (route) => route.fulfill({ path: 'public/art/skincare-360.avif' }))
  await page.goto(listOf(CLOSED))
  await expect(card(page, 'Linked Mask').locator('img')).toHaveAttribute('src', `${IMAGE_ORIGIN}/mask.jpg`)
  expect(shop.asked).not.toContain('/mask.jpg')
})

test('a product’s own page asks for its picture first and large, and so does the zoom', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto(listOf(OPEN))
  await card(page, 'Rose Serum').locator('a[data-part~=product-link]').click()
  const picture = page.locator('[data-part~=gallery-strip] img')
  await expect(picture).toHaveAttribute('fetchpriority', 'high')
  await expect(page.locator('img[fetchpriority="high"]')).toHaveCount(1)
  await ready(page)
  // Made for this visit: on a busy machine that takes a while.
  await expect(page.locator('[data-part~=gallery-strip] .frame')).toHaveAttribute('data-picture', 'loaded', {
    timeout: 20_000,
  })
  expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc.split('/').at(-1))).toBe('960.avif')
  const meta = await page.locator('meta[name="thumbnail"]').getAttribute('content')
  expect(meta).toMatch(/^\/_image\/\d+\/[\w-]{22}\/1280\.webp$/)
  await page.getByRole('button', { name: /^Zoom: / }).click()
  await expect(page.locator('[data-part~=zoom-stage] img')).toHaveAttribute('src', /\/1280\.webp$/)
  // However many sizes were made: the shop was asked once for the picture it has, and once for the one it has not.
  expect(shop.asked.sort()).toEqual(['/lost.png', '/rose.jpg'])
})

test('what a browser asks for again has the same pictures', async ({ page }) => {
  await open(page, listOf(OPEN))
  const heart = card(page, 'Rose Serum').locator('[data-save]')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await open(page, `${dahlia.url}/me`)
  await expect(page.locator('[data-part~=saved-row] source')).toHaveAttribute(
    'srcset',
    /^\/_image\/\d+\/[\w-]{22}\/160\.avif 160w,/,
  )
})
