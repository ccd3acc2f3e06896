import * as layout from '#design/layout.module.css'
import { formatAsOf } from '#domain/dates.ts'
import { formatPrice, priceUnavailable } from '#domain/money.ts'
import * as disclosureStyles from '#site/features/offer/disclosure.module.css'
import * as outboundLinkStyles from '#site/features/offer/outbound-link.module.css'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import * as priceStyles from '#site/features/offer/price.module.css'
import type { Block } from '#site/ssr/data/use-block.ts'
import { BlockContent, Failed } from '#site/ui/block-content.tsx'
import type { ItemOffer } from '../queries.ts'
import { availabilityText } from './availability.ts'
import * as styles from './offers-table.module.css'

/** Every shop's price for the same item. With one shop it would only repeat what stands above. */
export const OffersTable = ({ id, offers }: { id: number; offers: Block<ItemOffer[]> }) => (
  <BlockContent
    block={offers}
    loading={null}
    failed={(error, retry) => <Failed title={`Error loading other shops: ${error}`} retry={retry} />}
  >
    {(found) => (found.length > 1 ? <Table id={id} offers={found} /> : null)}
  </BlockContent>
)

function Table({ id, offers }: { id: number; offers: readonly ItemOffer[] }) {
  const sentences = [...new Set(offers.flatMap(({ disclosure }) => disclosure ?? []))]
  return (
    <section id="offers" className={`${layout.section} ${layout.compact}`} aria-labelledby="offers-title">
      <h2 id="offers-title" className={`${layout.display} ${layout.sectionTitle}`}>
        The same item at {offers.length} shops
      </h2>
      <table className={styles.offers} data-part="offers">
        <caption className={layout.srOnly}>Prices by shop, the lowest first. Delivery is not included.</caption>
        <thead>
          <tr>
            <th scope="col">Shop</th>
            <th scope="col">Price</th>
            <th scope="col">Availability</th>
            <th scope="col">
              <span className={layout.srOnly}>Link</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer) => (
            <tr key={offer.id} aria-current={offer.id === id || undefined}>
              <th scope="row">
                {offer.id === id ? offer.merchant : <a href={offer.page}>{offer.merchant}</a>}
                {offer.id === id && <span className={styles.offerHere}>This page</span>}
              </th>
              <td>
                <span className={styles.offerPrice} data-part="offer-price">
                  {formatPrice(offer.price, offer.currency) ??
                    (offer.priceWithheld ? `See price at ${offer.merchant}` : priceUnavailable)}
                </span>
                {offer.asOf && (
                  <span className={priceStyles.productAsOf} data-part="product-as-of">
                    as of <time dateTime={offer.asOf}>{formatAsOf(offer.asOf)}</time>
                  </span>
                )}
              </td>
              <td>{availabilityText(offer.availability) ?? 'Not told'}</td>
              <td>
                <OutboundLink
                  href={offer.link}
                  merchant={offer.merchant}
                  product={offer.name}
                  productId={offer.id}
                  slot="offers"
                  className={outboundLinkStyles.offerOut}
                >
                  Shop<span className={layout.srOnly}> at {offer.merchant}</span>
                </OutboundLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={disclosureStyles.disclosureNote} data-part="disclosure-note">
        Prices are the shops’ own, without delivery, at the time shown. {sentences.join(' ')}
      </p>
    </section>
  )
}
