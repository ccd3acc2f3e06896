import { useState } from 'react'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { OffersBlock } from '#site/features/shop/offers-block.tsx'
import { kindQuery } from '#site/features/shop/queries.ts'
import type { ShopKind } from '#site/features/shop/shop-kinds.ts'
import { useShopQuery } from '#site/ssr/data/use-query.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import { storeCollectionsQuery, storeProductsQuery } from './queries.ts'
import { StoreError } from './shopify-error.tsx'
import { StoreFilters } from './shopify-filters.tsx'
import { brandsOf, filterStore } from './shopify-product.ts'
import { emptyText, isNarrowed, type StoreView } from './shopify-view.ts'

interface StoreGridProps {
  /** The page's own address; filters add to it. */
  base: string
  /** The collection that the page is about; Clear Filters comes back to it. */
  initial: string | null
  /** What the catalogue shows in its place where this shop has no store. */
  kind: ShopKind
  view: StoreView
}

/**
 * Products of the hosted store: 20 of a collection, narrowed by brand. Loading, failed, empty or loaded; where there is no
 * store, the catalogue's own products of that kind.
 */
export function StoreGrid({ base, initial, kind, view }: StoreGridProps) {
  const products = useShopQuery(storeProductsQuery(view.collection))
  const collections = useShopQuery(storeCollectionsQuery())
  const [retries, setRetries] = useState(0)
  const retry = () => {
    setRetries((before) => before + 1)
    products.refetch()
    if (!collections.data) collections.refetch()
  }
  if (products.data === null && !products.isFetching) {
    return <OffersBlock slot="shop-kind" query={kindQuery(kind)} eager={4} heading="h2" empty={<NothingYet />} />
  }
  const shown = products.data && filterStore(products.data, view)
  return (
    <>
      <StoreFilters
        base={base}
        initial={initial}
        view={view}
        collections={collections.data ?? undefined}
        brands={products.data ? brandsOf(products.data) : undefined}
        count={shown?.length}
      />
      {products.isFetching ? (
        <ProductGridSkeleton count={8} />
      ) : shown && shown.length > 0 ? (
        <ProductGrid offers={shown.map(({ offer }) => offer)} eager={4} slot="store" />
      ) : shown ? (
        <StateNote
          kind="empty"
          title={emptyText(isNarrowed(view, initial), titleOf(view.collection, collections.data ?? undefined))}
        >
          {isNarrowed(view, initial) && (
            <a href={base} className="text-link">
              Clear filters and try again
            </a>
          )}
        </StateNote>
      ) : (
        <StoreError
          message={products.error ?? 'Shopify configuration not available'}
          collection={view.collection}
          available={collections.data?.map(({ title }) => title)}
          retries={retries}
          onRetry={retry}
        />
      )}
    </>
  )
}

const NothingYet = () => (
  <StateNote kind="empty" title="No products found" text="Products will appear here once they're added to the database">
    <a href="/products" className="text-link">
      See all products
    </a>
  </StateNote>
)

const titleOf = (handle: string | null, collections?: readonly { handle: string; title: string }[]) =>
  collections?.find((collection) => collection.handle === handle)?.title ?? handle
