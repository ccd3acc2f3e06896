/** An article or page that is being read again. */
export function ArticleSkeleton() {
  return (
    <div role="status" aria-label="Loading the article">
      <span className="skeleton line short" />
      <span className="skeleton line" />
      <span className="frame wide skeleton article-image" />
    </div>
  )
}
