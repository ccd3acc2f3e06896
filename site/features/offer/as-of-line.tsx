import { formatAsOf } from '#domain/dates.ts'
import type { Offer } from './offer.ts'
import * as styles from './price.module.css'

/**
 * Since when the prices of a list are known, once for all of them: the time of the one that was read first. Amazon's
 * licence wants it at each price, and Price says it there.
 */
export function AsOfLine({ offers }: { offers: readonly Pick<Offer, 'asOf' | 'price' | 'source'>[] }) {
  const times = offers.flatMap(({ asOf, price, source }) => (asOf && price !== null && source !== 'amazon' ? asOf : []))
  const [first] = times.sort()
  if (!first) return null
  return (
    <p className={`${styles.productAsOf} ${styles.asOfLine}`} data-part="as-of-line">
      Prices as of <time dateTime={first}>{formatAsOf(first)}</time>
      {times.at(-1) !== first && ' or later'}
    </p>
  )
}
