import { type SitemapEntry, shardEntries, sitemapTables } from '#site/features/sitemap/queries.ts'
import { xmlResponse, xmlText } from '#site/features/sitemap/xml.ts'
import { siteContext } from '#site/ssr/data/site-context.ts'
import type { Route } from './+types/sitemap.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, siteUrl, tables } = context.get(siteContext)
  for (const table of sitemapTables) tables.add(table)
  const entries = await shardEntries(client, params.shard)
  if (!entries) throw new Response('Not Found', { status: 404 })
  const urls = entries.map((entry) => `<url>${location(siteUrl, entry)}</url>`).join('')
  return xmlResponse(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`, 'application/xml')
}

const location = (siteUrl: string, { path, changed }: SitemapEntry): string =>
  `<loc>${xmlText(siteUrl + encodeURI(path))}</loc>${changed ? `<lastmod>${xmlText(changed)}</lastmod>` : ''}`
