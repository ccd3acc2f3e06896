import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { RetailerDisclosure } from '#site/features/offer/disclosure.tsx'
import { useShopQuery } from '#site/ssr/data/use-query.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import { homeQueries } from './queries.ts'

/** Hidden entirely when there are no products. */
export function RetailerFinds() {
  const { data, error, isFetching, refetch } = useShopQuery(homeQueries.retailer)
  if (data?.length === 0) return null
  return (
    <section aria-labelledby="retailer-title" className="section compact">
      <SectionHead id="retailer-title" title="Top Retailer Finds" more={{ label: 'View All', to: '/amazon-deals' }} />
      {data ? (
        <>
          <ProductGrid offers={data} slot="home-finds" />
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
