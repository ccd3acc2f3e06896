import { useMatches } from 'react-router'
import { siteConfig } from '#domain/site-config.ts'
import type { Offer } from '#site/features/offer/offer.ts'
import { siteUrlOf } from '#site/ssr/document/seo.ts'
import { JsonLd } from '#site/ui/json-ld.tsx'

interface ListingDataProps {
  path: string
  name: string
  /** The page above it, where that is not the home page. */
  parent?: { label: string; path: string }
  /** What the page lists; nothing while it could not be read. */
  offers: readonly Offer[] | undefined
  /** How many products stand before this page. */
  before?: number
}

/** What search engines read of a list: where it stands in the site, and what is on it. */
export function ListingData({ path, name, parent, offers = [], before = 0 }: ListingDataProps) {
  const siteUrl = siteUrlOf(useMatches())
  const crumbs = [
    { name: siteConfig.name, item: `${siteUrl}/` },
    ...(parent ? [{ name: parent.label, item: siteUrl + parent.path }] : []),
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
              // Its page tells the name; a retailer's find has no page of its own here.
              ...(offer.page ? { url: siteUrl + offer.page } : { name: offer.name }),
            })),
          }}
        />
      )}
    </>
  )
}
