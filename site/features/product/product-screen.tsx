import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { DisclosureLine, RetailerDisclosure } from '#site/features/offer/disclosure.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { Breadcrumbs, type Crumb } from '#site/ui/breadcrumbs.tsx'
import { JsonLd } from '#site/ui/json-ld.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { BuyBox } from './parts/buy-box.tsx'
import { OffersTable } from './parts/offers-table.tsx'
import { PriceHistory } from './parts/price-history.tsx'
import { RecentlyViewed } from './parts/recently-viewed.tsx'
import { RelatedProducts } from './parts/related-products.tsx'
import { useFreshOffers } from './parts/use-fresh-offers.ts'
import * as productStyles from './product.module.css'
import type { ProductView } from './product-view.ts'
import type { ProductDetail, Variant } from './queries.ts'

/** A product that is listed, and what its page reads beside it. */
export interface LoadedProduct {
  product: ProductDetail
  variants: QueryResult<Variant[]>
  related: QueryResult<Offer[]>
  view: ProductView
}

interface ProductScreenProps {
  id: number
  loaded: LoadedProduct
  crumbs: readonly Crumb[]
  /** What machines read: schema.org data blocks. */
  structured: readonly object[]
}

/** One product: images, the best offer with its button, every shop's price, how the price moved, and what is like it. */
export function ProductScreen({ id, loaded, crumbs, structured }: ProductScreenProps) {
  const { product, view } = loaded
  const { offers, reason, news = null } = useFreshOffers({ id, currency: product.currency, ranked: view.ranked })
  return (
    <div className={layout.wrap}>
      <Breadcrumbs crumbs={crumbs} />
      {/* above the whole first screen: on wide ones its links stand side by side */}
      <div className={productStyles.disclosed}>
        <DisclosureLine />
      </div>
      <article className={productStyles.productMain}>
        <Gallery name={product.name} images={imagesOf([product, ...offers])} />
        <BuyBox
          product={product}
          best={offers[0] ?? product}
          reason={reason}
          isLowest={view.isLowestIn30Days && offers[0]?.id === view.ranked.offers[0]?.id}
          news={news}
          variants={dataOf(loaded.variants) ?? []}
        />
        {(offers.length > 1 || view.histories.length > 0 || view.failed) && (
          <div className={productStyles.prices} data-part="prices">
            {view.failed && (
              <StateNote kind="error" title={`Error loading other shops: ${view.failed}`}>
                <a href={product.page} className={`${controls.button} ${controls.quiet}`}>
                  Try Again
                </a>
              </StateNote>
            )}
            <OffersTable id={id} offers={offers} />
            <PriceHistory best={offers[0] ?? product} histories={view.histories} />
          </div>
        )}
      </article>
      <Description product={product} />
      <RelatedProducts offers={dataOf(loaded.related) ?? []} />
      <RecentlyViewed offer={product} />
      <RetailerDisclosure offers={[product, ...offers]} />
      {structured.map((data, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one page never move
        <JsonLd key={index} data={data} />
      ))}
    </div>
  )
}

/** The shops' own images of one item, each once. More than this is no longer looked through. */
function imagesOf(offers: readonly { image: string | null }[]): string[] {
  const addresses = offers.flatMap(({ image }) => (image ? [image] : []))
  return [...new Set(addresses)].slice(0, 6)
}

function Description({ product: { description, brand, colour, size, gtin } }: { product: ProductDetail }) {
  const facts = [
    ['Brand', brand],
    ['Color', colour],
    ['Size', size],
    ['GTIN', gtin],
  ].filter(([, value]) => value)
  if (!description && facts.length === 0) return null
  return (
    <section className={productStyles.productAbout} aria-labelledby="about-title">
      <h2 id="about-title" className={`${layout.display} ${layout.sectionTitle}`}>
        About it
      </h2>
      <div className={productStyles.productDescription} data-part="product-description">
        {/* a shop's text is text: whatever stands in it is shown, and nothing runs */}
        {description?.split(/\n+/).map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one text never move
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      <dl className={productStyles.productFacts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
