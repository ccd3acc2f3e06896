import { dropsQuery } from '../../data/price-drops.ts'
import { useShopQuery } from '../../data/use-shop-query.tsx'
import { dropListHref, firstDrops } from '../../lib/drop-list.ts'
import type { Listing } from '../../lib/listing.ts'
import { ProductGrid } from '../product/product-grid.tsx'
import { SectionHead } from '../ui/section-head.tsx'

/** A list of deals begins with the prices that our own readings prove to have fallen; without one it begins as it is. */
export function DropsFirst({ listing }: { listing: Listing }) {
  const drops = firstDrops(listing)
  return drops && <Drops drops={drops} />
}

function Drops({ drops }: { drops: NonNullable<ReturnType<typeof firstDrops>> }) {
  const { data } = useShopQuery(dropsQuery(drops))
  // What failed stands below, with the grid that could not be read either.
  if (!data?.offers.length) return null
  return (
    <section aria-labelledby="drops-title" className="section drops-first">
      <SectionHead
        id="drops-title"
        kicker="Proven by our own readings"
        title={
          <>
            Prices that <em>really fell</em>
          </>
        }
        more={{ label: 'All price drops', to: dropListHref(drops) }}
      />
      <ProductGrid offers={data.offers} heading="h3" eager={4} first slot="drops" />
    </section>
  )
}
