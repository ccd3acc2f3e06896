import { ProductGrid } from '#site/features/listing/product-grid.tsx'
import { useShopQuery } from '#site/ssr/data/use-query.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'
import { relatedQuery } from '../queries.ts'

/** Left out when nothing is like it, and when it could not be read: the page is whole without. */
export function RelatedProducts({ id }: { id: number }) {
  const { data: offers = [] } = useShopQuery(relatedQuery(id))
  if (offers.length === 0) return null
  return (
    <section className="section" aria-labelledby="related-title">
      <SectionHead id="related-title" title="You may also like" />
      <ProductGrid offers={offers} slot="related" />
    </section>
  )
}
