import { ArticleCard, ArticleCardSkeleton } from '#site/features/journal/article-card.tsx'
import { useShopQuery } from '#site/ssr/data/use-query.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'
import { homeQueries } from './queries.ts'

export function FeaturedArticles() {
  const { data, isFetching } = useShopQuery(homeQueries.articles)
  if (!isFetching && !data?.length) return null
  return (
    <section aria-labelledby="articles-title" className="section compact">
      <SectionHead id="articles-title" title="Featured Articles" more={{ label: 'View All Articles', to: '/blog' }} />
      <ul className="article-pairs">
        {data
          ? data.map((article) => (
              <li key={article.slug}>
                <ArticleCard article={article} />
              </li>
            ))
          : ['a', 'b', 'c', 'd'].map((key) => (
              <li key={key}>
                <ArticleCardSkeleton />
              </li>
            ))}
      </ul>
    </section>
  )
}
