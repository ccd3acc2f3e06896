import { data } from 'react-router'
import { ArticleWall, ArticleWallSkeleton, NoPosts } from '#site/features/journal/article-list.tsx'
import { journalQuery } from '#site/features/journal/articles.ts'
import { type Journal, journalHref, parseJournal } from '#site/features/journal/journal-parameters.ts'
import { LeadArticle } from '#site/features/journal/lead-article.tsx'
import { TopicChips } from '#site/features/journal/topic-chips.tsx'
import { blogTopics, topicCategory } from '#site/features/journal/topics.ts'
import { listStatus } from '#site/features/listing/list-head.ts'
import { PageSteps } from '#site/features/listing/pager.tsx'
import { load } from '#site/ssr/data/load.ts'
import { PageData, useShopQuery } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import type { Route } from './+types/blog.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const journal = loaderData?.journal ?? { topic: null, page: 1 }
  const category = topicCategory(journal.topic)
  return pageMeta({
    title: `${category ? `${category}: the blog` : 'Blog'}${journal.page > 1 ? `, page ${journal.page}` : ''}`,
    description: category
      ? `Articles on ${category.toLowerCase()}, written to be useful first.`
      : 'Routines, guides and comparisons for beauty, fashion, wellness and home, written to be useful first.',
    path: journalHref({ ...journal, topic: category ? journal.topic : null }),
    siteUrl: siteUrlOf(matches),
    noindex: loaderData?.empty,
  })
}

const queryOf = ({ topic, page }: Journal) => journalQuery({ category: topicCategory(topic), page })

export async function loader({ url, context }: Route.LoaderArgs) {
  const journal = parseJournal(url.searchParams)
  const query = queryOf(journal)
  const { state, get } = await load(context, [query])
  const shown = get(query)?.articles.length
  return data({ state, journal, empty: shown === 0 }, listStatus({ page: journal.page, shown }))
}

export default function Blog({ loaderData: { state, journal } }: Route.ComponentProps) {
  const category = topicCategory(journal.topic)
  return (
    <PageData state={state}>
      <div className="wrap">
        <header className="page-head">
          <p className="kicker">The journal</p>
          {category ? (
            <h1 className="display page-title">{category}</h1>
          ) : (
            <h1 className="display page-title">
              Read <em>slowly</em>, buy well
            </h1>
          )}
          <p className="lede">Routines, guides and comparisons, written to be useful first.</p>
        </header>
        <TopicChips
          label="Topics"
          topics={blogTopics}
          current={category ? journalHref({ topic: journal.topic, page: 1 }) : null}
        />
        <JournalList journal={journal} />
      </div>
    </PageData>
  )
}

/** A failure shows no posts and a way to try again. */
function JournalList({ journal }: { journal: Journal }) {
  const { data, error, isFetching, refetch } = useShopQuery(queryOf(journal))
  if (!data && isFetching) return <ArticleWallSkeleton />
  if (!data?.articles.length && !(journal.page === 1 && data?.lead)) return <NoPosts error={error} refetch={refetch} />
  return (
    <>
      {data.lead && journal.page === 1 && <LeadArticle article={data.lead} />}
      <ArticleWall articles={data.articles} />
      {data.pages > 1 && (
        <PageSteps page={journal.page} last={data.pages} href={(page) => journalHref({ ...journal, page })} />
      )}
    </>
  )
}
