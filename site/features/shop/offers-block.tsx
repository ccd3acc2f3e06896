import type { ReactNode } from 'react'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { RetailerDisclosure } from '#site/features/offer/disclosure.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import type { ShopQuery } from '#site/ssr/data/query.ts'
import { useShopQuery } from '#site/ssr/data/use-query.tsx'
import { StateNote } from '#site/ui/state-note.tsx'

interface OffersBlockProps {
  query: ShopQuery<Offer[]>
  /** Before the backend's message; the specification words it by source. */
  errorPrefix?: string
  eager?: number
  /** Level of the cards' names in the page's outline. */
  heading?: 'h2' | 'h3'
  /** Said instead of the grid when there is nothing. */
  empty: ReactNode
  /** The list's name in the count of clicks. */
  slot: string
}

/** A grid of cards in its four states. */
export function OffersBlock({
  query,
  errorPrefix = 'Error loading products',
  eager,
  heading,
  empty,
  slot,
}: OffersBlockProps) {
  const { data, error, isFetching, refetch } = useShopQuery(query)
  if (isFetching) return <ProductGridSkeleton count={8} />
  if (!data) {
    return (
      <StateNote kind="error" title={`${errorPrefix}: ${error}`}>
        <button type="button" className="button quiet needs-script" onClick={refetch}>
          Try Again
        </button>
      </StateNote>
    )
  }
  if (data.length === 0) return empty
  return (
    <>
      <ProductGrid offers={data} eager={eager} heading={heading} slot={slot} />
      <RetailerDisclosure offers={data} />
    </>
  )
}
