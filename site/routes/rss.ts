import { siteConfig } from '#domain/site-config.ts'
import { type ArticleSummary, articlesQuery } from '#site/features/journal/articles.ts'
import { xmlResponse, xmlText } from '#site/features/sitemap/xml.ts'
import { siteContext } from '#site/ssr/data/site-context.ts'
import type { Route } from './+types/rss.ts'

/** The journal's newest articles, for feed readers. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client, siteUrl, tables } = context.get(siteContext)
  const query = articlesQuery({ limit: 30 })
  for (const table of query.tables) tables.add(table)
  const items = (await query.read(client)).map((article) => item(siteUrl, article)).join('')
  const title = `<title>${xmlText(siteConfig.name)}: the journal</title><link>${xmlText(`${siteUrl}/blog`)}</link>`
  const channel = `${title}<description>${xmlText(siteConfig.description)}</description>${items}`
  return xmlResponse(`<rss version="2.0"><channel>${channel}</channel></rss>`, 'application/rss+xml')
}

function item(siteUrl: string, { slug, title, excerpt, created_at }: ArticleSummary): string {
  const address = xmlText(`${siteUrl}/blog/${encodeURIComponent(slug)}`)
  const date = new Date(created_at).toUTCString()
  return `<item><title>${xmlText(title)}</title><link>${address}</link><guid>${address}</guid><pubDate>${date}</pubDate><description>${xmlText(excerpt ?? '')}</description></item>`
}
