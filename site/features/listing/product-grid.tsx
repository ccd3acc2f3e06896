import { AsOfLine } from '#site/features/offer/as-of-line.tsx'
import { type Offer, offerKey } from '#site/features/offer/offer.ts'
import { ProductCard, ProductCardSkeleton } from './product-card.tsx'
import { CompareTick } from './product-compare.tsx'
import * as styles from './product-grid.module.css'

interface ProductGridProps {
  offers: readonly Offer[]
  heading?: 'h2' | 'h3'
  /** Cards above the fold, whose images do not wait. */
  eager?: number
  /** Its first image is the largest of the first screen. */
  first?: boolean
  /** The list's name in the count of clicks: one of its own for each list of the site. */
  slot: string
  /** Its items can be ticked and compared: the page has a CompareBar. */
  compare?: boolean
}

export function ProductGrid({ offers, heading, eager = 0, first, slot, compare }: ProductGridProps) {
  // Where everything is new, as in a shop that has just come or a list of what came last, the word tells nothing apart.
  const allNew = offers.every(({ isNew }) => isNew)
  return (
    <>
      <AsOfLine offers={offers} />
      <ul className={styles.productGrid} data-part="product-grid">
        {offers.map((offer, index) => (
          <li key={offerKey(offer)}>
            <ProductCard
              offer={allNew ? { ...offer, isNew: false } : offer}
              heading={heading}
              eager={index < eager}
              first={first && index === 0}
              slot={slot}
            >
              {compare && offer.page && <CompareTick id={offer.id} name={offer.name} />}
            </ProductCard>
          </li>
        ))}
      </ul>
    </>
  )
}

export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <div className={styles.productGrid} data-part="product-grid" role="status" aria-label="Loading products">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal boxes that never move
        <ProductCardSkeleton key={index} />
      ))}
    </div>
  )
}
