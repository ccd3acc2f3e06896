import built from 'virtual:built-styles'
import { renderToString } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import globalStyles from './app.css?inline'
import { ReadError } from './ssr/data/query.ts'
import { siteContext } from './ssr/data/site-context.ts'
import { dataBlock, pageData, pageState } from './ssr/document/page-state.ts'
import { RequestIdContext } from './ssr/document/request-id.tsx'
import { createRouteStyles } from './ssr/document/route-styles.ts'

/** In development Vite serves the styles itself, and again whenever they change. */
const routeStyles = built && createRouteStyles(built)

/**
 * Renders in one go: everything a page needs is awaited in its loader, and a whole page is what the page cache keeps.
 * The synchronous renderer is also a third faster than the streaming one.
 */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const data = await pageData(entry)
  const markup = renderToString(
    <RequestIdContext value={status >= 400 && status !== 404 ? context.get(siteContext).requestId : null}>
      <ServerRouter context={{ ...entry, serverHandoffStream: undefined }} url={request.url} />
    </RequestIdContext>,
  )
  const head = markup.indexOf('</head>')
  const end = markup.lastIndexOf('</body>')
  const scripts = entry.staticHandlerContext.matches.map(({ route }) => entry.manifest.routes[route.id]?.module ?? '')
  const styles = routeStyles
    ? `<style>${globalStyles}${routeStyles(scripts)}</style>`
    : `<link rel="stylesheet" href="/@react-router/critical.css?pathname=${encodeURIComponent(new URL(request.url).pathname)}">`
  const state = dataBlock('page-state', pageState({ entry, data, sheetUrl: built?.sheetUrl ?? null }))
  headers.set('content-type', 'text/html; charset=utf-8')
  const page = `<!DOCTYPE html>${markup.slice(0, head)}${styles}${markup.slice(head, end)}${state}${markup.slice(end)}`
  // As bytes: a Response checks and copies a text of this length twice.
  return new Response(new TextEncoder().encode(page), { status, headers })
}

/** Expected answers (404, 400) are not errors; the rest is logged with the request's id. Nothing of it reaches the page. */
export function handleError(
  error: unknown,
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
) {
  if (request.signal.aborted) return
  const site = context.get(siteContext)
  // What cannot be made without its data (a sitemap, a feed) is as incomplete as a page can be.
  if (error instanceof ReadError) site.incomplete = true
  site.reportError(error)
}
