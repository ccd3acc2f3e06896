import { RetailerDisclosure } from '#site/features/offer/disclosure.tsx'
import { useShopQuery } from '#site/ssr/data/use-query.tsx'
import { JsonLd } from '#site/ui/json-ld.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { Breadcrumbs, type Crumb } from './parts/breadcrumbs.tsx'
import { BuyBox } from './parts/buy-box.tsx'
import { OffersTable } from './parts/offers-table.tsx'
import { PriceHistory } from './parts/price-history.tsx'
import { RecentlyViewed } from './parts/recently-viewed.tsx'
import { RelatedProducts } from './parts/related-products.tsx'
import { offersQuery, type ProductDetail, productQuery, variantsQuery } from './queries.ts'

interface ProductScreenProps {
  id: number
  crumbs: readonly Crumb[]
  /** What machines read: schema.org data blocks. */
  structured: readonly object[]
}

/** One product: pictures and facts, what it is, every shop's price, how the price moved, and what is like it. */
export function ProductScreen({ id, crumbs, structured }: ProductScreenProps) {
  const { data: product } = useShopQuery(productQuery(id))
  const { data: offers = [] } = useShopQuery(offersQuery(id))
  const { data: variants = [] } = useShopQuery(variantsQuery(id))
  if (!product) return null
  return (
    <div className="wrap product-page">
      <Breadcrumbs crumbs={crumbs} />
      <article className="product-main">
        <Gallery name={product.name} pictures={picturesOf([product, ...offers])} />
        <BuyBox product={product} offers={offers} variants={variants} />
      </article>
      <Description product={product} />
      <OffersTable id={id} />
      <PriceHistory product={product} />
      <RelatedProducts id={id} />
      <RecentlyViewed offer={product} />
      <RetailerDisclosure offers={[product, ...offers]} />
      {structured.map((data, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one page never move
        <JsonLd key={index} data={data} />
      ))}
    </div>
  )
}

/** The shops' own pictures of one item, each once. More than this is no longer looked through. */
function picturesOf(offers: readonly { image: string | null }[]): string[] {
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
    <section className="product-about" aria-labelledby="about-title">
      <h2 id="about-title" className="display section-title">
        About it
      </h2>
      <div className="product-description">
        {/* a shop's text is text: whatever stands in it is shown, and nothing runs */}
        {description?.split(/\n+/).map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one text never move
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      <dl className="product-facts">
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
