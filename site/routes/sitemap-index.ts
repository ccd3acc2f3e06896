import { shardNames, sitemapTables } from '#site/features/sitemap/queries.ts'
import { xmlResponse, xmlText } from '#site/features/sitemap/xml.ts'
import { siteContext } from '#site/ssr/data/site-context.ts'
import type { Route } from './+types/sitemap-index.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { client, siteUrl, tables } = context.get(siteContext)
  for (const table of sitemapTables) tables.add(table)
  const names = await shardNames(client)
  const shards = names.map((name) => `<sitemap><loc>${xmlText(`${siteUrl}/sitemaps/${name}`)}</loc></sitemap>`)
  const body = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${shards.join('')}</sitemapindex>`
  return xmlResponse(body, 'application/xml')
}
