import * as controls from '#design/controls.module.css'
import type { Block } from '#site/ssr/data/use-block.ts'
import { BlockContent, TryAgain } from '#site/ui/block-content.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import { ArticleCard, ArticleCardSkeleton } from './article-card.tsx'
import * as articleWallStyles from './article-wall.module.css'
import type { ArticleSummary } from './articles.ts'

/** Articles of one kind. A failure shows no posts and a way to try again. */
export const ArticleList = ({ articles }: { articles: Block<ArticleSummary[]> }) => (
  <BlockContent
    block={articles}
    loading={<ArticleWallSkeleton />}
    failed={(_, retry) => <NoPosts retry={retry} />}
    empty={<NoPosts />}
  >
    {(found) => <ArticleWall articles={found} />}
  </BlockContent>
)

interface ArticleWallProps {
  articles: readonly ArticleSummary[]
  /** Each with the day it came out. */
  dated?: boolean
}

export function ArticleWall({ articles, dated }: ArticleWallProps) {
  return (
    <ul className={articleWallStyles.articleWall} data-part="article-wall">
      {articles.map((article) => (
        <li key={article.slug}>
          <ArticleCard article={article} heading="h2" dated={dated} />
        </li>
      ))}
    </ul>
  )
}

export function ArticleWallSkeleton() {
  return (
    <ul className={articleWallStyles.articleWall} data-part="article-wall" aria-label="Loading articles">
      {['a', 'b', 'c'].map((key) => (
        <li key={key}>
          <ArticleCardSkeleton />
        </li>
      ))}
    </ul>
  )
}

/** With a way to try again where they could not be read. */
export const NoPosts = ({ retry }: { retry?: () => void }) => (
  <StateNote kind="empty" title="No posts found">
    {retry ? (
      <TryAgain retry={retry} />
    ) : (
      <a href="/blog" className={controls.textLink}>
        See all articles
      </a>
    )}
  </StateNote>
)
