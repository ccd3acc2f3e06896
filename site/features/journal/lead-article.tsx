import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { ResponsiveImage } from '#site/ui/responsive-image.tsx'
import * as articleCardStyles from './article-card.module.css'
import type { ArticleSummary } from './articles.ts'
import * as styles from './lead-article.module.css'

/** The article that opens the journal: image and words side by side. */
export function LeadArticle({ article }: { article: ArticleSummary }) {
  const { slug, title, excerpt, category, image_url: image, read_time: readTime } = article
  return (
    <article className={styles.leadArticle} data-part="lead-article">
      {image && (
        <ResponsiveImage
          src={image}
          sizes="(min-width:48rem) 45rem,100vw"
          widths={[480, 960]}
          width={1200}
          height={800}
          fetchPriority="high"
        />
      )}
      <div>
        <p className={articleCardStyles.articleFacts}>
          <span className={controls.badge}>Featured</span>
          <span>{category}</span>
          {readTime && <span>{readTime}</span>}
        </p>
        <h2 className={`${layout.display} ${styles.leadTitle}`}>{title}</h2>
        {excerpt && <p className={layout.lede}>{excerpt}</p>}
        <a href={`/blog/${slug}`} className={`${controls.textLink} ${controls.stretched}`}>
          Read Article<span className={layout.srOnly}>: {title}</span>
        </a>
      </div>
    </article>
  )
}
