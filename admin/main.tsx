// First: it says which layer wins, before any part of one is there.
import './admin.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { showTheme, storedTheme } from '#design/theme.ts'
import { Toaster } from '#design/toaster.tsx'
import { changeConfig } from '#domain/site-config.ts'
import { offered } from './client.ts'
import { startSession } from './features/session/session-store.ts'
import { queryClient } from './query-client.ts'
import { routes } from './routes.tsx'

changeConfig(document.querySelector('meta[name="site-config"]')?.getAttribute('content') || null)
showTheme(storedTheme())
startSession()

const OfferedSession = lazy(() => import('./features/sign-in/offered-session.tsx'))

const element = document.getElementById('app')
if (!element) throw new Error('admin/index.html has no element #app.')
createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createBrowserRouter(routes, { basename: '/admin' })} />
      {offered && (
        <Suspense>
          <OfferedSession offered={offered} />
        </Suspense>
      )}
      {/* Beside the app: inside it, an open dialog's shade would lie over them. */}
      {createPortal(<Toaster />, document.body)}
    </QueryClientProvider>
  </StrictMode>,
)
