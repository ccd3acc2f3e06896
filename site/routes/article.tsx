import { data, useNavigation } from 'react-router'
import { siteConfig } from '#domain/site-config.ts'
import { articleQuery } from '#site/features/journal/article.ts'
import { ArticleBody } from '#site/features/journal/article-body.tsx'
import { structuredData } from '#site/features/journal/article-data.ts'
import { relatedQuery } from '#site/features/journal/articles.ts'
import { contentQueries } from '#site/features/journal/content.ts'
import { load } from '#site/ssr/data/load.ts'
import { siteContext } from '#site/ssr/data/site-context.ts'
import { PageData } from '#site/ssr/data/use-query.tsx'
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

export async function loader({ params, context }: Route.LoaderArgs) {
  const query = articleQuery(params.slug)
  const { state, get } = await load(context, [query])
  const article = get(query)
  const more = article ? await load(context, [relatedQuery(article), ...contentQueries(article.text)]) : null
  return data(
    {
      state: { ...state, ...more?.state },
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
    <PageData state={loaderData.state}>
      <div className="wrap article">
        <a href="/blog" className="text-link">
          ← Back to Blog
        </a>
        <ArticleBody
          slug={params.slug}
          siteUrl={siteUrlOf(matches)}
          isLoading={location?.pathname === `/blog/${params.slug}`}
        />
        {loaderData.structured.map((data) => (
          <JsonLd key={data['@type']} data={data} />
        ))}
      </div>
    </PageData>
  )
}
