import { formatPrice } from '#domain/money.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import { Price } from '#site/features/offer/price.tsx'
import { SaveButton } from '#site/features/saved/save-button.tsx'
import type { ItemOffer, ProductDetail, Variant } from '../queries.ts'
import { availabilityText } from './availability.ts'
import { ShareButton } from './share-button.tsx'

interface BuyBoxProps {
  product: ProductDetail
  offers: readonly ItemOffer[]
  variants: readonly Variant[]
}

/** What it is, what it costs and where it is sold: everything before the click. */
export function BuyBox({ product, offers, variants }: BuyBoxProps) {
  const { name, brand, merchant, soldOut, link, id, disclosure } = product
  const listPrice = formatPrice(product.listPrice, product.currency)
  const availability = availabilityText(product.availability)
  return (
    <div className="buy-box">
      {brand && <p className="kicker">{brand}</p>}
      <h1 className="display product-title">{name}</h1>
      <p className="product-seller">Sold by {merchant}</p>
      <Price offer={product} />
      {listPrice && (
        <p className="product-list-price">
          List price at {merchant}: {listPrice}
        </p>
      )}
      {availability && (
        <p className="product-availability" data-sold-out={soldOut || undefined}>
          {availability}
        </p>
      )}
      <Variants variants={variants} current={id} />
      <DisclosureLine />
      <div className="buy-actions">
        <OutboundLink
          href={link}
          merchant={merchant}
          product={name}
          productId={id}
          slot="product"
          className="button large"
        >
          {soldOut ? `Look at ${merchant}` : `Shop at ${merchant}`}
        </OutboundLink>
        <SaveButton offer={product} label="Save" />
        <ShareButton name={name} />
      </div>
      {offers.length > 1 && (
        <p>
          <a href="#offers" className="text-link">
            Compare {offers.length} shops
          </a>
        </p>
      )}
      {disclosure && <p className="disclosure-note">{disclosure}</p>}
    </div>
  )
}

function Variants({ variants, current }: { variants: readonly Variant[]; current: number }) {
  if (variants.length === 0) return null
  return (
    <nav className="variants" aria-label="Colors and sizes">
      <ul className="chips">
        {variants.map(({ id, page, label, soldOut }) => (
          <li key={id}>
            <a
              href={page}
              className="chip"
              aria-current={id === current ? 'page' : undefined}
              data-sold-out={soldOut || undefined}
            >
              {label}
              {soldOut && <span className="sr-only"> (sold out)</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
