import * as layout from '#design/layout.module.css'
import { ProductGrid } from '#site/features/listing/product-grid.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { SectionHead } from '#site/ui/section-head.tsx'

/** A list of deals begins with the prices that our own readings prove to have fallen; without one it begins as it is. */
export function DropsFirst({ offers, more }: { offers: readonly Offer[]; more: string }) {
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="drops-title" className={layout.section} data-part="drops-first">
      <SectionHead
        id="drops-title"
        kicker="Proven by our own readings"
        title={
          <>
            Prices that <em>really fell</em>
          </>
        }
        more={{ label: 'All price drops', to: more }}
      />
      <ProductGrid offers={offers} heading="h3" eager={4} first slot="drops-first" compare />
    </section>
  )
}
