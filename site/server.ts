import * as build from 'virtual:react-router/server-build'
import { createClient } from '@supabase/supabase-js'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { Database } from '#domain/database.types.ts'
import { changeConfig } from '#domain/site-config.ts'
import type { TableChanges } from './ssr/data/query.ts'
import { type SiteRequest, siteContext } from './ssr/data/site-context.ts'
import { defaultFreshSeconds, withCacheHeaders } from './ssr/document/cache-headers.ts'

interface SiteLog {
  error(fields: object, message: string): void
}

/** fetch to the backend. `connection` says for whom: limits count the visitor, not this process. */
type BackendFetch = (
  input: RequestInfo | URL,
  init?: RequestInit,
  connection?: { clientAddress: string },
) => Promise<Response>

export interface SiteDeps {
  supabaseUrl: string
  publishableKey: string
  /** Origin of canonical links, without a trailing slash. */
  siteUrl: string
  /** No mail server is set: what is mailed waits in the outbox, and pages that speak of a mail say so. */
  mailWaits: boolean
  /** Reaches the backend without a socket. */
  fetch: BackendFetch
  log: SiteLog
  production: boolean
  /** The texts that the office changed, as domain/site-settings.ts writes them; null without any. */
  changedConfig?: () => string | null
  /** What pages have in common is read once until its tables change. */
  changes?: TableChanges
}

/** Stands behind the addresses of this build's own images: the server lets files asked for with it be cached for ever. */
export const imageVersion: string = import.meta.env.IMAGE_VERSION

/** The site's only door: a web-standard Request in, a Response out. */
export function createSite(deps: SiteDeps) {
  const { supabaseUrl, publishableKey, log, production } = deps
  const handle = createRequestHandler(build, production ? 'production' : 'development')
  const supabase = createClient<Database>(supabaseUrl, publishableKey, {
    global: { fetch: deps.fetch },
    // A visitor waits for the page: the page cache has the last whole one, and a 503 says when to come back.
    db: { retry: false },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  const postFor = (clientAddress: string | undefined) => (path: string, body: string) =>
    deps.fetch(
      supabaseUrl + path,
      { method: 'POST', headers: { apikey: publishableKey, 'content-type': 'application/json' }, body },
      clientAddress === undefined ? undefined : { clientAddress },
    )
  // What a page reads is cached for everybody, so it is asked for by this process and counted for no visitor.
  const asNobody = postFor(undefined)
  const client = Object.assign(supabase, {
    call: (name: string, body: object) => asNobody(`/functions/v1/${name}`, JSON.stringify(body)),
    ...(deps.changes && { changes: deps.changes }),
  })

  return {
    async fetch(request: Request, context?: { requestId: string; clientAddress?: string }): Promise<Response> {
      changeConfig(deps.changedConfig?.() ?? null)
      const site: SiteRequest = {
        client,
        post: postFor(context?.clientAddress),
        siteUrl: deps.siteUrl.replace(/(?<!\/)\/+$/, ''),
        publishableKey,
        mailWaits: deps.mailWaits,
        tables: new Set(),
        freshSeconds: defaultFreshSeconds,
        validUntil: Number.POSITIVE_INFINITY,
        incomplete: false,
        requestId: context?.requestId ?? null,
        reportError: (error) =>
          log.error(
            { err: error, requestId: context?.requestId, url: new URL(request.url).pathname },
            'The page could not be made whole',
          ),
      }
      const response = await handle(
        withReadablePath(request),
        new RouterContextProvider(new Map([[siteContext, site]])),
      )
      return withCacheHeaders(request, response, site)
    },
  }
}

/** A path that is no text ('/%') stands for itself: the router would write a warning of several lines to the log for each. */
function withReadablePath(request: Request): Request {
  const url = new URL(request.url)
  try {
    decodeURIComponent(url.pathname)
    return request
  } catch {
    url.pathname = url.pathname.replaceAll('%', '%25')
    return new Request(url, request)
  }
}
