import { relatedQuery } from '../../data/product-page.ts'
import { useShopQuery } from '../../data/use-shop-query.tsx'
import { ProductGrid } from '../product/product-grid.tsx'
import { SectionHead } from '../ui/section-head.tsx'

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
