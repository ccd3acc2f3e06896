import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import {
  BodyCutError,
  BodyTooLargeError,
  bearerToken,
  clientAddress,
  type HeaderList,
  type Log,
  type Platform,
  readBytes,
  withRetryAfter,
} from '#platform'
import type { Images } from '../images/images.ts'
import type { ShareImages } from '../images/share/share-images.ts'
import type { SiteImages } from '../images/site-images.ts'
import type { Health } from '../observability/health.ts'
import { isSecret, type Metrics } from '../observability/metrics.ts'
import { encodedFor } from '../page-cache/encodings.ts'
import type { PageCache } from '../page-cache/page-cache.ts'
import { pageResponse } from '../page-cache/page-response.ts'
import { type AdminApp, SHELL_HEADERS } from './admin-app.ts'
import { dataHeaders, withHeaders } from './security-headers.ts'

export interface Site {
  /** `clientAddress` is whom the site's own calls are counted as. */
  fetch(request: Request, context?: { requestId: string; clientAddress?: string }): Promise<Response>
}

export interface AppOptions {
  platform: Pick<Platform, 'fetch'>
  site: Site
  admin: Pick<AdminApp, 'shell'>
  images: Pick<Images, 'fetch'>
  siteImages: SiteImages
  shareImages: ShareImages
  /** null in development, where every page is rendered anew. */
  pages: Pick<PageCache, 'page'> | null
  health: Health
  metrics: Metrics
  log: Log
  /** Of pages; data has its own. */
  securityHeaders: HeaderList
  /** Of the back office's document. */
  adminHeaders: HeaderList
  siteUrl: string
  /** Opens /metrics. */
  secretKey: string
  trustedProxyHops: number
}

interface Env {
  Bindings: { incoming: IncomingMessage; requestId: string }
}

/** Call families of the platform. Functions and storage bring their own Content-Security-Policy where they need one. */
const PLATFORM_PATHS = [
  '/auth/v1/*',
  '/rest/v1/*',
  '/storage/v1/*',
  '/functions/v1/*',
  '/realtime/v1/*',
  '/graphql/v1/*',
  '/.well-known/oauth-authorization-server/*',
] as const

/** Bytes. A form of the site is text. The platform has limits of its own for each call family. */
const FORM_LIMIT = 1024 * 1024

