import { formatPrice, priceUnavailable } from '../../lib/money.ts'
import type { Offer } from '../../lib/offer.ts'
import { OutboundLink } from './outbound-link.tsx'
import { ProductImage } from './product-image.tsx'

interface ProductCardProps {
  offer: Offer
  eager?: boolean
  /** Level of the name in the page's outline. */
  heading?: 'h2' | 'h3'
}

/** Image, name, merchant, price and the way out. The whole card is the link's target; there is one link. */
export function ProductCard({ offer, eager, heading: Heading = 'h3' }: ProductCardProps) {
  return (
    <article className="product-card" data-sold-out={offer.soldOut || undefined}>
      <ProductImage src={offer.image} eager={eager} />
      <p className="product-merchant">{offer.merchant}</p>
      <Heading className="product-name">{offer.name}</Heading>
      <Price offer={offer} />
      <OutboundLink href={offer.link} merchant={offer.merchant} product={offer.name} className="product-out">
        {offer.soldOut ? `Sold out at ${offer.merchant}` : undefined}
      </OutboundLink>
    </article>
  )
}

function Price({ offer }: { offer: Offer }) {
  const price = formatPrice(offer.price, offer.currency)
  if (price) return <p className="product-price">{price}</p>
  return <p className="product-no-price">{offer.priceWithheld ? `See price at ${offer.merchant}` : priceUnavailable}</p>
}

/** Keeps the card's box while products load, so that nothing jumps. */
export function ProductCardSkeleton() {
  return (
    <div className="product-card" aria-hidden="true">
      <span className="frame skeleton" />
      <span className="skeleton line short" />
      <span className="skeleton line" />
      <span className="skeleton line short" />
    </div>
  )
}
