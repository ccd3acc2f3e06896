import type { Offer } from '../../lib/offer.ts'
import { productPath } from '../../lib/product-path.ts'
import { siteConfig } from '../../lib/site-config.ts'
import { JsonLd } from '../ui/json-ld.tsx'

interface ListingDataProps {
  siteUrl: string
  path: string
  name: string
  offers: readonly Offer[]
  /** How many products stand before this page. */
  before?: number
}

/** What search engines read of a list: where it stands in the site, and what is on it. */
export function ListingData({ siteUrl, path, name, offers, before = 0 }: ListingDataProps) {
  const crumbs = [
    { name: siteConfig.name, item: `${siteUrl}/` },
    { name, item: siteUrl + path },
  ]
  return (
    <>
      <JsonLd
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: crumbs.map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb })),
        }}
      />
      {offers.length > 0 && (
        <JsonLd
          data={{
            '@type': 'ItemList',
            itemListElement: offers.map((offer, index) => ({
              '@type': 'ListItem',
              position: before + index + 1,
              name: offer.name,
              // A retailer's find has no page of its own here.
              ...(offer.source !== 'amazon' && {
                url: siteUrl + productPath({ id: offer.id, product_name: offer.name }),
              }),
            })),
          }}
        />
      )}
    </>
  )
}
