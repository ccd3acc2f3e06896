import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Platform } from '#platform'
import { clientAddress, networkOf } from '#platform/client-address.ts'
import type { Log } from '#platform/log.ts'
import type { createApp } from './app.ts'
import { createDrain } from './drain.ts'
import { redactUrl } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { PageCache } from './page-cache.ts'
import { Answer, KEEP_ALIVE_MS } from './prepared-answer.ts'
import { requestIdOf } from './request-id.ts'
import type { HeaderList } from './security-headers.ts'
import { createSlowClients } from './slow-clients.ts'
import type { StaticFiles } from './static-files.ts'

export interface ListenerOptions {
  app: ReturnType<typeof createApp>
  platform: Pick<Platform, 'upgrade'>
  pages: Pick<PageCache, 'hit'>
  /** null in development, where Vite serves the files. */
  staticFiles: StaticFiles | null
  metrics: Metrics
  log: Log
  securityHeaders: HeaderList
  /** Sees every request first; true when it took it over (Vite in development). */
  before?: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean>) | undefined
  /** Proxies whose word on a visitor's address is taken. */
  trustedProxyHops: number
  maxInFlight?: number
}

export interface Listener {
  server: Server
  inFlight(): number
  listen(address: { host: string; port: number }): Promise<void>
  /** Answers what is under way, then closes; cuts what is left after the time. */
  drain(timeoutMs: number): Promise<void>
}

/** Beyond this, waiting only makes every answer late: a visitor told to come back is served sooner. */
const MAX_IN_FLIGHT = 512
/** Headers are small; whoever needs longer is holding a connection open on purpose. */
const HEADERS_TIMEOUT_MS = 15_000
/** A whole request with its body: a 50 MB upload over a slow line. */
const REQUEST_TIMEOUT_MS = 300_000
/** No byte moved in either direction: a reader who stopped reading, or is gone. */
const SOCKET_IDLE_MS = 120_000

/** node:http in front: the page cache and the files answer before Hono and before any Request is made. */
export function createListener(options: ListenerOptions): Listener {
  const {
    app,
    platform,
    pages,
    staticFiles,
    metrics,
    log,
    securityHeaders,
    before,
    trustedProxyHops,
    maxInFlight = MAX_IN_FLIGHT,
  } = options
  const upgraded = new Set<Duplex>()
  /** Since when, by performance.now(). */
  const answering = new Map<ServerResponse, number>()
  const slowClients = createSlowClients()

  const throughApp = getRequestListener((request, env) => app.fetch(request, { ...env, requestId: idOf(env.incoming) }))
  const ids = new WeakMap<object, string>()
  const idOf = (incoming: object) => ids.get(incoming) ?? ''

  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Noticed within a second, so that slow headers cannot add up.
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16 * 1024,
      ServerResponse: Answer,
      noDelay: true,
    },
    (request, response) => {
      if (drain.begun()) drain.admit(() => answer(request, response))
      else answer(request, response)
    },
  )
  const drain = createDrain(server)
  server.maxHeadersCount = 100
  server.setTimeout(SOCKET_IDLE_MS)
  server.on('upgrade', (request, socket, head) => {
    // Realtime keeps its own heartbeat; the idle limit is for requests.
    if ('setTimeout' in socket && typeof socket.setTimeout === 'function') socket.setTimeout(0)
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
    socket.on('error', () => socket.destroy())
    if (drain.begun() || !request.url?.startsWith('/realtime/v1/')) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    platform.upgrade(request, socket, head, { clientAddress: clientAddress(request, trustedProxyHops) })
  })

  function answer(request: IncomingMessage, response: ServerResponse) {
    const requestId = requestIdOf(request)
    if (drain.begun()) response.shouldKeepAlive = false
    if (pages.hit(request, response, requestId)) return
    if (staticFiles?.hit(request, response, requestId)) return
    slowPath({ request, response, requestId }).catch((error: unknown) => {
      log.error({ err: error, requestId }, 'a request failed')
      response.destroy()
    })
  }

  async function slowPath({ request, response, requestId }: Exchange) {
    if (answering.size >= maxInFlight && !isHealthCheck(request)) {
      slowClients.makeRoom(answering)
      metrics.shed()
      shed({ response, requestId, headers: securityHeaders })
      return
    }
    const began = performance.now()
    answering.set(response, began)
    slowClients.watch({ request, response, network: networkOf(clientAddress(request, trustedProxyHops)) })
    response.once('close', () => {
      answering.delete(response)
      const ms = performance.now() - began
      const family = familyOf(request.url ?? '')
      metrics.observe({ family, method: request.method ?? '', status: response.statusCode, seconds: ms / 1000 })
      const fields = {
        requestId,
        method: request.method,
        url: redactUrl(request.url),
        status: response.statusCode,
        ms: Math.round(ms),
      }
      if (response.statusCode >= 500) log.error(fields, 'answered with an error')
      else log.info(fields, 'answered')
    })
    response.setHeader('x-request-id', requestId)
    if (before && (await before(request, response))) return
    ids.set(request, requestId)
    await throughApp(request, response)
  }

  return {
    server,
    inFlight: () => answering.size,
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host, port }, () => {
          server.off('error', reject)
          server.on('error', (error) => log.error({ err: error }, 'the listener failed'))
          resolve()
        })
      }),
    drain(timeoutMs) {
      for (const response of answering.keys()) response.shouldKeepAlive = false
      return drain.run({
        timeoutMs,
        beforeClosing() {
          for (const socket of upgraded) socket.destroy()
        },
      })
    },
  }
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
}

function isHealthCheck(request: IncomingMessage): boolean {
  return request.url === '/healthz' || request.url === '/readyz' || request.url === '/metrics'
}

function shed({ response, requestId, headers }: { response: ServerResponse; requestId: string; headers: HeaderList }) {
  const body = 'The shop is very busy right now. Please try again in a moment.\n'
  response.writeHead(503, [
    ...headers.flat(),
    'content-type',
    'text/plain; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(body)),
    'retry-after',
    '2',
    'x-request-id',
    requestId,
  ])
  response.end(body)
}

/** /rest/v1/products → rest; every page → page. */
function familyOf(target: string): string {
  return /^\/(auth|rest|storage|functions|realtime)\/v1(?=[/?]|$)/.exec(target)?.[1] ?? 'page'
}
