import { data } from 'react-router'
import * as layout from '#design/layout.module.css'
import { ArticleList } from '#site/features/journal/article-list.tsx'
import { articleProductsQuery } from '#site/features/journal/article-product-queries.ts'
import { ArticleProducts } from '#site/features/journal/article-products.tsx'
import { type ArticleSummary, articlesQuery } from '#site/features/journal/articles.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { type LoadedPage, loadPage } from '#site/features/pages/load-page.ts'
import { PageIntro } from '#site/features/pages/page-intro.tsx'
import { type TopicPage, topicPages } from '#site/features/pages/topic-pages.ts'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
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
  const [written, articles, shelf] = await Promise.all([
    loadPage(context, path),
    loadQuery(context, listOf(topic)),
    topic.shelf ? loadQuery(context, articleProductsQuery(topic.shelf.ask)) : undefined,
  ])
  const empty = dataOf(articles)?.length === 0 && !dataOf(written.page)?.text.sections.length
  return { written, articles, shelf, path, empty }
}

export default function Topic({ loaderData: { path, ...loaded } }: Route.ComponentProps) {
  const topic = topicPages[path]
  return topic ? <TopicScreen topic={topic} {...loaded} /> : null
}

interface TopicScreenProps {
  topic: TopicPage
  written: LoadedPage
  articles: QueryResult<ArticleSummary[]>
  shelf?: QueryResult<Offer[]>
}

function TopicScreen({ topic, written, articles, shelf: products }: TopicScreenProps) {
  const block = useBlock(listOf(topic), articles)
  const { kicker, title, lede, shelf } = topic
  return (
    <div className={layout.wrap}>
      <PageIntro written={written} kicker={kicker} title={title} lede={lede} />
      <section aria-labelledby="topic-articles" className={`${layout.section} ${layout.compact}`}>
        <SectionHead id="topic-articles" title="Articles" more={{ label: 'View All Articles', to: '/blog' }} />
        <ArticleList articles={block} />
      </section>
      {shelf && (
        <section aria-labelledby="topic-shelf" className={`${layout.section} ${layout.compact}`}>
          <SectionHead id="topic-shelf" title={shelf.title} more={{ label: 'See all', to: shelf.to }} />
          <DisclosureLine />
          <ArticleProducts products={products} />
        </section>
      )}
    </div>
  )
}
