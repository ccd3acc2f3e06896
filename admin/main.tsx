import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { showTheme, storedTheme } from '#design/theme.ts'
import { Toaster } from '#design/toaster.tsx'
import { startSession } from './features/session/session-store.ts'
import { queryClient } from './query-client.ts'
import { routes } from './routes.tsx'
import './admin.css'

showTheme(storedTheme())
startSession()

const element = document.getElementById('app')
if (!element) throw new Error('admin/index.html has no element #app.')
createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createBrowserRouter(routes, { basename: '/admin' })} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)
