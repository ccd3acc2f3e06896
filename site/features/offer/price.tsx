import * as layout from '#design/layout.module.css'
import { formatAsOf } from '#domain/dates.ts'
import { formatPrice, priceUnavailable } from '#domain/money.ts'
import { dropText } from './drop-text.ts'
import type { Offer } from './offer.ts'
import * as styles from './price.module.css'

interface PriceProps {
  offer: Offer
  /** It is the lowest of several. */
  lowest?: boolean
  /** Said with the price. A list says it once for all; only Amazon's licence wants it at each price, in lists too. */
  timed?: boolean
}

/** What it costs; what it cost before, and how far it fell, only where our history proves it. */
export function Price({ offer, lowest, timed = offer.source === 'amazon' }: PriceProps) {
  const { price, was, currency, asOf, merchant, priceWithheld } = offer
  const shown = formatPrice(price, currency)
  if (!shown)
    return (
      <p className={styles.productNoPrice} data-part="product-no-price">
        {priceWithheld ? `See price at ${merchant}` : priceUnavailable}
      </p>
    )
  const before = formatPrice(was, currency)
  const drop = dropText(offer)
  return (
    <div className={styles.productPricing} data-part="product-pricing">
      <p className={styles.productPrice} data-part="product-price">
        {before && <span className={layout.srOnly}>Now </span>}
        {lowest && <span className={styles.productFrom}>from </span>}
        {shown}
        {before && (
          <s className={styles.productWas} data-part="product-was">
            <span className={layout.srOnly}>, was </span>
            {before}
          </s>
        )}
      </p>
      {drop && (
        <p className={styles.productDrop} data-part="product-drop">
          {drop}
        </p>
      )}
      {timed && asOf && (
        <p className={styles.productAsOf} data-part="product-as-of">
          as of <time dateTime={asOf}>{formatAsOf(asOf)}</time>
        </p>
      )}
    </div>
  )
}
