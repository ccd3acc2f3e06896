import { type Listing, listingHref } from '#site/features/listing/listing.ts'
import { PageSteps } from '#site/features/listing/pager.tsx'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { resultPages } from '#site/features/search/result-pages.ts'
import type { ShopQuery } from '#site/ssr/data/query.ts'
import { useShopQuery } from '#site/ssr/data/use-query.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import { type DealSearch, dealSearchParams, defaultDealSearch } from './deal-search.ts'
import type { MoreDealsPage } from './more-deals-page.ts'
import { moreDealsFor } from './more-deals-query.ts'

interface MoreDealsProps {
  base: string
  listing: Listing
  search: DealSearch
  /** Offers of items that stand above on the same page. */
  leaveOut: readonly number[] | undefined
}

/** A search of the whole catalogue below the grid. Its form and pages leave the grid above as it is. */
export function MoreDeals({ base, listing, search, leaveOut = [] }: MoreDealsProps) {
  const query = moreDealsFor(listing, search)
  const gridParams = new URLSearchParams(listingHref('', listing).slice(1))
  return (
    <section id="more-deals" aria-labelledby="more-deals-title" className="section more-deals">
      <SectionHead
        id="more-deals-title"
        kicker="Looking for something?"
        title={
          <>
            Shop <em>More Deals</em>
          </>
        }
      />
      <search>
        <form action={`${base}#more-deals`} className="search-form" key={search.text} data-keep-place>
          {[...gridParams].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <input
            type="search"
            name="deal"
            defaultValue={search.text}
            maxLength={200}
            placeholder="Search for deals..."
            aria-label="Search for deals"
          />
          <button type="submit" className="button">
            Search
          </button>
        </form>
      </search>
      {query && (
        <Results {...{ query, search, leaveOut }} href={(page) => dealHref(base, listing, { ...search, page })} />
      )}
    </section>
  )
}

function dealHref(base: string, listing: Listing, search: DealSearch): string {
  const own = new URLSearchParams(dealSearchParams(search)).toString()
  return `${listingHref(own ? `${base}?${own}` : base, listing)}#more-deals`
}

interface ResultsProps {
  query: ShopQuery<MoreDealsPage>
  search: DealSearch
  leaveOut: readonly number[]
  href: (page: number) => string
}

function Results({ query, search, leaveOut, href }: ResultsProps) {
  const { data, error, isFetching, refetch } = useShopQuery(query)
  if (!data && !isFetching && error !== undefined) {
    return (
      <StateNote kind="error" title={`Error loading results: ${error}`}>
        <button type="button" className="button quiet needs-script" onClick={refetch}>
          Try Again
        </button>
      </StateNote>
    )
  }
  if (!data) return <ProductGridSkeleton count={8} />
  const pages = resultPages(data.total)
  const offers = data.offers.filter(({ id }) => !leaveOut.includes(id))
  return (
    <>
      <p role="status" className="result-count">
        {data.total > 0 && `Results for “${search.text || defaultDealSearch}”`}
        {data.total > 0 && pages > 1 && `, page ${search.page} of ${pages}`}
      </p>
      {offers.length > 0 ? (
        <ProductGrid offers={offers} heading="h3" slot="deals-search" />
      ) : data.total > 0 && search.page === 1 ? (
        <p>All of them stand above.</p>
      ) : (
        <StateNote kind="empty" title="No results found. Try a different search term." />
      )}
      {pages > 1 && <PageSteps page={search.page} last={pages} href={href} label="Pages of results" />}
    </>
  )
}
