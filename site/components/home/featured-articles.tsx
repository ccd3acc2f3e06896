import { homeQueries } from '../../data/home.ts'
import { useShopQuery } from '../../data/use-shop-query.tsx'
import { ArticleCard, ArticleCardSkeleton } from '../reading/article-card.tsx'
import { SectionHead } from '../ui/section-head.tsx'

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
