import { useSearchParams } from 'react-router'
import { ArticleList } from '../components/reading/article-list.tsx'
import { articlesQuery } from '../data/articles.ts'
import { load } from '../data/load.ts'
import { PageData } from '../data/use-shop-query.tsx'
import { pageMeta, siteUrlOf } from '../lib/seo.ts'
import { blogTopics, topicCategory } from '../lib/topics.ts'
import type { Route } from './+types/blog.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Blog',
    description: 'Routines, guides and comparisons for beauty, fashion, wellness and home, written to be useful first.',
    path: '/blog',
    siteUrl: siteUrlOf(matches),
  })

export async function loader({ request, context }: Route.LoaderArgs) {
  const category = topicCategory(new URL(request.url).searchParams.get('topic'))
  const { state } = await load(context, [articlesQuery({ category })])
  return { state }
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const topic = search.get('topic')
  return (
    <PageData state={loaderData.state}>
      <div className="wrap">
        <header className="page-head">
          <p className="kicker">The journal</p>
          <h1 className="display page-title">
            Read <em>slowly</em>, buy well
          </h1>
          <p className="lede">Routines, guides and comparisons, written to be useful first.</p>
        </header>
        <nav aria-label="Topics">
          <ul className="topics">
            {blogTopics.map((entry) => (
              <li key={entry.label}>
                <a
                  href={entry.to}
                  className="chip"
                  aria-current={entry.to === `/blog?topic=${topic}` ? 'page' : undefined}
                >
                  {entry.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <ArticleList query={articlesQuery({ category: topicCategory(topic) })} />
      </div>
    </PageData>
  )
}
