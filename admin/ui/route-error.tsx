import { isRouteErrorResponse, useRouteError } from 'react-router'
import * as controls from './controls.module.css'
import { isMissingChunk } from './missing-chunk.ts'
import * as page from './page.module.css'

/** What a screen that crashed shows instead of itself; the shell around it stays (specification, B 8). */
export function RouteError() {
  const error = useRouteError()
  if (isMissingChunk(error)) return <NewVersion />
  const message = isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`
    : error instanceof Error
      ? error.message
      : 'Unknown error'
  return (
    <section className={page.panel}>
      <h1 className={page.title}>Unexpected Application Error!</h1>
      <p>{message}</p>
      {error instanceof Error && error.stack && <pre className={page.stack}>{error.stack}</pre>}
      <p>
        <a href="/admin/dashboard" className={controls.button}>
          Back to the dashboard
        </a>
      </p>
    </section>
  )
}

/** The page that is open names files of the version before. */
const NewVersion = () => (
  <section className={page.panel}>
    <h1 className={page.title}>There is a new version</h1>
    <p>
      This screen could not be loaded, because the office has changed since you opened it. Reload the page to go on.
    </p>
    <p>
      <button type="button" className={controls.button} onClick={() => window.location.reload()}>
        Reload
      </button>
    </p>
  </section>
)
