import { searchQuery } from '../data/search.ts'
import { useShopQuery } from '../data/use-shop-query.tsx'
import { countCap } from '../lib/listing.ts'
import { resultPages, type SearchParams, searchHref } from '../lib/search-params.ts'
import { popularSearches } from './layout/search-overlay.tsx'
import { DisclosureLine, RetailerDisclosure } from './product/disclosure.tsx'
import { PageSteps } from './product/pager.tsx'
import { ProductGrid, ProductGridSkeleton } from './product/product-grid.tsx'
import { ArticleCard } from './reading/article-card.tsx'
import { StateNote } from './ui/state-note.tsx'

export function SearchResultsView({ params }: { params: SearchParams }) {
  const { data, error, isFetching, refetch } = useShopQuery(searchQuery(params))
  if (!params.query) return <Suggestions />
  if (isFetching && !data) return <ProductGridSkeleton count={8} />
  if (!data) {
    return (
      <StateNote kind="error" title={`Error loading results: ${error}`}>
        <button type="button" className="button quiet needs-script" onClick={refetch}>
          Try Again
        </button>
      </StateNote>
    )
  }
  const { offers, total, articles } = data
  const pages = resultPages(total)
  return (
    <>
      <p role="status" className="result-count">
        {countText(total, articles.length)}
        {pages > 1 && `, page ${params.page} of ${pages}`}
      </p>
      {offers.length === 0 && articles.length === 0 && (
        <>
          <StateNote kind="empty" title="No results found. Try a different search term." />
          <Suggestions />
        </>
      )}
      {offers.length > 0 && (
        <section aria-label="Products">
          <DisclosureLine />
          <div className="section compact">
            <ProductGrid offers={offers} heading="h2" eager={4} />
          </div>
          <RetailerDisclosure offers={offers} />
          {pages > 1 && <PageSteps page={params.page} last={pages} href={(page) => searchHref({ ...params, page })} />}
        </section>
      )}
      {articles.length > 0 && (
        <section aria-labelledby="found-articles" className="section compact">
          <h2 id="found-articles" className="display section-title">
            From the journal
          </h2>
          <ul className="article-wall section compact">
            {articles.map((article) => (
              <li key={article.slug}>
                <ArticleCard article={article} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function countText(total: number, articles: number): string {
  const products =
    total > countCap ? `${countCap.toLocaleString('en-US')}+ products` : `${total} product${total === 1 ? '' : 's'}`
  return articles > 0 ? `${products}, ${articles} article${articles === 1 ? '' : 's'}` : products
}

function Suggestions() {
  return (
    <section className="section compact" aria-labelledby="popular">
      <h2 id="popular" className="kicker">
        Popular searches
      </h2>
      <ul className="popular-searches">
        {popularSearches.map((suggestion) => (
          <li key={suggestion}>
            <a href={searchHref({ query: suggestion, page: 1 })}>{suggestion}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
