import { Navigate, type RouteObject } from 'react-router'
import { EditorPlaceholder } from './features/editors/editor-placeholder.tsx'
import { AdminsOnly } from './features/session/admins-only.tsx'
import { Loading, Shell } from './features/shell/shell.tsx'
import { Login } from './features/sign-in/login.tsx'
import { Unauthorized } from './features/sign-in/unauthorized.tsx'
import { NotFound } from './ui/not-found.tsx'
import { RouteError } from './ui/route-error.tsx'

/** Every screen of the back office. Those behind the shell are loaded when they are asked for. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    // Until the first screen's code is there.
    HydrateFallback: Loading,
    children: [
      { index: true, element: <Navigate to="/dashboard" replace /> },
      { path: 'login', Component: Login },
      { path: 'unauthorized', Component: Unauthorized },
      {
        Component: Shell,
        children: [
          {
            ErrorBoundary: RouteError,
            children: [
              { path: 'dashboard', lazy: () => import('./features/dashboard/dashboard.tsx') },
              { path: 'product-monitoring', lazy: () => import('./features/drafts/product-monitoring.tsx') },
              { path: 'wallpapers', lazy: () => import('./features/wallpapers/wallpapers.tsx') },
              { path: 'products', lazy: () => import('./features/catalogue/products.tsx') },
              { path: 'retailer-products', lazy: () => import('./features/catalogue/retailer-products.tsx') },
              { path: 'merchants', lazy: () => import('./features/catalogue/merchants.tsx') },
              { path: 'networks', lazy: () => import('./features/catalogue/networks.tsx') },
              { path: 'feeds', lazy: () => import('./features/feeds/feeds.tsx') },
              { path: 'feeds/runs', lazy: () => import('./features/feeds/runs.tsx') },
              { path: 'feeds/selections', lazy: () => import('./features/feeds/selections.tsx') },
              { path: 'feeds/runs/:id', lazy: () => import('./features/feeds/run.tsx') },
              { path: 'shopify', lazy: () => import('./features/store/shopify.tsx') },
              { path: 'collections', lazy: () => import('./features/storefront/collections.tsx') },
              { path: 'activity', lazy: () => import('./features/activity/activity.tsx') },
              { path: 'import/:table', lazy: () => import('./features/csv/import-csv.tsx') },
              { path: 'jobs', lazy: () => import('./features/activity/jobs.tsx') },
              { path: 'trash', lazy: () => import('./features/activity/trash.tsx') },
              { path: 'notifications', lazy: () => import('./features/notifications/notifications.tsx') },
              { path: 'account', lazy: () => import('./features/account/account.tsx') },
              {
                Component: AdminsOnly,
                children: [
                  { path: 'homepage', lazy: () => import('./features/storefront/homepage.tsx') },
                  { path: 'messages', lazy: () => import('./features/messages/messages.tsx') },
                  { path: 'outbox', lazy: () => import('./features/messages/outbox.tsx') },
                  { path: 'subscribers', lazy: () => import('./features/people/subscribers.tsx') },
                  { path: 'personal-data', lazy: () => import('./features/people/personal-data.tsx') },
                  { path: 'users', lazy: () => import('./features/people/users.tsx') },
                  { path: 'setup', lazy: () => import('./features/setup/setup.tsx') },
                  { path: 'feeds/files', lazy: () => import('./features/feeds/merchant-files.tsx') },
                  { path: 'feeds/files/:id', lazy: () => import('./features/feeds/merchant-file.tsx') },
                  { path: 'feeds/credentials', lazy: () => import('./features/feeds/credentials.tsx') },
                  { path: 'settings', lazy: () => import('./features/settings/settings.tsx') },
                ],
              },
              { path: 'new-post', element: <EditorPlaceholder title="Create Blog Post" does="Creating blog posts" /> },
              {
                path: 'edit-post/:id',
                element: <EditorPlaceholder title="Edit Blog Post" does="Editing blog posts" />,
              },
              { path: 'new-page', element: <EditorPlaceholder title="Create Page" does="Creating pages" /> },
              { path: 'edit-page/:id', element: <EditorPlaceholder title="Edit Page" does="Editing pages" /> },
              {
                path: 'new-collection',
                element: <EditorPlaceholder title="Create Collection" does="Creating collections" />,
              },
              {
                path: 'edit-collection/:id',
                element: <EditorPlaceholder title="Edit Collection" does="Editing collections" />,
              },
              { path: '*', Component: NotFound },
            ],
          },
        ],
      },
    ],
  },
]
