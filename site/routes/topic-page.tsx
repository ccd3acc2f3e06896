import { data } from 'react-router'
import { ArticleList } from '#site/features/journal/article-list.tsx'
import { articleProductsQuery } from '#site/features/journal/article-product-queries.ts'
import { ArticleProducts } from '#site/features/journal/article-products.tsx'
import { articlesQuery } from '#site/features/journal/articles.ts'
import { contentQueries } from '#site/features/journal/content.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { PageIntro } from '#site/features/pages/page-intro.tsx'
import { pageQuery } from '#site/features/pages/queries.ts'
import { type TopicPage, topicPages } from '#site/features/pages/topic-pages.ts'
import { load } from '#site/ssr/data/load.ts'
import { PageData } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { SectionHead } from '#site/ui/section-head.tsx'
import type { Route } from './+types/topic-page.ts'

export const meta: Route.MetaFunction = ({ loaderData, location, matches }) => {
  const topic = topicPages[location.pathname]
  if (!topic) return []
  return pageMeta({
    title: topic.title,
    description: topic.lede,
    path: location.pathname,
    siteUrl: siteUrlOf(matches),
    noindex: loaderData?.empty,
  })
}

const listOf = ({ categories }: TopicPage) => articlesQuery({ categories, limit: 24 })

export async function loader({ url, context }: Route.LoaderArgs) {
  const { pathname: path } = url
  const topic = topicPages[path]
  if (!topic) throw data(null, { status: 404, statusText: 'Not Found' })
  const page = pageQuery(path)
  const list = listOf(topic)
  const shelf = topic.shelf ? [articleProductsQuery(topic.shelf.ask)] : []
  const { state, get } = await load(context, [page, list, ...shelf])
  const text = get(page)?.text
  const more = await load(context, contentQueries(text))
  return { state: { ...state, ...more.state }, path, empty: get(list)?.length === 0 && !text?.sections.length }
}

export default function Topic({ loaderData: { state, path } }: Route.ComponentProps) {
  const topic = topicPages[path]
  if (!topic) return null
  const { kicker, title, lede, shelf } = topic
  return (
    <PageData state={state}>
      <div className="wrap">
        <PageIntro path={path} kicker={kicker} title={title} lede={lede} />
        <section aria-labelledby="topic-articles" className="section compact">
          <SectionHead id="topic-articles" title="Articles" more={{ label: 'View All Articles', to: '/blog' }} />
          <ArticleList query={listOf(topic)} />
        </section>
        {shelf && (
          <section aria-labelledby="topic-shelf" className="section compact">
            <SectionHead id="topic-shelf" title={shelf.title} more={{ label: 'See all', to: shelf.to }} />
            <DisclosureLine />
            <ArticleProducts ask={shelf.ask} />
          </section>
        )}
      </div>
    </PageData>
  )
}
