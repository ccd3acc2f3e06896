import { isRouteErrorResponse, Outlet } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { siteConfig } from '#domain/site-config.ts'
import { NotFound } from '#site/features/layout/not-found.tsx'
import { useRequestId } from '#site/ssr/document/request-id.tsx'
import * as messagePageStyles from '#site/ui/message-page.module.css'
import type { Route } from './+types/page-boundary.ts'

export const meta: Route.MetaFunction = ({ error }) => {
  if (!error) return []
  const missing = isRouteErrorResponse(error) && error.status === 404
  return [
    { title: `${missing ? 'Page not found' : 'Unexpected Application Error!'} | ${siteConfig.name}` },
    { name: 'robots', content: 'noindex' },
  ]
}

/** The pages themselves. The header, menus and footer stand around this route and stay as they are when a page fails. */
export default function Page() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  return missing ? <NotFound /> : <FailedPage error={error} />
}

function FailedPage({ error }: { error: unknown }) {
  const stack = shownStack(error)
  const requestId = useRequestId()
  return (
    <div className={`${layout.wrap} ${messagePageStyles.errorPage}`} data-part="error-page">
      <p className={layout.kicker}>Something broke</p>
      <h1 className={`${layout.display} ${layout.pageTitle}`}>Unexpected Application Error!</h1>
      <p className={messagePageStyles.errorMessage} data-part="error-message">
        {messageOf(error)}
      </p>
      {stack && (
        <pre className={messagePageStyles.errorStack} data-part="error-stack">
          {stack}
        </pre>
      )}
      <p>
        It is not your doing. Try the page again in a moment, or start over from the{' '}
        <a href="/" className={controls.textLink} data-document>
          home page
        </a>
        .
      </p>
      {requestId && (
        <p className={messagePageStyles.errorId} data-part="error-id">
          If it happens again,{' '}
          <a href="/contact" className={controls.textLink}>
            write to us
          </a>{' '}
          with this number, and we find it in our log: <code>{requestId}</code>
        </p>
      )}
    </div>
  )
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText || 'The page could not be shown'}`
  return error instanceof Error && error.message ? error.message : 'Unknown error'
}

/** For whoever develops the site; a visitor is never shown one. */
const shownStack = (error: unknown): string | undefined =>
  import.meta.env.DEV && error instanceof Error ? error.stack : undefined
