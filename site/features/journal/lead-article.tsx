import { Picture } from '#site/ui/picture.tsx'
import type { ArticleSummary } from './articles.ts'

/** The article that opens the journal: picture and words side by side. */
export function LeadArticle({ article }: { article: ArticleSummary }) {
  const { slug, title, excerpt, category, image_url: image, read_time: readTime } = article
  return (
    <article className="lead-article">
      {image && (
        <Picture
          src={image}
          sizes="(min-width:48rem) 45rem,100vw"
          widths={[480, 960]}
          width={1200}
          height={800}
          fetchPriority="high"
        />
      )}
      <div>
        <p className="article-facts">
          <span className="badge">Featured</span>
          <span>{category}</span>
          {readTime && <span>{readTime}</span>}
        </p>
        <h2 className="display lead-title">{title}</h2>
        {excerpt && <p className="lede">{excerpt}</p>}
        <a href={`/blog/${slug}`} className="text-link stretched">
          Read Article<span className="sr-only">: {title}</span>
        </a>
      </div>
    </article>
  )
}
