import * as layout from '#design/layout.module.css'
import { ProductGrid } from '#site/features/listing/product-grid.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { SectionHead } from '#site/ui/section-head.tsx'

/** Left out when nothing is like it, and when it could not be read: the page is whole without. */
export function RelatedProducts({ offers }: { offers: readonly Offer[] }) {
  if (offers.length === 0) return null
  return (
    <section className={layout.section} aria-labelledby="related-title">
      <SectionHead id="related-title" title="You may also like" />
      <ProductGrid offers={offers} slot="related" />
    </section>
  )
}
