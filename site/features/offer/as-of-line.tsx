import { formatAsOf } from '#domain/dates.ts'
import type { Offer } from './offer.ts'
import * as styles from './price.module.css'

/**
 * When the prices of a list were read, once for all of them and above the list. Amazon's licence wants it at each
 * price, and Price says it there.
 */
export function AsOfLine({ offers }: { offers: readonly Pick<Offer, 'asOf' | 'price' | 'source'>[] }) {
  const times = offers
    .flatMap((offer) => (offer.price !== null && offer.source !== 'amazon' && offer.asOf) || [])
    .sort()
    .map(formatAsOf)
  const [first] = times
  const last = times.at(-1)
  return (
    first && (
      <p className={styles.asOfLine} data-part="as-of-line">
        Prices checked {first === last ? first : `between ${first} and ${last}`}
      </p>
    )
  )
}