/** The mounting table: the whole product on one screen. */
export function createApp(options: AppOptions): Hono<Env> {
  const { platform, site, admin, images, siteImages, shareImages, pages, health, metrics, log } = options
  const { siteUrl, secretKey, trustedProxyHops } = options
  const forPages = options.securityHeaders
  const forData = dataHeaders({ siteUrl })
  const app = new Hono<Env>()

  app.get('/healthz', (c) => json(c, { body: health.live(), headers: forData }))
  app.get('/readyz', async (c) => {
    const state = await health.ready()
    return json(c, { body: state, status: state.ready ? 200 : 503, headers: forData })
  })
  app.get('/metrics', async (c) => {
    const key = c.req.header('apikey') ?? bearerToken(c.req.header('authorization'))
    // Asked of this machine's callers too: a proxy here that announces nobody would show them to everybody.
    if (!isSecret(key, secretKey)) return json(c, { body: REFUSED, status: 403, headers: forData })
    return withHeaders(
      new Response(await metrics.render(), { headers: { 'content-type': metrics.contentType } }),
      forData,
    )
  })

  for (const path of PLATFORM_PATHS) {
    app.all(path, async (c) => {
      const { requestId, incoming } = c.env
      const connection = { clientAddress: clientAddress(incoming, trustedProxyHops), requestId }
      return withHeaders(await platform.fetch(c.req.raw, connection), forData)
    })
  }

  app.get('/_image/*', async (c) =>
    withHeaders(await images.fetch(c.req.raw, clientAddress(c.env.incoming, trustedProxyHops)), forData),
  )
  app.get('/_share/*', async (c) => withHeaders(await shareImages.fetch(c.req.raw), forData))
  for (const path of ['/art/*', '/demo/*']) {
    app.get(path, async (c, next) => {
      const made = await siteImages.fetch(c.req.raw)
      return made ? withHeaders(made, forPages) : next()
    })
  }

  // A file of an older release: the document in its place would be run as a script.
  app.get('/admin/assets/*', (c) => withHeaders(c.text('Not found', 404), options.adminHeaders))
  for (const path of ['/admin', '/admin/*']) {
    app.get(path, async (c) => {
      const shell = new Response(await admin.shell(c.req.path), { headers: SHELL_HEADERS.map(([...it]) => it) })
      return withHeaders(shell, options.adminHeaders)
    })
  }

  app.get('*', async (c) => {
    const { requestId, incoming } = c.env
    const cached = c.req.header('authorization') ? null : await pages?.page(incoming.url ?? '/', requestId)
    if (cached && !(cached instanceof Response)) return pageResponse(cached, c.req.raw)
    const visitor = clientAddress(incoming, trustedProxyHops)
    const made = cached ?? (await site.fetch(plainRequest(c.req.raw), { requestId, clientAddress: visitor }))
    if (made.status === 503 && !made.headers.has('retry-after')) withRetryAfter(made)
    return withHeaders(await encodedFor(c.req.header('accept-encoding'), made), forPages)
  })
  app.all('*', async (c) => {
    const { requestId, incoming } = c.env
    // The router would refuse it too, but report an error: a stranger's page could fill the log.
    if (isFromElsewhere(c.req.raw)) return withHeaders(c.json(FROM_ELSEWHERE, 400), forPages)
    const context = { requestId, clientAddress: clientAddress(incoming, trustedProxyHops) }
    const form = await readForm(c.req.raw)
    return withHeaders(
      form ? await site.fetch(plainRequest(c.req.raw, form), context) : c.json(TOO_LARGE, 413),
      forPages,
    )
  })

  app.onError((error, c) => {
    if (error instanceof BodyCutError) return withHeaders(c.json({ message: error.message }, 408), forData)
    log.error({ err: error, requestId: c.env.requestId, method: c.req.method, url: c.req.url }, 'a request failed')
    return failure(c.env.requestId, forPages)
  })
  return app
}

const REFUSED = {
  message: 'Metrics are shown to whoever sends the secret key as "Authorization: Bearer <key>".',
}

function json(
  c: Context,
  { body, status = 200, headers }: { body: object; status?: 200 | 403 | 503; headers: HeaderList },
) {
  const response = withHeaders(c.json(body, status, { 'cache-control': 'no-store' }), headers)
  return status === 503 ? withRetryAfter(response) : response
}

const FROM_ELSEWHERE = { message: 'A form is taken from a page of this site only.' }

/** A form that a page of another site sent: the Origin that its browser names is not ours. */
function isFromElsewhere({ headers, url }: Request): boolean {
  const origin = headers.get('origin')
  return origin !== null && origin !== 'null' && origin !== new URL(url).origin
}

const TOO_LARGE = { message: 'The request is too large. Send it in smaller parts.' }

/** null when it is larger than a form may be. */
function readForm(request: Request): Promise<Buffer | null> {
  return readBytes(request, FORM_LIMIT).catch((error: unknown) => {
    if (error instanceof BodyTooLargeError) return null
    throw error
  })
}

/** The listener's own requests are no Request to the constructor, which the router calls with what it is given. */
function plainRequest({ url, method, headers, signal }: Request, body?: Buffer): Request {
  return new Request(url, { method, headers, signal, body: body?.length ? new Uint8Array(body) : null })
}

/** Nothing but an id leaves: the reason is in the log under it. */
function failure(requestId: string, headers: HeaderList): Response {
  const body = `Something went wrong on our side. Please try again in a moment. (${requestId})\n`
  return withHeaders(
    new Response(body, { status: 500, headers: { 'content-type': 'text/plain; charset=utf-8' } }),
    headers,
  )
}
