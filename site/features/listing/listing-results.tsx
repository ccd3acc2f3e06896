import { RetailerDisclosure } from '#site/features/offer/disclosure.tsx'
import type { ShopQuery } from '#site/ssr/data/query.ts'
import { useShopQuery } from '#site/ssr/data/use-query.tsx'
import { BeyondEnd } from '#site/ui/beyond-end.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import { hasFilters, type Listing, listingHref, noFilters } from './listing.ts'
import type { ListingPage } from './listing-page.ts'
import { Pager } from './pager.tsx'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'

interface ListingResultsProps {
  base: string
  listing: Listing
  query: ShopQuery<ListingPage>
  /** Where on the page the list is, when it is not the whole of it. */
  hash?: string
  heading?: 'h2' | 'h3'
  /** Cards above the fold; given where the list opens the page. */
  eager?: number
  /** Offers of items that stand elsewhere on the page. */
  leaveOut?: readonly number[]
  /** The list's name in the count of clicks. */
  slot: string
}

/** A list's cards and pages; or that it is loading, failed, or has nothing to show. */
export function ListingResults({
  base,
  listing,
  query,
  hash,
  heading = 'h2',
  eager,
  leaveOut = [],
  slot,
}: ListingResultsProps) {
  const { data, error, isFetching, refetch } = useShopQuery(query)
  if (data && data.offers.length > 0) {
    return (
      <>
        <ProductGrid
          slot={slot}
          offers={data.offers.filter(({ id }) => !leaveOut.includes(id))}
          heading={heading}
          eager={eager}
          first={!!eager}
        />
        <RetailerDisclosure offers={data.offers} />
        <Pager base={base} listing={listing} page={data} hash={hash} />
      </>
    )
  }
  if (isFetching || (!data && !error)) return <ProductGridSkeleton count={8} />
  if (error) {
    return (
      <StateNote kind="error" title={`Error loading products: ${error}`}>
        <button type="button" className="button quiet needs-script" onClick={refetch}>
          Try Again
        </button>
      </StateNote>
    )
  }
  if (listing.page > 1) return <BeyondEnd first={listingHref(base, listing, { page: 1 }) + (hash ?? '')} />
  if (hasFilters(listing)) {
    return (
      <StateNote kind="empty" title="No products found matching your filters.">
        <a href={listingHref(base, listing, noFilters) + (hash ?? '')} className="text-link">
          Clear filters and try again
        </a>
      </StateNote>
    )
  }
  const later = "Products will appear here once they're added to the database"
  return <StateNote kind="empty" title="No products found" text={later} />
}
