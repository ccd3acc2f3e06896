import { siteConfig } from '#domain/site-config.ts'
import type { Offer } from './offer.ts'

/** Stands above the first paid link of a page, where it is read before the click. */
export function DisclosureLine() {
  return (
    <p className="disclosure-line">
      {siteConfig.disclosure}{' '}
      <a href="/affiliate-disclosure" className="text-link">
        How this works
      </a>
    </p>
  )
}

/** Under a grid with the large retailer's links: its own sentence, only where such a link is shown. */
export function RetailerDisclosure({ offers }: { offers: readonly Pick<Offer, 'source'>[] }) {
  if (!offers.some((offer) => offer.source === 'amazon')) return null
  return (
    <p className="disclosure-note">
      {siteConfig.disclosure} {siteConfig.amazonDisclosure} Prices and availability are accurate as of the time shown at
      the retailer and may change.
    </p>
  )
}
