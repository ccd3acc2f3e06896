import * as layout from '#design/layout.module.css'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { SectionHead } from '#site/ui/section-head.tsx'
import { ArticleCard } from '../article-card.tsx'
import * as articleWallStyles from '../article-wall.module.css'
import type { ArticleSummary } from '../articles.ts'

/** Where to read on. An article is whole without it, so a failure leaves it out. */
export function RelatedArticles({ articles }: { articles: QueryResult<ArticleSummary[]> }) {
  const shown = dataOf(articles)
  if (!shown?.length) return null
  return (
    <section aria-labelledby="related-title" className={`${layout.section} ${layout.compact}`}>
      <SectionHead id="related-title" title="Read next" more={{ label: 'View All Articles', to: '/blog' }} />
      <ul className={`${articleWallStyles.articleWall} ${articleWallStyles.three}`} data-part="article-wall">
        {shown.map((article) => (
          <li key={article.slug}>
            <ArticleCard article={article} />
          </li>
        ))}
      </ul>
    </section>
  )
}
