import bootScript from 'virtual:boot-script'
import type { ReactNode } from 'react'
import { data, isRouteErrorResponse, Meta, Outlet, useRouteLoaderData } from 'react-router'
import * as controls from '#design/controls.module.css'
import textFont from '#design/fonts/instrument-sans.woff2?url&no-inline'
import displayFont from '#design/fonts/playfair-display.woff2?url&no-inline'
import italicFont from '#design/fonts/playfair-display-italic.woff2?url&no-inline'
import * as layout from '#design/layout.module.css'
import { Toaster } from '#design/toaster.tsx'
import { changedConfig, siteConfig } from '#domain/site-config.ts'
import * as messagePageStyles from '#site/ui/message-page.module.css'
import type { Route } from './+types/root.ts'
import stylesheet from './app.css?url'
import { VisitRecorder } from './features/events/visit-recorder.tsx'
import { siteContext } from './ssr/data/site-context.ts'
import { RequestIdMeta } from './ssr/document/request-id.tsx'
import { PageNavigation } from './ssr/page-navigation.tsx'

export const meta: Route.MetaFunction = () => [{ title: siteConfig.name }]

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, publishableKey, mailWaits } = context.get(siteContext)
  return data({ siteUrl, publishableKey, ...(mailWaits && { mailWaits }) })
}

/** Nothing in it changes while a visitor is here. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#0d0b0a" />
        {root && <meta name="publishable-key" content={root.publishableKey} />}
        {changedConfig() && <meta name="site-config" content={changedConfig() ?? ''} />}
        <RequestIdMeta />
        <Meta />
        <script src={bootScript} suppressHydrationWarning />
        {/* Built pages carry the rules they need, and the boot script brings the whole sheet. */}
        {import.meta.env.DEV && <link rel="stylesheet" href={stylesheet} />}
        {/* Every page is written in these three. Found here they arrive beside the first picture, not after the layout. */}
        {[textFont, displayFont, italicFont].map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="alternate" type="application/rss+xml" title={`${siteConfig.name}: the journal`} href="/rss.xml" />
      </head>
      <body>{children}</body>
    </html>
  )
}

export default function Site() {
  return (
    <>
      <PageNavigation />
      <VisitRecorder />
      <Outlet />
      <Toaster />
    </>
  )
}

/** The last resort, when not even the header can be drawn. Says what happened; a server's stack stays on the server. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const message = isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : messageOf(error)
  return (
    <main className={`${layout.wrap} ${messagePageStyles.errorPage}`} data-part="error-page">
      <h1>Unexpected Application Error!</h1>
      <p className={messagePageStyles.errorMessage} data-part="error-message">
        {message}
      </p>
      <p>
        <a className={controls.button} href="/" data-document>
          Back to the home page
        </a>
      </p>
    </main>
  )
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'Unknown error')
