import * as layout from '#design/layout.module.css'
import { ArticleCard } from '#site/features/journal/article-card.tsx'
import * as articleWallStyles from '#site/features/journal/article-wall.module.css'
import type { ArticleSummary } from '#site/features/journal/articles.ts'
import { SectionHead } from '#site/ui/section-head.tsx'

/** Left out when there are none, and when they could not be read. */
export function FeaturedArticles({ articles }: { articles: readonly ArticleSummary[] }) {
  if (articles.length === 0) return null
  return (
    <section aria-labelledby="articles-title" className={`${layout.section} ${layout.compact}`}>
      <SectionHead id="articles-title" title="Featured Articles" more={{ label: 'View All Articles', to: '/blog' }} />
      <ul className={articleWallStyles.articlePairs}>
        {articles.map((article) => (
          <li key={article.slug}>
            <ArticleCard article={article} />
          </li>
        ))}
      </ul>
    </section>
  )
}
