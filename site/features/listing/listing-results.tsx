import type { ReactNode } from 'react'
import * as controls from '#design/controls.module.css'
import { RetailerDisclosure } from '#site/features/offer/disclosure.tsx'
import type { Block } from '#site/ssr/data/use-block.ts'
import { BeyondEnd } from '#site/ui/beyond-end.tsx'
import { BlockContent, Failed } from '#site/ui/block-content.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import { hasFilters, type Listing, listingHref, noFilters } from './listing.ts'
import type { ListingPage } from './listing-page.ts'
import { Pager } from './pager.tsx'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'

interface ListingResultsProps {
  base: string
  listing: Listing
  page: Block<ListingPage>
  /** Where on the page the list is, when it is not the whole of it. */
  hash?: string
  heading?: 'h2' | 'h3'
  /** Cards above the fold; given where the list opens the page. */
  eager?: number
  /** Offers of items that stand elsewhere on the page. */
  leaveOut?: readonly number[]
  /** The list's name in the count of clicks. */
  slot: string
  /** Said where there is nothing at all, in the page's own words. */
  empty?: ReactNode
}

/** A list's cards and pages; or that it is loading, failed, or has nothing to show. */
export function ListingResults({
  base,
  listing,
  page,
  hash,
  heading = 'h2',
  eager,
  leaveOut = [],
  slot,
  empty,
}: ListingResultsProps) {
  return (
    <BlockContent
      block={page}
      loading={<ProductGridSkeleton count={8} />}
      failed={(error, retry) => <Failed title={`Error loading products: ${error}`} retry={retry} />}
    >
      {(found) =>
        found.offers.length > 0 ? (
          <>
            <RetailerDisclosure offers={found.offers} />
            <ProductGrid
              slot={slot}
              offers={found.offers.filter(({ id }) => !leaveOut.includes(id))}
              heading={heading}
              eager={eager}
              first={!!eager}
              compare
            />
            <Pager base={base} listing={listing} page={found} hash={hash} />
          </>
        ) : (
          <NothingListed base={base} listing={listing} hash={hash} empty={empty} />
        )
      }
    </BlockContent>
  )
}

/** Why a list is empty: it ends earlier, nothing matches, or there is nothing yet. */
function NothingListed({
  base,
  listing,
  hash = '',
  empty,
}: Pick<ListingResultsProps, 'base' | 'listing' | 'hash' | 'empty'>) {
  if (listing.page > 1) return <BeyondEnd first={listingHref(base, listing, { page: 1 }) + hash} />
  if (hasFilters(listing)) {
    return (
      <StateNote kind="empty" title="No products found matching your filters.">
        <a href={listingHref(base, listing, noFilters) + hash} className={controls.textLink}>
          Clear filters and try again
        </a>
      </StateNote>
    )
  }
  if (empty) return empty
  const later = "Products will appear here once they're added to the database"
  return <StateNote kind="empty" title="No products found" text={later} />
}
