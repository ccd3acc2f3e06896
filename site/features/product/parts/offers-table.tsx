import * as layout from '#design/layout.module.css'
import { formatAsOf } from '#domain/dates.ts'
import { formatPrice, priceUnavailable } from '#domain/money.ts'
import * as disclosureStyles from '#site/features/offer/disclosure.module.css'
import * as outboundLinkStyles from '#site/features/offer/outbound-link.module.css'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import * as priceStyles from '#site/features/offer/price.module.css'
import { unitPrice } from '#site/features/offer/unit-price.ts'
import { availabilityText } from '../availability.ts'
import { deliveryText } from '../delivery-text.ts'
import type { ItemOffer } from '../item-offers.ts'
import * as styles from './offers-table.module.css'

interface OffersTableProps {
  /** The page's own offer. */
  id: number
  /** The best first. */
  offers: readonly ItemOffer[]
}

/** Every shop's price for the same item. With one shop it would only repeat what stands beside it. */
export function OffersTable({ id, offers }: OffersTableProps) {
  if (offers.length < 2) return null
  // The best offer's own sentence stands at the button.
  const sentences = [...new Set(offers.slice(1).flatMap(({ disclosure }) => disclosure ?? []))]
  return (
    <section id="offers" aria-labelledby="offers-title">
      <h2 id="offers-title" className={styles.title}>
        The same item at {offers.length} shops
      </h2>
      <table className={styles.offers} data-part="offers">
        <caption className={layout.srOnly}>Shops with their prices, the best offer first.</caption>
        <thead className={layout.srOnly}>
          <tr>
            <th scope="col">Shop</th>
            <th scope="col">Price</th>
            <th scope="col">Link</th>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer) => (
            <OfferRow key={offer.id} offer={offer} isHere={offer.id === id} />
          ))}
        </tbody>
      </table>
      <p className={disclosureStyles.disclosureNote} data-part="disclosure-note">
        Prices are the shops’ own at the time shown
        {offers.some(hasNoDelivery) && ', without delivery where none is told'}. {sentences.join(' ')}
      </p>
    </section>
  )
}

const hasNoDelivery = ({ price, deliveryCost }: ItemOffer): boolean => price !== null && deliveryCost === null

function OfferRow({ offer, isHere }: { offer: ItemOffer; isHere: boolean }) {
  const { merchant, page, price, currency, asOf, content } = offer
  return (
    <tr>
      <th scope="row">
        {isHere ? merchant : <a href={page}>{merchant}</a>}
        <span className={styles.offerNote}>{availabilityText(offer.availability) ?? 'Stock not told'}</span>
      </th>
      <td>
        <span className={styles.offerPrice} data-part="offer-price">
          {formatPrice(price, currency) ?? (offer.priceWithheld ? `See price at ${merchant}` : priceUnavailable)}
        </span>
        {[deliveryText(offer), unitPrice(price, currency, content)].map(
          (fact) =>
            fact && (
              <span key={fact} className={styles.offerNote}>
                {fact}
              </span>
            ),
        )}
        {asOf && (
          <span className={priceStyles.productAsOf} data-part="product-as-of">
            as of <time dateTime={asOf}>{formatAsOf(asOf)}</time>
          </span>
        )}
      </td>
      <td>
        <OutboundLink
          href={offer.link}
          merchant={merchant}
          product={offer.name}
          productId={offer.id}
          slot="offers"
          source={offer.source}
          className={outboundLinkStyles.offerOut}
        >
          Shop<span className={layout.srOnly}> at {merchant}</span>
        </OutboundLink>
      </td>
    </tr>
  )
}
