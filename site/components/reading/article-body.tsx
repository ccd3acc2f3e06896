import { type Article, articleQuery } from '../../data/articles.ts'
import { useShopQuery } from '../../data/use-shop-query.tsx'
import { formatDate } from '../../lib/dates.ts'
import { absolute } from '../../lib/seo.ts'
import { siteConfig } from '../../lib/site-config.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import { StateNote } from '../ui/state-note.tsx'
import { Content } from './content.tsx'

/** Loading, then error, not found or loaded. */
export function ArticleBody({ slug, siteUrl }: { slug: string; siteUrl: string }) {
  const { data: article, error, isFetching, refetch } = useShopQuery(articleQuery(slug))
  if (article === undefined && isFetching) {
    return (
      <div role="status" aria-label="Loading the article">
        <span className="skeleton line" />
        <span className="frame wide skeleton" />
      </div>
    )
  }
  if (article === undefined) {
    return (
      <StateNote kind="error" title="Error" heading text={error}>
        <button type="button" className="button quiet needs-script" onClick={() => refetch()}>
          Try Again
        </button>
      </StateNote>
    )
  }
  if (article === null) {
    return (
      <header className="page-head">
        <h1 className="display page-title">Blog Post Not Found</h1>
        <p className="lede">The blog post you're looking for doesn't exist or has been moved.</p>
      </header>
    )
  }
  return <Loaded article={article} siteUrl={siteUrl} />
}

function Loaded({ article, siteUrl }: { article: Article; siteUrl: string }) {
  const date = formatDate(article.created_at)
  return (
    <article>
      <header className="article-head">
        <p className="article-facts">
          {article.category && <span className="badge">{article.category}</span>}
          {date && <time dateTime={article.created_at}>{date}</time>}
          {article.read_time && <span>{article.read_time}</span>}
        </p>
        <h1 className="display page-title">{article.title}</h1>
        {article.excerpt && <p className="lede">{article.excerpt}</p>}
      </header>
      {article.image_url && (
        <img className="article-image" src={article.image_url} alt="" width={1200} height={675} fetchPriority="high" />
      )}
      <p className="disclosure-line">{siteConfig.disclosure}</p>
      <ContentOrSoon html={article.content} />
      <JsonLd
        data={{
          '@type': 'Article',
          headline: article.title.slice(0, 110),
          description: article.excerpt ?? undefined,
          image: article.image_url ? absolute(article.image_url, siteUrl) : undefined,
          datePublished: article.created_at,
          dateModified: article.updated_at,
          mainEntityOfPage: `${siteUrl}/blog/${article.slug}`,
          publisher: { '@type': 'Organization', name: siteConfig.name },
        }}
      />
    </article>
  )
}

export function ContentOrSoon({ html }: { html: string }) {
  if (html.trim()) return <Content html={html} />
  const text = "We're updating this page with the latest content! Check back soon."
  return <StateNote kind="empty" title="Coming Soon" text={text} />
}
