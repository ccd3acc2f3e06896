import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { comingSoon } from '#domain/coming-soon.ts'
import { formatDate } from '#domain/dates.ts'
import { siteConfig } from '#domain/site-config.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import type { QueryResult } from '#site/ssr/data/query-result.ts'
import { ResponsiveImage } from '#site/ui/responsive-image.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import { ArticleContents } from './article/article-contents.tsx'
import { HowWeChoose } from './article/how-we-choose.tsx'
import { RelatedArticles } from './article/related-articles.tsx'
import { ShareLinks } from './article/share-links.tsx'
import * as articleStyles from './article.module.css'
import * as articleCardStyles from './article-card.module.css'
import { ArticleSkeleton } from './article-skeleton.tsx'
import type { Article, ArticleSummary } from './articles.ts'
import type { ContentProducts } from './content.ts'
import { editorsPath } from './editors-path.ts'
import { Sections } from './sections.tsx'

interface ArticleBodyProps extends ReadBeside {
  slug: string
  article: QueryResult<Article | null>
  siteUrl: string
  /** The page is being read again. */
  isLoading: boolean
}

/** What is read once the article is known. */
interface ReadBeside {
  products: ContentProducts
  related: QueryResult<ArticleSummary[]> | null
}

/** Loading, then error, not found or loaded. */
export function ArticleBody({ slug, article, siteUrl, isLoading, ...beside }: ArticleBodyProps) {
  if ('error' in article) {
    if (isLoading) return <ArticleSkeleton />
    return (
      <StateNote kind="error" title="Error" heading text={article.error}>
        {/* The whole page again: its title and what stands below the article hang on it as well. */}
        <a href={`/blog/${slug}`} className={`${controls.button} ${controls.quiet}`}>
          Try Again
        </a>
      </StateNote>
    )
  }
  if (article.data === null) {
    return (
      <header className={layout.pageHead}>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>Blog Post Not Found</h1>
        <p className={layout.lede}>The blog post you're looking for doesn't exist or has been moved.</p>
      </header>
    )
  }
  return <Loaded article={article.data} siteUrl={siteUrl} {...beside} />
}

interface LoadedProps extends ReadBeside {
  article: Article
  siteUrl: string
}

function Loaded({ article, siteUrl, products, related }: LoadedProps) {
  const { slug, title, image_url: image } = article
  const { sections, hasProducts, hasPaidLinks } = article.text
  return (
    <>
      <article>
        <ArticleHead article={article} />
        {image && (
          <ResponsiveImage
            className={articleStyles.articleImage}
            src={image}
            sizes="(min-width:64rem) 44rem,100vw"
            widths={[480, 960]}
            width={1200}
            height={675}
            fetchPriority="high"
          />
        )}
        {sections.length === 0 ? (
          <ComingSoon />
        ) : (
          <div className={articleStyles.articleColumns}>
            <ArticleContents sections={sections} />
            <div className={articleStyles.articleText} data-part="article-text">
              {hasPaidLinks && <DisclosureLine />}
              <Sections sections={sections} products={products} />
              {hasProducts && <HowWeChoose byRule={article.generated} />}
              <ShareLinks url={`${siteUrl}/blog/${slug}`} title={title} />
            </div>
          </div>
        )}
      </article>
      {related && <RelatedArticles articles={related} />}
    </>
  )
}

function ArticleHead({ article }: { article: Article }) {
  const { category, created_at: created, updated_at: updated, read_time: readTime, title, excerpt } = article
  const date = formatDate(created)
  const changed = formatDate(updated)
  return (
    <header className={articleStyles.articleHead}>
      <p className={articleCardStyles.articleFacts}>
        {category && <span className={controls.badge}>{category}</span>}
        {readTime && <span>{readTime}</span>}
      </p>
      <h1 className={`${layout.display} ${layout.pageTitle}`}>{title}</h1>
      {excerpt && <p className={layout.lede}>{excerpt}</p>}
      <p className={`${articleCardStyles.articleFacts} ${articleStyles.byline}`} data-part="byline">
        <span>
          {article.generated ? (
            'Put together by rule from our catalog, not written by an editor'
          ) : (
            <>
              By <a href={editorsPath}>{siteConfig.byline}</a>
            </>
          )}
        </span>
        {date && <time dateTime={created}>{date}</time>}
        {changed && changed !== date && (
          <span>
            Updated <time dateTime={updated}>{changed}</time>
          </span>
        )}
      </p>
    </header>
  )
}

export const ComingSoon = () => <StateNote kind="empty" title={comingSoon.title} text={comingSoon.text} />
