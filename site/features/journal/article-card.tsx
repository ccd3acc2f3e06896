import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { formatDate } from '#domain/dates.ts'
import { ProductImage } from '#site/features/offer/product-image.tsx'
import * as styles from './article-card.module.css'
import type { ArticleSummary } from './articles.ts'

interface ArticleCardProps {
  article: ArticleSummary
  heading?: 'h2' | 'h3'
  /** Its image is the largest of the first screen. */
  first?: boolean
  /** With the day it came out. */
  dated?: boolean
}

/** Image, category, reading time, title, excerpt and the way in. */
export function ArticleCard({ article, heading: Heading = 'h3', first, dated }: ArticleCardProps) {
  return (
    <article className={styles.articleCard} data-part="article-card">
      <ProductImage
        src={article.image_url}
        sizes="(min-width:64rem) 26rem,(min-width:40rem) 46vw,100vw"
        first={first}
      />
      <p className={styles.articleFacts}>
        <span className={controls.badge}>{article.category}</span>
        {article.read_time && <span>{article.read_time}</span>}
        {dated && <time dateTime={article.created_at}>{formatDate(article.created_at)}</time>}
      </p>
      <Heading className={`${layout.display} ${styles.articleTitle}`} data-part="article-title">
        {article.title}
      </Heading>
      {article.excerpt && <p className={styles.articleExcerpt}>{article.excerpt}</p>}
      <a href={`/blog/${article.slug}`} className={`${controls.textLink} ${controls.stretched}`}>
        Read Article<span className={layout.srOnly}>: {article.title}</span>
      </a>
    </article>
  )
}

export function ArticleCardSkeleton() {
  return (
    <div className={styles.articleCard} data-part="article-card" aria-hidden="true">
      <span className={`${controls.frame} ${controls.skeleton}`} />
      <span className={`${controls.skeleton} ${controls.line} ${controls.short}`} />
      <span className={`${controls.skeleton} ${controls.line}`} />
    </div>
  )
}
