import { data } from 'react-router'
import { DisclosureLine } from '../components/product/disclosure.tsx'
import { ArticleList } from '../components/reading/article-list.tsx'
import { ArticleProducts } from '../components/reading/article-products.tsx'
import { PageIntro } from '../components/reading/page-intro.tsx'
import { SectionHead } from '../components/ui/section-head.tsx'
import { articleProductsQuery } from '../data/article-products.ts'
import { articlesQuery } from '../data/articles.ts'
import { contentQueries } from '../data/content.ts'
import { load } from '../data/load.ts'
import { pageQuery } from '../data/pages.ts'
import { PageData } from '../data/use-shop-query.tsx'
import { pageMeta, siteUrlOf } from '../lib/seo.ts'
import { type TopicPage, topicPages } from '../lib/topic-pages.ts'
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
