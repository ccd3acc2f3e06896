import { useId } from 'react'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import type { ArticleSummary } from '#site/features/journal/articles.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { SectionHead } from '#site/ui/section-head.tsx'
import * as styles from './tips-list.module.css'

interface TipsListProps {
  title: string
  articles: QueryResult<ArticleSummary[]>
  more: { label: string; to: string }
}

/** Up to three short entries, numbered like a column of a magazine; left out when there are none. */
export function TipsList({ title, articles, more }: TipsListProps) {
  const shown = dataOf(articles)
  const id = useId()
  if (!shown?.length) return null
  return (
    <section aria-labelledby={id} className={`${layout.section} ${layout.compact}`}>
      <SectionHead id={id} title={title} more={more} />
      <ol className={styles.tips}>
        {shown.map((article) => (
          <li key={article.slug}>
            <h3 className={layout.display}>{article.title}</h3>
            {article.excerpt && <p>{article.excerpt}</p>}
            <a href={`/blog/${article.slug}`} className={controls.textLink}>
              Read More<span className={layout.srOnly}>: {article.title}</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}
