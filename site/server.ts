import * as build from 'virtual:react-router/server-build'
import { createClient } from '@supabase/supabase-js'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { type SiteRequest, siteContext } from './data/site-context.ts'
import type { Database } from './database.types.ts'
import { defaultFreshSeconds, withCacheHeaders } from './document/cache-headers.ts'
import { movedTo } from './lib/redirects.ts'

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
  /** Reaches the backend without a socket. */
  fetch: BackendFetch
  log: SiteLog
  production: boolean
}

/** What stands behind the addresses of our own pictures: files asked for with it may be kept for ever. */
export const pictureVersion = import.meta.env.PICTURE_VERSION

/** The site's only door: a web-standard Request in, a Response out. */
export function createSite(deps: SiteDeps) {
  const { supabaseUrl, publishableKey, log, production } = deps
  const handle = createRequestHandler(build, production ? 'production' : 'development')
  const client = createClient<Database>(supabaseUrl, publishableKey, {
    global: { fetch: deps.fetch },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  const postFor = (clientAddress: string | undefined) => (path: string, body: string) =>
    deps.fetch(
      supabaseUrl + path,
      { method: 'POST', headers: { apikey: publishableKey, 'content-type': 'application/json' }, body },
      clientAddress === undefined ? undefined : { clientAddress },
    )
  // What a page reads is kept for everybody, so it is asked for by this process and counted for no visitor.
  const asNobody = postFor(undefined)
  const shop = Object.assign(client, {
    call: (name: string, body: object) => asNobody(`/functions/v1/${name}`, JSON.stringify(body)),
  })

  return {
    async fetch(request: Request, context?: { requestId: string; clientAddress?: string }): Promise<Response> {
      const site: SiteRequest = {
        shop,
        post: postFor(context?.clientAddress),
        siteUrl: deps.siteUrl.replace(/\/+$/, ''),
        publishableKey,
        tables: new Set(),
        freshSeconds: defaultFreshSeconds,
        incomplete: false,
        requestId: context?.requestId ?? null,
        reportError: (error) =>
          log.error(
            { err: error, requestId: context?.requestId, url: new URL(request.url).pathname },
            'The page could not be made whole',
          ),
      }
      const moved = movedAddress(request)
      if (moved) return new Response(null, { status: 301, headers: { location: moved } })
      const response = await handle(request, new RouterContextProvider(new Map([[siteContext, site]])))
      return withCacheHeaders(request, response, site)
    },
  }
}

/** Links to an old or loosely written address get the lasting one, whichever route would have answered them. */
function movedAddress({ method, url }: Request): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  const { pathname, search } = new URL(url)
  const path = movedTo(pathname)
  // No person types a NUL, and the database knows none: a search for one would be an error.
  const query = search.replaceAll('%00', '')
  return path === null && query === search ? null : (path ?? pathname) + query
}
