import * as controls from '#design/controls.module.css'
import { siteConfig } from '#domain/site-config.ts'
import * as styles from './disclosure.module.css'
import type { Offer } from './offer.ts'

/** Stands above the first paid link of a page, where it is read before the click. */
export function DisclosureLine() {
  return (
    <p className={styles.disclosureLine} data-part="disclosure-line">
      {siteConfig.disclosure}{' '}
      <a href="/affiliate-disclosure" className={controls.textLink}>
        How this works
      </a>
    </p>
  )
}

/** Above a list with the large retailer's links, as its terms want it: only where such a link is shown. */
export function RetailerDisclosure({ offers }: { offers: readonly Pick<Offer, 'source'>[] }) {
  if (!offers.some((offer) => offer.source === 'amazon')) return null
  return (
    <p className={styles.disclosureNote} data-part="disclosure-note">
      {siteConfig.amazonDisclosure} Prices and availability are accurate as of the time shown at the retailer and may
      change.
    </p>
  )
}
