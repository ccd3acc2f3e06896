import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { formatPrice } from '#domain/money.ts'
import { addToComparison, useBegunComparison } from '#site/features/compare-choice/begun-comparison.ts'
import { comparePath } from '#site/features/compare-choice/compared-ids.ts'
import * as disclosureStyles from '#site/features/offer/disclosure.module.css'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import { Price } from '#site/features/offer/price.tsx'
import { unitPrice } from '#site/features/offer/unit-price.ts'
import { SaveButton } from '#site/features/saved/save-button.tsx'
import { ShareButton } from '#site/features/share/share-button.tsx'
import { availabilityText } from '../availability.ts'
import { deliveryText } from '../delivery-text.ts'
import type { ItemOffer } from '../item-offers.ts'
import type { ProductDetail, Variant } from '../queries.ts'
import * as styles from './buy-box.module.css'

interface BuyBoxProps {
  product: ProductDetail
  /** Where the button leads. */
  best: ItemOffer
  /** Why it leads there. */
  reason: string | null
  isLowest: boolean
  /** What turned out while the page was open: another shop has become the best. */
  news: string | null
  variants: readonly Variant[]
}

/** What it is, what it costs and where it is best bought: everything before the click. */
export function BuyBox({ product, best, reason, isLowest, news, variants }: BuyBoxProps) {
  const { name, brand, id, slugs } = product
  const { merchant, soldOut, disclosure } = best
  const listPrice = formatPrice(best.listPrice, best.currency)
  const availability = availabilityText(best.availability)
  const facts = [unitPrice(best.price, best.currency, best.content), deliveryText(best)].filter((fact) => fact !== null)
  return (
    <div className={styles.buyBox} data-part="buy-box">
      {brand && <p className={layout.kicker}>{slugs.brand ? <a href={`/brands/${slugs.brand}`}>{brand}</a> : brand}</p>}
      <h1 className={`${layout.display} ${styles.productTitle}`}>{name}</h1>
      <p className={styles.productSeller}>
        Sold by{' '}
        {slugs.merchant && merchant === product.merchant ? (
          <a href={`/stores/${slugs.merchant}`}>{merchant}</a>
        ) : (
          merchant
        )}
      </p>
      <Price offer={best} timed />
      {best.price !== null && best.isPriceByHand && (
        <p className={styles.productFacts} data-part="price-by-hand">
          Price entered by our editors, not read from the shop
        </p>
      )}
      {isLowest && (
        <p>
          <span className={controls.badge}>Lowest in 30 days</span>
        </p>
      )}
      {best.price !== null && facts.length > 0 && (
        <p className={styles.productFacts} data-part="price-facts">
          {facts.join(' · ')}
        </p>
      )}
      {listPrice && (
        <p className={styles.productListPrice}>
          List price at {merchant}: {listPrice}
        </p>
      )}
      {availability && (
        <p className={styles.productAvailability} data-sold-out={soldOut || undefined}>
          {availability}
        </p>
      )}
      <Variants variants={variants} current={id} />
      <p role="status" className={styles.news}>
        {news}
      </p>
      <div className={styles.buyActions}>
        <OutboundLink
          href={best.link}
          merchant={merchant}
          product={name}
          productId={best.id}
          slot="product"
          source={best.source}
          className={`${controls.button} ${controls.large}`}
        >
          {soldOut ? `Look at ${merchant}` : `Shop at ${merchant}`}
        </OutboundLink>
        {reason && (
          <p className={styles.reason} data-part="best-reason">
            {reason}
          </p>
        )}
        <SaveButton offer={product} label="Save" />
        <ShareButton name={name} />
        <CompareLink id={id} />
      </div>
      {product.mayAlert && product.page && (
        <p>
          <a href={`${product.page}/alert`} className={controls.textLink} rel="nofollow">
            {soldOut ? 'Tell me when it is back' : 'Tell me when the price falls'}
          </a>
        </p>
      )}
      {disclosure && (
        <p className={disclosureStyles.disclosureNote} data-part="disclosure-note">
          {disclosure}
        </p>
      )}
    </div>
  )
}

/**
 * Adds it at once to the comparison that was begun: whoever has pressed it may be gone before the comparison is there. A
 * fifth item is left out, and the page of the comparison says so. Before the scripts ran, nobody here knows what was begun:
 * the page of the comparison adds it.
 */
function CompareLink({ id }: { id: number }) {
  const begun = useBegunComparison()
  const path = begun.length > 0 ? comparePath([...new Set([...begun, id])]) : `${comparePath([id])}&add=1`
  return (
    <a href={path} className={styles.compareLink} rel="nofollow" onClick={() => addToComparison(id)}>
      Compare
    </a>
  )
}

function Variants({ variants, current }: { variants: readonly Variant[]; current: number }) {
  if (variants.length === 0) return null
  return (
    <nav className={styles.variants} aria-label="Colors and sizes">
      <ul className={controls.chips}>
        {variants.map(({ id, page, label, soldOut }) => (
          <li key={id}>
            <a
              href={page}
              className={controls.chip}
              aria-current={id === current ? 'page' : undefined}
              data-sold-out={soldOut || undefined}
            >
              {label}
              {soldOut && <span className={layout.srOnly}> (sold out)</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
