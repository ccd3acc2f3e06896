import { isRouteErrorResponse, Outlet, redirect } from 'react-router'
import { siteConfig } from '#domain/site-config.ts'
import { NotFound } from '#site/features/layout/not-found.tsx'
import { Shell } from '#site/features/layout/shell.tsx'
import { movedTo } from '#site/features/sitemap/redirects.ts'
import { useRequestId } from '#site/ssr/document/request-id.tsx'
import type { Route } from './+types/storefront.ts'

/**
 * Links to an old or loosely written address get the lasting one, whichever route would have answered them, and whether
 * the browser follows them or the site's own navigation does.
 */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, url }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    // No text holds a NUL, and the database refuses one.
    const search = url.search.replaceAll('%00', '')
    const target = movedTo(url.pathname)
    if (target !== null || search !== url.search) throw redirect((target ?? url.pathname) + search, 301)
  },
]

export const meta: Route.MetaFunction = ({ error }) => {
  if (!error) return []
  const missing = isRouteErrorResponse(error) && error.status === 404
  return [
    { title: `${missing ? 'Page not found' : 'Unexpected Application Error!'} | ${siteConfig.name}` },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function Storefront() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

/** A failed page keeps its header, menus and footer. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <Shell>
        <NotFound />
      </Shell>
    )
  }
  return <Failed error={error} />
}

function Failed({ error }: { error: unknown }) {
  const stack = shownStack(error)
  const requestId = useRequestId()
  return (
    <Shell>
      <div className="wrap error-page">
        <p className="kicker">Something broke</p>
        <h1 className="display page-title">Unexpected Application Error!</h1>
        <p className="error-message">{messageOf(error)}</p>
        {stack && <pre className="error-stack">{stack}</pre>}
        <p>
          It is not your doing. Try the page again in a moment, or start over from the{' '}
          <a href="/" className="text-link" data-document>
            home page
          </a>
          .
        </p>
        {requestId && (
          <p className="error-id">
            If it happens again,{' '}
            <a href="/contact" className="text-link">
              write to us
            </a>{' '}
            with this number, and we find it in our log: <code>{requestId}</code>
          </p>
        )}
      </div>
    </Shell>
  )
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText || 'The page could not be shown'}`
  return error instanceof Error && error.message ? error.message : 'Unknown error'
}

/** For whoever develops the site; a visitor is never shown one. */
const shownStack = (error: unknown): string | undefined =>
  import.meta.env.DEV && error instanceof Error ? error.stack : undefined
