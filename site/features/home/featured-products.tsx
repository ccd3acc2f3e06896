import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { useShopQuery } from '#site/ssr/data/use-query.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import { homeQueries } from './queries.ts'

export function FeaturedProducts() {
  const { data, error, isFetching, refetch } = useShopQuery(homeQueries.featured)
  return (
    <section id="deals" aria-labelledby="featured-title" className="section">
      <SectionHead
        id="featured-title"
        kicker="Just in"
        title="Featured Products"
        more={{ label: 'View All Products', to: '/products' }}
      />
      {data && data.length > 0 ? (
        <ProductGrid offers={data} slot="home-featured" />
      ) : isFetching || (!data && !error) ? (
        <ProductGridSkeleton count={8} />
      ) : error ? (
        <StateNote kind="error" title="Failed to load products" text="Check console for details">
          <button type="button" className="button quiet needs-script" onClick={() => refetch()}>
            Try Again
          </button>
        </StateNote>
      ) : (
        <StateNote
          kind="empty"
          title="No products found"
          text="Products will appear here once they're added to the database"
        />
      )}
    </section>
  )
}
