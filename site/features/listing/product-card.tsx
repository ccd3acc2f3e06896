import type { ReactNode } from 'react'
import * as controls from '#design/controls.module.css'
import type { Offer } from '#site/features/offer/offer.ts'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import { Price } from '#site/features/offer/price.tsx'
import { ProductImage } from '#site/features/offer/product-image.tsx'
import { SaveButton } from '#site/features/saved/save-button.tsx'
import * as styles from './product-card.module.css'

interface ProductCardProps {
  offer: Offer
  eager?: boolean
  first?: boolean
  /** Level of the name in the page's outline. */
  heading?: 'h2' | 'h3'
  /** The list it stands in, for the count of clicks. */
  slot: string
  /** More to do with it. */
  children?: ReactNode
}

/**
 * Image, merchant, name, price. The name, and with it the whole card, leads to our page of the product; one button
 * names the shop and leads out. A retailer find has no page of ours: its whole card leads out.
 */
export function ProductCard({ offer, eager, first, heading: Heading = 'h3', slot, children }: ProductCardProps) {
  const { id, name, merchant, page, soldOut } = offer
  return (
    <article
      className={styles.productCard}
      data-part="product-card"
      data-sold-out={soldOut || undefined}
      data-find={page ? undefined : ''}
    >
      <ProductImage src={offer.image} eager={eager} first={first} />
      <Badges offer={offer} />
      <p className={styles.productMerchant} data-part="product-merchant">
        {merchant}
      </p>
      <Heading className={styles.productName} data-part="product-name">
        {page ? (
          <a href={page} className={styles.productLink} data-part="product-link">
            {name}
          </a>
        ) : (
          name
        )}
      </Heading>
      <Price offer={offer} lowest={offer.isLowest} />
      {offer.choices && <p className={styles.productChoices}>{offer.choices}</p>}
      <OutboundLink
        href={offer.link}
        merchant={merchant}
        product={name}
        productId={page ? id : undefined}
        slot={slot}
        source={offer.source}
        className={styles.productOut}
        data-part="product-out"
      >
        {soldOut ? `Sold out at ${merchant}` : undefined}
      </OutboundLink>
      {children}
      <SaveButton offer={offer} />
    </article>
  )
}

/** At most two, the one that matters most first. */
function Badges({ offer: { soldOut, was, price, isNew } }: { offer: Offer }) {
  const badges = [soldOut && 'Sold out', was && price !== null && 'Price drop', isNew && 'New'].filter(
    (badge) => typeof badge === 'string',
  )
  if (badges.length === 0) return null
  return (
    <ul className={styles.productBadges}>
      {badges.slice(0, 2).map((badge) => (
        <li key={badge} className={controls.badge}>
          {badge}
        </li>
      ))}
    </ul>
  )
}

/** Keeps the card's box while products load, so that nothing jumps. */
export function ProductCardSkeleton() {
  return (
    <div className={styles.productCard} data-part="product-card" aria-hidden="true">
      <span className={`${controls.frame} ${controls.skeleton}`} />
      <span className={`${controls.skeleton} ${controls.line} ${controls.short}`} />
      <span className={`${controls.skeleton} ${controls.line}`} />
      <span className={`${controls.skeleton} ${controls.line} ${controls.short}`} />
    </div>
  )
}
