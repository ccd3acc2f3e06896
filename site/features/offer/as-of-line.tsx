import { formatAsOf } from '#domain/dates.ts'
import type { Offer } from './offer.ts'
import * as styles from './price.module.css'

/**
 * Since when the prices of a list are known, once for all of them: the time of the one that was read first. Amazon's
 * licence wants it at each price, and Price says it there.
 */
export function AsOfLine({ offers }: { offers: readonly Pick<Offer, 'asOf' | 'price' | 'source'>[] }) {
  const [first] = offers
    .flatMap((offer) => (offer.price !== null && offer.source !== 'amazon' && offer.asOf) || [])
    .sort()
  return (
    first && (
      <p className={styles.asOfLine} data-part="as-of-line">
        Prices as of {formatAsOf(first)} or later
      </p>
    )
  )
}
