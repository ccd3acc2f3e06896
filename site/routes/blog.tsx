import { data } from 'react-router'
import * as layout from '#design/layout.module.css'
import { ArticleWall, ArticleWallSkeleton, NoPosts } from '#site/features/journal/article-list.tsx'
import { type JournalPage, journalQuery } from '#site/features/journal/articles.ts'
import { type Journal, journalHref, parseJournal } from '#site/features/journal/journal-parameters.ts'
import { LeadArticle } from '#site/features/journal/lead-article.tsx'
import { TopicChips } from '#site/features/journal/topic-chips.tsx'
import { blogTopics, topicCategory } from '#site/features/journal/topics.ts'
import { listStatus } from '#site/features/listing/list-head.ts'
import { PageSteps } from '#site/features/listing/pager.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { BlockContent } from '#site/ui/block-content.tsx'
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
  const page = await loadQuery(context, queryOf(journal))
  const shown = dataOf(page)?.articles.length
  return data({ page, journal, empty: shown === 0 }, listStatus({ page: journal.page, shown }))
}

export default function Blog({ loaderData: { page, journal } }: Route.ComponentProps) {
  const block = useBlock(queryOf(journal), page)
  const category = topicCategory(journal.topic)
  return (
    <div className={layout.wrap}>
      <header className={layout.pageHead}>
        <p className={layout.kicker}>The journal</p>
        {category ? (
          <h1 className={`${layout.display} ${layout.pageTitle}`}>{category}</h1>
        ) : (
          <h1 className={`${layout.display} ${layout.pageTitle}`}>
            Read <em>slowly</em>, buy well
          </h1>
        )}
        <p className={layout.lede}>Routines, guides and comparisons, written to be useful first.</p>
      </header>
      <TopicChips
        label="Topics"
        topics={blogTopics}
        current={category ? journalHref({ topic: journal.topic, page: 1 }) : null}
      />
      {/* A failure shows no posts and a way to try again. */}
      <BlockContent block={block} loading={<ArticleWallSkeleton />} failed={(_, retry) => <NoPosts retry={retry} />}>
        {(found) => <JournalList journal={journal} found={found} />}
      </BlockContent>
    </div>
  )
}

function JournalList({ journal, found }: { journal: Journal; found: JournalPage }) {
  const lead = journal.page === 1 ? found.lead : null
  if (found.articles.length === 0 && !lead) return <NoPosts />
  return (
    <>
      {lead && <LeadArticle article={lead} />}
      <ArticleWall articles={found.articles} />
      {found.pages > 1 && (
        <PageSteps page={journal.page} last={found.pages} href={(page) => journalHref({ ...journal, page })} />
      )}
    </>
  )
}
