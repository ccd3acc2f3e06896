import { Outlet, redirect } from 'react-router'
import { Shell } from '#site/features/layout/shell.tsx'
import { movedTo } from '#site/features/sitemap/redirects.ts'
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

export default function Storefront() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
