import { siteContext } from '#site/ssr/data/site-context.ts'
import type { Route } from './+types/robots.ts'

/** Filtered, sorted and searched lists are endless and show nothing new: they are kept from crawlers. */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(siteContext)
  const listParameters = ['category', 'merchant', 'sort', 'after', 'before']
  const lines = [
    'User-agent: *',
    ...['/admin', '/search', '/newsletter'].map((path) => `Disallow: ${path}`),
    ...listParameters.map((name) => `Disallow: /*?*${name}=`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
