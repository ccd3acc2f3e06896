import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Listener, silentLog } from '#platform'
import { eventually } from '#tests/support/eventually.ts'
import { createMetrics } from '../observability/metrics.ts'
import { createPageCache } from '../page-cache/page-cache.ts'
import { createApp, type Site } from './app.ts'
import { createShopListener } from './listener.ts'
import { adminHeaders, pageHeaders } from './security-headers.ts'
import { openStaticFiles } from './static-files.ts'

const SECRET = 'sb_secret_for_this_test'
const KEEP = {
  'cache-control': 'public, max-age=0, s-maxage=300',
  'cache-tag': 'products',
  'content-type': 'text/html',
}

describe('the listener', () => {
  const siteUrl = 'https://shop.test'
  const site = vi.fn<Site['fetch']>()
  const platform = { fetch: vi.fn(), upgrade: vi.fn() }
  let listener: Listener
  let origin: string
  let folder: string
  let ready = true
  let full = false

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'listener-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'let plain')
    await writeFile(join(folder, 'assets', 'app-1a2b.js.br'), 'brotli bytes')
    await writeFile(join(folder, 'rose 1.svg'), '<svg/>')
    site.mockReset().mockImplementation(async () => new Response('<p>page</p>', { headers: KEEP }))
    platform.fetch.mockReset().mockImplementation(async () => Response.json({ rows: [] }))
    platform.upgrade.mockReset()
    ready = true
    full = false
    ;({ listener, origin } = await start({ trustedProxyHops: 0 }))
  })
  afterEach(async () => {
    await listener.drain(100)
    await rm(folder, { recursive: true, force: true })
  })

  async function start({ trustedProxyHops, maxInFlight }: { trustedProxyHops: number; maxInFlight?: number }) {
    const securityHeaders = pageHeaders({ siteUrl, development: false })
    const pages = createPageCache({
      render: (request, context) => site(request, context),
      siteUrl,
      securityHeaders,
      log: silentLog,
    })
    const metrics = createMetrics(pages, () => 0)
    const health = {
      live: () => ({ status: 'ok', database: 'connected', draining: false }) as const,
      ready: async () => (ready ? { ready } : { ready, reason: 'the database cannot be reached' }),
      setDraining() {},
      close: async () => {},
    }
    const common = { platform, metrics, log: silentLog, securityHeaders }
    const app = createApp({
      ...common,
      site: { fetch: site },
      admin: { shell: async () => '<!doctype html><title>Admin</title>' },
      adminHeaders: adminHeaders({ siteUrl, development: false }),
      images: { fetch: async () => new Response('an image') },
      siteImages: { fetch: async () => null },
      shareImages: { fetch: async () => new Response('a share image') },
      pages,
      health,
      siteUrl,
      secretKey: SECRET,
      trustedProxyHops,
    })
    const staticFiles = await openStaticFiles(folder, { securityHeaders, version: 'abc123' })
    const made = createShopListener({
      ...{ ...common, app, pages, isFull: () => full, staticFiles: [staticFiles], trustedProxyHops },
      ...(maxInFlight ? { maxInFlight } : {}),
    })
    await made.listen({ host: '127.0.0.1', port: 0 })
    const address = made.server.address()
    if (address === null || typeof address === 'string') throw new Error('the listener has no port')
    return { listener: made, origin: `http://127.0.0.1:${address.port}` }
  }

  const ask = (path: string, init?: RequestInit) => fetch(origin + path, init)

  test.each([
    ['a page', '/', 200],
    ['a cached page', '/', 200],
    ['a missing page', '/missing', 404],
    ['a page that failed', '/broken', 500],
    ['rows', '/rest/v1/products', 200],
    ['a file', '/assets/app-1a2b.js', 200],
    ['the back office', '/admin/dashboard', 200],
    ['health', '/healthz', 200],
    ['a form that is too large', '/contact', 413],
  ])('sends the security headers with %s', async (_name, path, status) => {
    site.mockImplementation(async (request) => {
      if (request.url.endsWith('/broken')) throw new Error('secret detail')
      return request.url.endsWith('/missing')
        ? new Response('no', { status: 404 })
        : new Response('yes', { headers: KEEP })
    })
    const init = status === 413 ? { method: 'POST', body: 'x'.repeat(1_100_000) } : {}
    const reply = await ask(path, init)
    expect(reply.status).toBe(status)
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('strict-transport-security')).toContain('max-age=')
    expect(reply.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/)
    expect(reply.headers.get('x-request-id')).toMatch(/[\w-]{8,}/)
    expect(await reply.text()).not.toContain('secret detail')
  })

  test('refuses a page that nobody has asked for while no rendering would be in time, and nothing else', async () => {
    await (await ask('/')).text()
    full = true
    const refused = await ask('/search?q=silk')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(site).toHaveBeenCalledTimes(1)
    for (const path of ['/', '/rest/v1/products', '/_image/a', '/healthz']) expect((await ask(path)).status).toBe(200)
  })

  test("keeps a service's own Content-Security-Policy", async () => {
    platform.fetch.mockImplementation(
      async () => new Response('', { headers: { 'content-security-policy': 'sandbox' } }),
    )
    expect((await ask('/storage/v1/object/public/a/b')).headers.get('content-security-policy')).toBe('sandbox')
  })

  test('copies replies whose headers are frozen', async () => {
    platform.fetch.mockImplementation(async () => Response.redirect('https://shop.test/', 303))
    const reply = await ask('/auth/v1/verify', { redirect: 'manual' })
    expect(reply.status).toBe(303)
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('renders a page once and answers the next visitor from memory', async () => {
    const first = await ask('/')
    const second = await ask('/')
    expect(site).toHaveBeenCalledTimes(1)
    expect(first.headers.get('cache-status')).toContain('stored')
    expect(second.headers.get('cache-status')).toBe('dahlia; hit')
    expect(await second.text()).toBe('<p>page</p>')
    expect((await ask('/', { method: 'HEAD' })).headers.get('content-length')).toBe(
      second.headers.get('content-length'),
    )
  })

  test('takes over a request id that a proxy sent, unless it could break a log', async () => {
    const id = async (given: string) =>
      (await ask('/', { headers: { 'x-request-id': given } })).headers.get('x-request-id')
    expect(await id('trace-12345')).toBe('trace-12345')
    expect(await id('"},{"level":"error')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test("tells the platform the socket's address, whatever the visitor claims", async () => {
    await ask('/rest/v1/products', { headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect(platform.fetch.mock.calls[0]?.[1]).toMatchObject({ clientAddress: '127.0.0.1' })
  })

  test('behind one trusted proxy tells the address that this proxy saw', async () => {
    await listener.drain(100)
    ;({ listener, origin } = await start({ trustedProxyHops: 1 }))
    await ask('/rest/v1/products', { headers: { 'x-forwarded-for': 'forged, 203.0.113.9' } })
    expect(platform.fetch.mock.calls[0]?.[1]).toMatchObject({ clientAddress: '203.0.113.9' })
  })

  test('streams the body of a platform call both ways', async () => {
    platform.fetch.mockImplementation(async (request: Request) => new Response(request.body))
    const body = 'x'.repeat(3_000_000)
    const reply = await ask('/storage/v1/object/a/b', { method: 'POST', body })
    expect((await reply.text()).length).toBe(body.length)
  })

  test('sends hashed files for ever, compressed as they were built', async () => {
    const plain = await ask('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'identity' } })
    expect(await plain.text()).toBe('let plain')
    expect(plain.headers.get('cache-control')).toContain('immutable')
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const reply = await rawGet('/assets/app-1a2b.js', { 'accept-encoding': 'br' })
    expect(reply).toMatchObject({ encoding: 'br', body: 'brotli bytes' })
  })

  test('sends an image for ever to whoever asks for this version of it, and for an hour otherwise', async () => {
    const cacheControl = async (query: string) => (await ask(`/rose%201.svg${query}`)).headers.get('cache-control')
    expect(await cacheControl('?v=abc123')).toBe('public, max-age=31536000, immutable')
    for (const other of ['', '?v=', '?v=abc12', '?v=abc1234', '?v=abc123&x', '?w=abc123']) {
      expect(await cacheControl(other), other).toBe('public, max-age=3600, stale-while-revalidate=86400')
    }
  })

  test('sends other files with an ETag', async () => {
    const reply = await ask('/rose%201.svg')
    expect(reply.headers.get('content-type')).toBe('image/svg+xml')
    const again = await ask('/rose%201.svg', { headers: { 'if-none-match': reply.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })

  test.each([
    '/../package.json',
    '/assets/../../etc/passwd',
    '/assets%2f..%2f..%2fpackage.json',
  ])('gives no file for %s', async (path) => {
    site.mockImplementation(async () => new Response('no', { status: 404 }))
    expect((await rawGet(path, {})).status).toBe(404)
  })

  test('says whether it is ready', async () => {
    expect((await ask('/readyz')).status).toBe(200)
    ready = false
    expect((await ask('/readyz')).status).toBe(503)
    expect((await ask('/healthz')).status).toBe(200)
  })

  test('shows metrics only with the secret key, whoever the headers say asks', async () => {
    const without: Record<string, string>[] = [
      {},
      { 'x-forwarded-for': '127.0.0.1' },
      { authorization: 'Bearer guessed' },
    ]
    for (const headers of without) {
      expect((await ask('/metrics', { headers })).status).toBe(403)
    }
    const shown = await ask('/metrics', { headers: { authorization: `Bearer ${SECRET}` } })
    expect(await shown.text()).toContain('page_cache_hits_total')
  })

  test('refuses what is beyond its strength, and still tells its health', async () => {
    await listener.drain(100)
    ;({ listener, origin } = await start({ trustedProxyHops: 0, maxInFlight: 1 }))
    const slow = Promise.withResolvers<Response>()
    platform.fetch.mockImplementation(() => slow.promise)
    const waiting = ask('/rest/v1/products')
    await eventually(() => expect(platform.fetch).toHaveBeenCalled())
    const refused = await ask('/rest/v1/products')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await ask('/healthz')).status).toBe(200)
    slow.resolve(new Response('done'))
    expect(await (await waiting).text()).toBe('done')
  })

  test('answers TRACE and forms of other sites with a refusal that fills no log', async () => {
    const traced = await once(httpRequest(origin, { method: 'TRACE' }).end(), 'response')
    expect(traced[0].statusCode).toBe(405)
    traced[0].resume()
    const foreign = await ask('/contact', {
      method: 'POST',
      body: 'a=b',
      headers: { origin: 'https://elsewhere.example' },
    })
    expect([foreign.status, await foreign.json()]).toEqual([
      400,
      { message: 'A form is taken from a page of this site only.' },
    ])
    expect(site).not.toHaveBeenCalled()
    await ask('/contact', { method: 'POST', body: 'a=b', headers: { origin } })
    expect(site).toHaveBeenCalledOnce()
  })

  test('hands realtime websockets to the platform and refuses others', async () => {
    platform.upgrade.mockImplementation((_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
    expect(await upgrade('/realtime/v1/websocket?vsn=2.0.0')).toContain('101')
    expect(await upgrade('/elsewhere')).toContain('404')
    expect(platform.upgrade.mock.calls[0]?.[3]).toEqual({ clientAddress: '127.0.0.1' })
  })

  test('counts a websocket by the address that the trusted proxy saw', async () => {
    await listener.drain(100)
    ;({ listener, origin } = await start({ trustedProxyHops: 1 }))
    platform.upgrade.mockImplementation((_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
    await upgrade('/realtime/v1/websocket', 'x-forwarded-for: 198.51.100.1, 203.0.113.9\r\n')
    expect(platform.upgrade.mock.calls[0]?.[3]).toEqual({ clientAddress: '203.0.113.9' })
  })

  test('finishes what is under way before it stops', async () => {
    const slow = Promise.withResolvers<Response>()
    platform.fetch.mockImplementation(() => slow.promise)
    const waiting = ask('/rest/v1/products')
    await eventually(() => expect(platform.fetch).toHaveBeenCalled())
    const drained = listener.drain(5_000)
    slow.resolve(new Response('done'))
    const reply = await waiting
    expect(await reply.text()).toBe('done')
    expect(reply.headers.get('connection')).toBe('close')
    await drained
    await expect(ask('/')).rejects.toThrow()
  })

  test('tells everybody on a kept connection to leave before it closes them', async () => {
    const visitors = Array.from({ length: 8 }, () => visit())
    await eventually(() => expect(platform.fetch.mock.calls.length).toBeGreaterThan(50))
    const drained = listener.drain(5_000)
    expect(await Promise.all(visitors)).toEqual(Array(8).fill('was told to leave'))
    await drained
  })

  /** Asks again and again on one connection, until a response says that it will be closed. Fails if it is cut. */
  async function visit(): Promise<string> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    try {
      for (;;) if ((await connectionHeader(agent)) === 'close') return 'was told to leave'
    } finally {
      agent.destroy()
    }
  }

  function connectionHeader(agent: Agent): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      get(`${origin}/rest/v1/products`, { agent }, (reply) => {
        reply.resume()
        reply.once('end', () => resolve(reply.headers.connection))
      }).once('error', reject)
    })
  }

  /** Neither the path nor the encoding is touched on the way. */
  function rawGet(
    path: string,
    headers: Record<string, string>,
  ): Promise<{ status?: number; encoding?: string; body: string }> {
    const { hostname, port } = new URL(origin)
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest({ hostname, port, path, headers }, async (reply) => {
        let body = ''
        for await (const chunk of reply) body += chunk
        const encoding = reply.headers['content-encoding']
        resolve({ status: reply.statusCode ?? 0, ...(encoding ? { encoding } : {}), body })
      })
      outgoing.once('error', reject).end()
    })
  }

  function upgrade(path: string, headers = ''): Promise<string> {
    const { hostname, port } = new URL(origin)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.once('error', reject).once('close', () => resolve(answer))
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n${headers}\r\n`)
    })
  }
})
