import { Outlet, redirect } from 'react-router'
import { Shell } from '#site/features/layout/shell.tsx'
import { collectionSlug, movedTo } from '#site/features/sitemap/redirects.ts'
import { hasGalleryQuery } from '#site/features/wallpapers/queries.ts'
import { defaultGallery } from '#site/features/wallpapers/wallpaper-file.ts'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import type { Route } from './+types/storefront.ts'

/**
 * Links to an old or loosely written address get the lasting one, whichever route would have answered them, and whether
 * the browser follows them or the site's own navigation does.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, url, context }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    const slug = collectionSlug(url.pathname)
    if (slug !== null) {
      const gallery = await loadQuery(context, hasGalleryQuery(slug))
      // Not for ever: collections are hidden and shown.
      if ('error' in gallery) throw redirect(`/shop/${slug}`, 302)
      if (gallery.data) throw redirect(slug === defaultGallery ? '/wallpapers' : `/wallpapers?collection=${slug}`, 302)
    }
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
