import { ProductImage } from '#site/features/offer/product-image.tsx'
import type { ArticleSummary } from './articles.ts'

interface ArticleCardProps {
  article: ArticleSummary
  heading?: 'h2' | 'h3'
  /** Its picture is the largest of the first screen. */
  first?: boolean
}

/** Image, category, reading time, title, excerpt and the way in. */
export function ArticleCard({ article, heading: Heading = 'h3', first }: ArticleCardProps) {
  return (
    <article className="article-card">
      <ProductImage
        src={article.image_url}
        sizes="(min-width:64rem) 26rem,(min-width:40rem) 46vw,100vw"
        first={first}
      />
      <p className="article-facts">
        <span className="badge">{article.category}</span>
        {article.read_time && <span>{article.read_time}</span>}
      </p>
      <Heading className="display article-title">{article.title}</Heading>
      {article.excerpt && <p className="article-excerpt">{article.excerpt}</p>}
      <a href={`/blog/${article.slug}`} className="text-link stretched">
        Read Article<span className="sr-only">: {article.title}</span>
      </a>
    </article>
  )
}

export function ArticleCardSkeleton() {
  return (
    <div className="article-card" aria-hidden="true">
      <span className="frame skeleton" />
      <span className="skeleton line short" />
      <span className="skeleton line" />
    </div>
  )
}
