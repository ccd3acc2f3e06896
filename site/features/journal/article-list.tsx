import type { ShopQuery } from '#site/ssr/data/query.ts'
import { useShopQuery } from '#site/ssr/data/use-query.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import { ArticleCard, ArticleCardSkeleton } from './article-card.tsx'
import type { ArticleSummary } from './articles.ts'

/** Articles of one kind. A failure shows no posts and a way to try again. */
export function ArticleList({ query }: { query: ShopQuery<ArticleSummary[]> }) {
  const { data, error, isFetching, refetch } = useShopQuery(query)
  if (!data && isFetching) return <ArticleWallSkeleton />
  if (!data?.length) return <NoPosts error={error} refetch={refetch} />
  return <ArticleWall articles={data} />
}

export function ArticleWall({ articles }: { articles: readonly ArticleSummary[] }) {
  return (
    <ul className="article-wall">
      {articles.map((article) => (
        <li key={article.slug}>
          <ArticleCard article={article} heading="h2" />
        </li>
      ))}
    </ul>
  )
}

export function ArticleWallSkeleton() {
  return (
    <ul className="article-wall" aria-label="Loading articles">
      {['a', 'b', 'c'].map((key) => (
        <li key={key}>
          <ArticleCardSkeleton />
        </li>
      ))}
    </ul>
  )
}

export function NoPosts({ error, refetch }: { error?: string; refetch: () => void }) {
  return (
    <StateNote kind="empty" title="No posts found">
      {error ? (
        <button type="button" className="button quiet needs-script" onClick={refetch}>
          Try Again
        </button>
      ) : (
        <a href="/blog" className="text-link">
          See all articles
        </a>
      )}
    </StateNote>
  )
}
