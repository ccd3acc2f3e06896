import { data, redirect, useNavigation } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { siteConfig } from '#domain/site-config.ts'
import * as articleStyles from '#site/features/journal/article.module.css'
import { articleQuery } from '#site/features/journal/article.ts'
import { ArticleBody } from '#site/features/journal/article-body.tsx'
import { structuredData } from '#site/features/journal/article-data.ts'
import { relatedQuery } from '#site/features/journal/articles.ts'
import { loadContentProducts } from '#site/features/journal/content.ts'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { siteContext } from '#site/ssr/data/site-context.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { JsonLd } from '#site/ui/json-ld.tsx'
import type { Route } from './+types/article.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches, params }) =>
  pageMeta({
    title: loaderData?.title ?? 'Blog Post',
    description: loaderData?.description || siteConfig.description,
    path: `/blog/${params.slug}`,
    siteUrl: siteUrlOf(matches),
    image: loaderData?.image,
    type: 'article',
    noindex: !loaderData?.indexable,
  })

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const loaded = await loadQuery(context, articleQuery(params.slug))
  const article = dataOf(loaded)
  // Editors may write capitals; where they did not, a link that has them means the article without.
  const small = params.slug.toLowerCase()
  if (article === null && small !== params.slug && dataOf(await loadQuery(context, articleQuery(small))))
    throw redirect(`/blog/${encodeURIComponent(small)}${url.search}`, 301)
  const [related, products] = await Promise.all([
    article ? loadQuery(context, relatedQuery(article)) : null,
    loadContentProducts(context, article?.text),
  ])
  return data(
    {
      ...{ loaded, related, products },
      title: article?.title,
      description: article?.excerpt,
      image: article?.image_url,
      indexable: Boolean(article?.text.sections.length), // an empty article is shown, but not offered to search engines
      structured: article ? structuredData(article, context.get(siteContext).siteUrl) : [],
    },
    { status: article === null ? 404 : 200 },
  )
}

export default function ArticlePage({ loaderData, params, matches }: Route.ComponentProps) {
  const { location } = useNavigation()
  return (
    <div className={`${layout.wrap} ${articleStyles.article}`}>
      <a href="/blog" className={controls.textLink}>
        ← Back to Blog
      </a>
      <ArticleBody
        slug={params.slug}
        article={loaderData.loaded}
        related={loaderData.related}
        products={loaderData.products}
        siteUrl={siteUrlOf(matches)}
        isLoading={location?.pathname === `/blog/${params.slug}`}
      />
      {loaderData.structured.map((data) => (
        <JsonLd key={data['@type']} data={data} />
      ))}
    </div>
  )
}
