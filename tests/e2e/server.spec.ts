import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { anonClient, serviceClient, shopUnderTest } from '../support/browser.ts'
import { keysOf } from '../support/dahlia.ts'

test.describe('the process', () => {
  test('says that it lives and that it is ready', async ({ request }) => {
    const health = await request.get('/healthz')
    expect(await health.json()).toEqual({ status: 'ok', database: 'connected', draining: false })
    const ready = await request.get('/readyz')
    expect([ready.status(), await ready.json()]).toEqual([200, { ready: true }])
  })

  test('counts for an operator', async ({ request }) => {
    await request.get('/')
    const { secretKey } = await keysOf(shopUnderTest())
    const metrics = await (await request.get('/metrics', { headers: { apikey: secretKey } })).text()
    expect(metrics).toMatch(/^page_cache_renders_total [1-9]/m)
  })

  test('lets its own images be cached for ever at the addresses that its pages write, files or not', async ({
    request,
  }) => {
    const [, version = ''] = /\/art\/[\w-]+\.avif(\?v=\w+)/.exec(await (await request.get('/')).text()) ?? []
    for (const path of ['/art/hero-750.avif', '/art/hero-750.webp', '/demo/wallpapers/new-moon-360.avif']) {
      const cacheControl = (await request.get(path + version)).headers()['cache-control']
      expect([path, cacheControl]).toEqual([path, 'public, max-age=31536000, immutable'])
      expect((await request.get(`${path}?v=another`)).headers()['cache-control']).not.toContain('immutable')
    }
  })

  for (const [what, path, status] of [
    ['a page', '/', 200],
    ['a missing page', '/no-such-page', 404],
    ['an error of the API', '/rest/v1/products', 401],
    ['a file', '/favicon.svg', 200],
    ['health', '/healthz', 200],
  ] as const) {
    test(`sends its security headers and an id with ${what}`, async ({ request }) => {
      const reply = await request.get(path)
      expect(reply.status()).toBe(status)
      const headers = reply.headers()
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      expect(headers['content-security-policy']).toMatch(/(default-src 'none'|script-src 'self';)/)
      expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*'unsafe/)
      expect(headers['x-request-id']).toMatch(/^[\w.:=+/-]{8,}$/)
      expect(headers['x-powered-by']).toBeUndefined()
    })
  }

  test('keeps a page and lets a browser keep it', async ({ request }) => {
    // What another test writes in between makes another page of it.
    await expect(async () => {
      const again = await request.get('/products')
      expect(again.headers()['cache-status']).toContain('hit')
      const known = await request.get('/products', { headers: { 'if-none-match': again.headers().etag ?? '' } })
      expect([known.status(), (await known.body()).length]).toEqual([304, 0])
    }).toPass()
  })

  test('keeps a list under every filter that it offers', async ({ request, page }) => {
    await page.goto('/products')
    const names = await page
      .locator('#listing-form')
      .evaluate((form) =>
        (form instanceof HTMLFormElement ? [...form.elements] : []).map((it) => it.getAttribute('name')),
      )
    expect(names).toEqual(
      expect.arrayContaining(['category', 'merchant', 'brand', 'min', 'max', 'color', 'size', 'stock', 'fallen']),
    )
    for (const name of new Set(names.filter(Boolean))) {
      const path = `/products?${name}=1`
      // What another test writes in between takes the list out of the cache.
      await expect(async () => {
        expect((await request.get(path)).headers()['cache-status'], path).toContain('hit')
      }).toPass()
    }
  })
})

test.describe('a page', () => {
  for (const path of ['/search?q=a%00b', '/all-deals?category=%00&deal=%00&merchant=%00', '/search?%00q=silk']) {
    test(`asked for as ${path} leaves out what nobody can type`, async ({ request }) => {
      const reply = await request.get(path, { maxRedirects: 0 })
      expect([reply.status(), reply.headers().location]).toEqual([301, path.replaceAll('%00', '')])
      expect((await request.get(path)).status()).toBe(200)
    })
  }

  test('breaks no rule of its own Content-Security-Policy', async ({ page }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    for (const path of ['/', '/products', '/new', '/blog', '/no-such-page']) {
      await page.goto(path, { waitUntil: 'networkidle' })
    }
    expect(complaints).toEqual([])
  })

  test('shows a write through the API, in the browser too, and tells after how long', async ({ page }) => {
    const service = await serviceClient()
    const url = `/notice-${randomUUID()}`
    const made = await service
      .from('pages')
      .insert({ name: 'First notice', url, content: '<p>First words</p>', is_published: true })
    expect(made.error).toBeNull()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(async () => {
      await page.goto(url)
      await expect(heading).toHaveText('First notice', { timeout: 200 })
    }).toPass()

    const changed = await service.from('pages').update({ name: 'Second notice' }).eq('url', url)
    expect(changed.error).toBeNull()
    const began = Date.now()
    let first = 0
    await expect(async () => {
      await page.goto(url)
      await expect(heading).toHaveText('Second notice', { timeout: 200 })
      first = Date.now()
    }).toPass({ intervals: [20] })
    test.info().annotations.push({ type: 'fresh after', description: `${first - began} ms` })

    await service.from('pages').delete().eq('url', url)
    await expect(async () => expect((await page.goto(url))?.status()).toBe(404)).toPass()
  })

  test('of products shows what an editor changed, without a restart', async ({ request }) => {
    const service = await serviceClient()
    // The list starts with the newest.
    const link = 'https://shop.example/p'
    const name = `Silk scarf ${randomUUID()}`
    const made = await service
      .from('products')
      .insert({ product_name: name, merchant_name: 'Atelier', price: 12, affiliate_link: link })
      .select('id')
      .single()
    expect(made.error).toBeNull()
    const list = async () => (await request.get('/products')).text()
    await expect(async () => expect(await list()).toContain(name)).toPass({ intervals: [20] })
    await service.from('products').delete().eq('id', made.data?.id)
    await expect(async () => expect(await list()).not.toContain(name)).toPass({ intervals: [20] })
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor reads the home page and walks to the products', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const link = page.locator('main a[href^="/products"], header a[href^="/products"], a[href^="/products"]').first()
    await page.goto((await link.getAttribute('href')) ?? '/products')
    await expect(page).toHaveURL(/\/products/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main a[rel~="sponsored"]').first()).toBeVisible()
  })
})

test.describe('a program with supabase-js', () => {
  test('reads products with the publishable key and writes nothing', async () => {
    const [visitor, service] = await Promise.all([anonClient(), serviceClient()])
    const read = await visitor.from('products').select('id, product_name, price, currency').limit(5)
    expect(read.error).toBeNull()
    expect(read.data).toHaveLength(5)
    const id = read.data?.[0]?.id

    const inserted = await visitor.from('products').insert({ product_name: 'Mine' })
    expect(inserted.error?.code).toBe('42501')
    const updated = await visitor.from('products').update({ product_name: 'Mine' }).eq('id', id)
    expect(updated.error?.code).toBe('42501')
    const deleted = await visitor.from('products').delete().eq('id', id)
    expect(deleted.error?.code).toBe('42501')
    const after = await service.from('products').select('product_name').eq('id', id).single()
    expect(after.data?.product_name).toBe(read.data?.[0]?.product_name)
  })
})
