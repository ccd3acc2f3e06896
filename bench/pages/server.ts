import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { silentLog } from '#platform/log.ts'
import { createListener } from '#server/listener.ts'
import { createMetrics } from '#server/metrics.ts'
import { createPageCache } from '#server/page-cache.ts'
import { pageHeaders } from '#server/security-headers.ts'
import { samplePage } from './sample-page.ts'

// One server of the comparison, told by its argument; it sends its port to the bench.
const body = Buffer.from(samplePage())
if (process.argv[2] === 'ours') await ours()
else bare()

async function ours() {
  const siteUrl = 'http://127.0.0.1'
  const securityHeaders = pageHeaders({ siteUrl, development: false })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400',
    'cache-tag': 'products',
  }
  const render = async () => new Response(body, { headers })
  const pages = createPageCache({ render, siteUrl, securityHeaders, log: silentLog })
  await pages.page('/', 'bench')
  const listener = createListener({
    app: new Hono(),
    platform: { upgrade: (_request, socket) => socket.destroy() },
    pages,
    staticFiles: null,
    metrics: createMetrics(pages, () => 0),
    log: silentLog,
    securityHeaders,
    trustedProxyHops: 0,
  })
  await listener.listen({ host: '127.0.0.1', port: 0 })
  announce(listener.server.address())
}

function bare() {
  const compressed = brotliCompressSync(body)
  const etag = 'W/"bare"'
  const server = createServer((request, response) => {
    if (request.headers['if-none-match']) {
      response.writeHead(304, { etag })
      response.end()
      return
    }
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-length': compressed.length,
      etag,
    })
    response.end(compressed)
  })
  server.listen(0, '127.0.0.1', () => announce(server.address()))
}

function announce(address: ReturnType<ReturnType<typeof createServer>['address']>) {
  if (address !== null && typeof address === 'object') process.send?.(address.port)
}
