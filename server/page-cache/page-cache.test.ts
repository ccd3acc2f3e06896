import { createServer } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '#platform'
import { eventually } from '#tests/support/eventually.ts'
import { type Listening, listen } from '../../tests/support/listen.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import { pageResponse } from './page-response.ts'
import { bodyOf } from './prepared-response.ts'

const KEEP = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400'
const cacheablePage = (body: string, tags = 'products') =>
  new Response(body, { headers: { 'content-type': 'text/html', 'cache-control': KEEP, 'cache-tag': tags } })

describe('the page cache', () => {
  let render: ReturnType<typeof vi.fn<(request: Request) => Promise<Response>>>
  let time: number
  let cache: PageCache
  let server: Listening
  let origin: string

  beforeEach(async () => {
    render = vi.fn(async () => cacheablePage('<p>one</p>'))
    time = 1_000_000
    const options = { siteUrl: 'http://shop.test', securityHeaders: [['x-safe', 'yes']] as const, log: silentLog }
    cache = createPageCache({ render: (request) => render(request), now: () => time, maxBytes: 20_000, ...options })
    server = await listen(
      createServer((request, response) => {
        if (!cache.hit(request, response, 'request-1')) response.writeHead(204).end()
      }),
    )
    origin = server.url
  })
  afterEach(() => server.close())

  const ask = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers })
  const show = async (path: string) => {
    const result = await cache.page(path, 'request-1')
    return result instanceof Response || result === null
      ? result
      : pageResponse(result, new Request('http://shop.test'))
  }

  test('answers from memory once a page has been rendered', async () => {
    expect((await ask('/')).status).toBe(204)
    await show('/')
    const reply = await ask('/')
    expect(await reply.text()).toBe('<p>one</p>')
    expect(reply.headers.get('x-safe')).toBe('yes')
    expect(reply.headers.get('x-request-id')).toBe('request-1')
    expect(reply.headers.get('vary')).toBe('accept-encoding')
    expect(render).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['zstd', null],
    ['*;q=0', null],
  ])('answers Accept-Encoding "%s" with %s', async (accept, encoding) => {
    await show('/')
    const reply = await ask('/', { 'accept-encoding': accept })
    expect(reply.headers.get('content-encoding')).toBe(encoding)
    expect(await reply.text()).toBe('<p>one</p>')
  })

  test('keeps the compressed bytes themselves', async () => {
    const cached = await cache.page('/', 'request-1')
    if (cached === null || cached instanceof Response) throw new Error('the page was not cached')
    expect(brotliDecompressSync(bodyOf(cached.variants.br.prepared)).toString()).toBe('<p>one</p>')
  })

  test('answers 304 to the page a visitor has, and 200 to another', async () => {
    await show('/')
    const etag = (await ask('/')).headers.get('etag') ?? ''
    const same = await ask('/', { 'if-none-match': etag })
    expect(same.status).toBe(304)
    expect(same.headers.get('x-safe')).toBe('yes')
    expect((await ask('/', { 'if-none-match': 'W/"other"' })).status).toBe(200)
  })

  test('is read by the server itself without another rendering, until its data changes', async () => {
    expect(await cache.read('/', 'request-1')).toBe('<p>one</p>')
    expect(await cache.read('/', 'request-2')).toBe('<p>one</p>')
    expect(render).toHaveBeenCalledTimes(1)
    render.mockResolvedValueOnce(cacheablePage('<p>two</p>'))
    cache.changed('products')
    expect(await cache.read('/', 'request-3')).toBe('<p>two</p>')
    expect(await cache.read('/?unknown=1', 'request-4')).toBeNull()
  })

  test('finds one page however its parameters are ordered, and whatever advertisement led to it', async () => {
    await show('/products?page=2&category=beauty&utm_source=mail')
    expect((await ask('/products?category=beauty&page=2&fbclid=x')).status).toBe(200)
    expect((await ask('/products?srsltid=x&gad_source=1&category=beauty&page=2')).status).toBe(200)
    expect((await ask('/products?category=beauty&page=3')).status).toBe(204)
    expect(render.mock.calls[0]?.[0].url).toBe('http://shop.test/products?category=beauty&page=2')
  })

  test('leaves addresses with unknown parameters to the site', () => {
    expect(cache.page('/products?surprise=1', 'request-1')).toBeNull()
    expect(cache.page('//elsewhere.example/', 'request-1')).toBeNull()
  })

  test.each([
    '//evil.example/x',
    '/\\evil.example/x',
    '/\t/evil.example/x',
  ])('never renders %j, which names another host, under our address', (address) => {
    expect(cache.page(address, 'request-1')).toBeNull()
  })

  test('renders without anything of the visitor', async () => {
    await show('/')
    const request = render.mock.calls[0]?.[0]
    expect([...(request?.headers.keys() ?? [])]).toEqual(['accept'])
  })

  test('never shows a cached page to a request that carries a token', async () => {
    await show('/')
    expect((await ask('/', { authorization: 'Bearer x' })).status).toBe(204)
  })

  test('renders a page once for everybody who waits for it', async () => {
    await Promise.all([show('/'), show('/'), show('/')])
    expect(render).toHaveBeenCalledTimes(1)
  })

  test('renders anew after a change of a table the page shows, and only then', async () => {
    await show('/')
    cache.changed('blog_posts')
    expect((await ask('/')).status).toBe(200)
    cache.changed('products')
    expect((await ask('/')).status).toBe(204)
    render.mockImplementation(async () => cacheablePage('<p>two</p>'))
    expect(await (await show('/'))?.text()).toBe('<p>two</p>')
    expect(await (await ask('/')).text()).toBe('<p>two</p>')
  })

  test('does not trust a rendering that began before the change', async () => {
    const slow = deferred<Response>()
    render.mockImplementationOnce(() => slow.promise)
    const first = show('/')
    cache.changed('products')
    // A visitor after the change does not wait for the rendering before it.
    const second = show('/')
    slow.resolve(cacheablePage('<p>old</p>'))
    await first
    await second
    expect(render).toHaveBeenCalledTimes(2)
    expect(await (await ask('/')).text()).toBe('<p>one</p>')
  })

  test('trusts nothing after a gap in which changes may have been missed', async () => {
    await show('/')
    cache.changedEverything()
    expect((await ask('/')).status).toBe(204)
  })

  test('shows the cached page, marked stale, when a new one cannot be rendered', async () => {
    await show('/')
    cache.changed('products')
    render.mockRejectedValueOnce(new Error('the database is away'))
    expect(await (await show('/'))?.text()).toBe('<p>one</p>')
    render.mockImplementationOnce(async () => new Response('error', { status: 503 }))
    const reply = await show('/')
    expect(await reply?.text()).toBe('<p>one</p>')
    expect(reply?.headers.get('cache-status')).toContain('stale')
  })

  test('answers with cached pages of any age while the database is away', async () => {
    await show('/')
    cache.changedEverything()
    cache.setDatabaseAway(true)
    const reply = await ask('/')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('cache-status')).toContain('stale')
    cache.setDatabaseAway(false)
    expect((await ask('/')).status).toBe(204)
  })

  test('shows nothing past what it may show, not even when no other page can be had', async () => {
    const upTo = 'public, max-age=0, s-maxage=60, stale-while-revalidate=30, stale-if-error=90'
    render.mockImplementationOnce(async () => {
      const page = cacheablePage('<p>a price</p>')
      page.headers.set('cache-control', upTo)
      return page
    })
    await show('/')
    cache.setDatabaseAway(true)
    time += 149_000
    expect((await ask('/')).status).toBe(200)
    time += 1000
    expect((await ask('/')).status).toBe(204)
    cache.setDatabaseAway(false)
    render.mockImplementationOnce(async () => new Response('error', { status: 503 }))
    expect((await show('/'))?.status).toBe(503)
    render.mockRejectedValueOnce(new Error('the database is away'))
    await expect(show('/')).rejects.toThrow('the database is away')
  })

  test('shows a page past its age once more while it is rendered anew', async () => {
    await show('/')
    time += 301_000
    render.mockImplementation(async () => cacheablePage('<p>two</p>'))
    expect(await (await ask('/')).text()).toBe('<p>one</p>')
    await eventually(async () => expect(await (await ask('/')).text()).toBe('<p>two</p>'))
    expect(render).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['a page without tags', new Response('x', { headers: { 'cache-control': KEEP } })],
    [
      'a private page',
      new Response('x', { headers: { 'cache-control': `private, ${KEEP}`, 'cache-tag': 'products' } }),
    ],
    [
      'a page without s-maxage',
      new Response('x', { headers: { 'cache-control': 'no-cache', 'cache-tag': 'products' } }),
    ],
    ['a missing page', new Response('x', { status: 404, headers: { 'cache-control': KEEP, 'cache-tag': 'products' } })],
    [
      'a page that sets a cookie',
      new Response('x', { headers: { 'cache-control': KEEP, 'cache-tag': 'a', 'set-cookie': 'a=b' } }),
    ],
  ])('does not keep %s', async (_name, response) => {
    render.mockImplementation(async () => response)
    await show('/')
    expect((await ask('/')).status).toBe(204)
  })

  describe('makes pages smaller', () => {
    beforeEach(() => {
      render.mockImplementation(async ({ url }) => cacheablePage(url + listing()))
    })

    const sizeOf = async (path: string) => {
      const reply = await ask(path, { 'accept-encoding': 'br' })
      expect((await reply.text()).endsWith(listing())).toBe(true)
      return Number(reply.headers.get('content-length'))
    }
    const askThrice = async (path: string) => {
      await show(path)
      for (let i = 0; i < 3; i += 1) await ask(path)
    }

    test('that are asked for again, under the same ETag', async () => {
      await show('/')
      const first = await ask('/', { 'accept-encoding': 'br' })
      await ask('/')
      await ask('/')
      await eventually(async () => expect(await sizeOf('/')).toBeLessThan(Number(first.headers.get('content-length'))))
      expect((await ask('/')).headers.get('etag')).toBe(first.headers.get('etag'))
    })

    test('and counts the bytes it has then', async () => {
      await show('/')
      const { bytes } = cache.stats()
      const before = await sizeOf('/')
      await askThrice('/')
      await eventually(async () => expect(await sizeOf('/')).toBeLessThan(before))
      expect(cache.stats().bytes).toBe(bytes + (await sizeOf('/')) - before)
    })

    test('and keeps the smaller form when a rendering after a change is the same', async () => {
      await show('/')
      const before = await sizeOf('/')
      await askThrice('/')
      await eventually(async () => expect(await sizeOf('/')).toBeLessThan(before))
      cache.changed('products')
      await show('/')
      expect(render).toHaveBeenCalledTimes(3)
      expect(await sizeOf('/')).toBeLessThan(before)
      render.mockImplementation(async () => cacheablePage(listing()))
      cache.changed('products')
      await show('/')
      expect(await (await ask('/')).text()).toBe(listing())
    })

    test('one after the other, and rests in between', async () => {
      await show('/a')
      const before = await sizeOf('/a')
      await askThrice('/a')
      time += 100
      await eventually(async () => expect(await sizeOf('/a')).toBeLessThan(before))
      await askThrice('/b')
      time += 901
      await askThrice('/c')
      await eventually(async () => expect(await sizeOf('/c')).toBeLessThan(before))
      expect(await sizeOf('/b')).toBe(before)
    })
  })

  test('holds no more bytes than it may, and lets go of what nobody asks for first', async () => {
    render.mockImplementation(async ({ url }) => cacheablePage(url + pseudoRandomText(3_000)))
    await show('/wanted')
    for (let i = 0; i < 20; i += 1) {
      await show(`/p${i}`)
      await ask('/wanted')
    }
    expect(cache.stats().bytes).toBeLessThanOrEqual(20_000)
    expect((await ask('/wanted')).status).toBe(200)
    expect((await ask('/p0')).status).toBe(204)
  })
})

function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** Repetitive enough for the best compression to show. */
function listing(): string {
  const words = pseudoRandomText(60)
  const card = (at: number) =>
    `<li class="${words.slice(at % 50, (at % 50) + 7)}"><a href="/p/${words.slice(at % 13, (at % 13) + 20)}">${at * 7}</a></li>`
  return Array.from({ length: 60 }, (_, at) => card(at)).join('')
}

/** Text that does not compress to nothing. */
function pseudoRandomText(length: number): string {
  let seed = 7
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return String.fromCharCode(97 + (seed % 26))
  }).join('')
}
