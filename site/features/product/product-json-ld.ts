import { absolute } from '#site/ssr/document/seo.ts'
import { largestImage } from '#site/ui/largest-image.ts'
import { availabilitySchema } from './availability.ts'
import type { ItemOffer } from './item-offers.ts'
import type { ProductDetail } from './queries.ts'

interface ProductJsonLd {
  product: ProductDetail
  offers: readonly ItemOffer[]
  siteUrl: string
  path: string
}

/**
 * Product with its offers as schema.org has it, each with the page of its own; the range of prices is that of what can be bought.
 * Prices that may not be shown stand in no offer.
 */
export function productJsonLd({ product, offers, siteUrl, path }: ProductJsonLd): object {
  const url = siteUrl + path
  const priced = (offers.length > 0 ? offers : [{ ...product }]).filter(
    ({ price, currency }) => price !== null && currency === product.currency,
  )
  const buyable = priced.filter(({ soldOut }) => !soldOut)
  const prices = (buyable.length > 0 ? buyable : priced).flatMap(({ price }) => price ?? [])
  const each = priced.map(({ page, price, currency, availability, merchant }) => ({
    '@type': 'Offer',
    url: siteUrl + (page ?? path),
    price: price?.toFixed(2),
    priceCurrency: currency,
    availability: availabilitySchema(availability),
    seller: { '@type': 'Organization', name: merchant },
  }))
  return {
    '@type': 'Product',
    name: product.name,
    url,
    category: product.category,
    image: product.image ? absolute(largestImage(product.image), siteUrl) : undefined,
    description: product.description ?? undefined,
    brand: product.brand ? { '@type': 'Brand', name: product.brand } : undefined,
    gtin: product.gtin ?? undefined,
    color: product.colour ?? undefined,
    size: product.size ?? undefined,
    offers:
      each.length > 1
        ? {
            '@type': 'AggregateOffer',
            priceCurrency: product.currency,
            lowPrice: Math.min(...prices).toFixed(2),
            highPrice: Math.max(...prices).toFixed(2),
            offerCount: each.length,
            offers: each,
          }
        : each[0],
  }
}

export const breadcrumbJsonLd = (crumbs: readonly { label: string; path: string }[], siteUrl: string): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ label, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: siteUrl + path,
  })),
})
