import type { ReactNode } from 'react'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { RetailerDisclosure } from '#site/features/offer/disclosure.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import type { Block } from '#site/ssr/data/use-block.ts'
import { BlockContent, Failed } from '#site/ui/block-content.tsx'

interface OffersBlockProps {
  offers: Block<Offer[]>
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

/** A grid of cards in its four states; its page has a CompareBar. */
export function OffersBlock({
  offers,
  errorPrefix = 'Error loading products',
  eager,
  heading,
  empty,
  slot,
}: OffersBlockProps) {
  return (
    <BlockContent
      block={offers}
      loading={<ProductGridSkeleton count={8} />}
      failed={(error, retry) => <Failed title={`${errorPrefix}: ${error}`} retry={retry} />}
      empty={empty}
    >
      {(found) => (
        <>
          <RetailerDisclosure offers={found} />
          <ProductGrid offers={found} eager={eager} heading={heading} slot={slot} compare />
        </>
      )}
    </BlockContent>
  )
}
