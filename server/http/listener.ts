import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createListener, type Finished, type HeaderList, type Listener, type Log, type Platform } from '#platform'
import { redactUrl } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { PageCache } from '../page-cache/page-cache.ts'
import { PageResponse } from '../page-cache/prepared-response.ts'
import type { createApp } from './app.ts'
import type { StaticFiles } from './static-files.ts'

export interface ShopListenerOptions {
  app: ReturnType<typeof createApp>
  platform: Pick<Platform, 'upgrade'>
  pages: Pick<PageCache, 'hit' | 'knows'>
  /** Whether a page that must be rendered would be refused now. */
  isFull(): boolean
  /** None in development, where Vite serves the files. */
  staticFiles: readonly StaticFiles[]
  metrics: Metrics
  log: Log
  securityHeaders: HeaderList
  /** See what cache and files left; true from the one that took the request over (Vite in development). */
  before?: readonly ((request: IncomingMessage, response: ServerResponse) => Promise<boolean>)[]
  /** Proxies whose word on a visitor's address is taken. */
  trustedProxyHops: number
  maxInFlight?: number
}

/** The platform's listener with the page cache and the files in front, which answer before any Request is made. */
export function createShopListener(options: ShopListenerOptions): Listener {
  const { app, platform, pages, isFull, staticFiles, metrics, log, securityHeaders, before = [] } = options
  const { trustedProxyHops } = options
  return createListener({
    fetch: (request, { requestId, incoming }) => app.fetch(request, { requestId, incoming }),
    upgrade(request, socket, head, connection) {
      if (request.url?.startsWith('/realtime/v1/')) platform.upgrade(request, socket, head, connection)
      else refuseUpgrade(socket)
    },
    first: (request, response, requestId) =>
      pages.hit(request, response, requestId) || staticFiles.some((files) => files.hit(request, response, requestId)),
    ...(before.length > 0 && { before: (request, response) => takenOver(before, request, response) }),
    isTooMuch: ({ url = '' }) => isFull() && isPage(url) && !pages.knows(url),
    observe: (exchange) => observe(exchange, { metrics, log }),
    onShed: () => metrics.shed(),
    headers: securityHeaders,
    trustedProxies: trustedProxyHops,
    log,
    maxInFlight: options.maxInFlight,
    ServerResponse: PageResponse,
  })
}

async function takenOver(
  before: NonNullable<ShopListenerOptions['before']>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  for (const take of before) if (await take(request, response)) return true
  return false
}

function refuseUpgrade(socket: Duplex) {
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}

function observe(
  { request, response, requestId, ms }: Finished,
  { metrics, log }: Pick<ShopListenerOptions, 'metrics' | 'log'>,
) {
  const { method, url } = request
  const status = response.statusCode
  metrics.observe({ family: familyOf(url ?? ''), method: method ?? '', status, seconds: ms / 1000 })
  const fields = { requestId, method, url: redactUrl(url), status, ms: Math.round(ms) }
  // 503 is for overload and an absent database: counted in the metrics and told once, or a flood would fill the log.
  if (status >= 500 && status !== 503) log.error(fields, 'answered with an error')
  else log.info(fields, 'answered')
}

/** /rest/v1/products → rest; every page → page. */
function familyOf(target: string): string {
  return /^\/(auth|rest|storage|functions|realtime)\/v1(?=[/?]|$)/.exec(target)?.[1] ?? 'page'
}

/** What no other line of the mounting table (app.ts) takes. */
function isPage(target: string): boolean {
  return familyOf(target) === 'page' && !OTHERS.test(target)
}

const OTHERS = /^\/(admin|graphql\/v1|\.well-known|_image|healthz|readyz|metrics)(?=[/?]|$)/
