import { homeQueries } from '../../data/home.ts'
import { useShopQuery } from '../../data/use-shop-query.tsx'
import { RetailerDisclosure } from '../product/disclosure.tsx'
import { ProductGrid, ProductGridSkeleton } from '../product/product-grid.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { StateNote } from '../ui/state-note.tsx'

/** Hidden entirely when there are no products. */
export function RetailerFinds() {
  const { data, error, isFetching, refetch } = useShopQuery(homeQueries.retailer)
  if (data?.length === 0) return null
  return (
    <section aria-labelledby="retailer-title" className="section compact">
      <SectionHead id="retailer-title" title="Top Retailer Finds" more={{ label: 'View All', to: '/amazon-deals' }} />
      {data ? (
        <>
          <ProductGrid offers={data} />
          <RetailerDisclosure offers={data} />
        </>
      ) : error && !isFetching ? (
        <StateNote kind="error" title={`Error loading Amazon products: ${error}`}>
          <button type="button" className="button quiet needs-script" onClick={() => refetch()}>
            Try Again
          </button>
        </StateNote>
      ) : (
        <ProductGridSkeleton count={4} />
      )}
    </section>
  )
}
