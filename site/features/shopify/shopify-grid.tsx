import { useState } from 'react'
import * as controls from '#design/controls.module.css'
import { emptyText } from '#domain/shopify-texts.ts'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { OffersBlock } from '#site/features/shop/offers-block.tsx'
import { kindQuery } from '#site/features/shop/queries.ts'
import type { ShopKind } from '#site/features/shop/shop-kinds.ts'
import type { QueryResult } from '#site/ssr/data/query-result.ts'
import { blockData, useBlock } from '#site/ssr/data/use-block.ts'
import { BlockContent } from '#site/ui/block-content.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import { type StoreCollection, storeCollectionsQuery, storeProductsQuery } from './queries.ts'
import { StoreError } from './shopify-error.tsx'
import { StoreFilters } from './shopify-filters.tsx'
import { brandsOf, filterStore, type StoreProduct } from './shopify-product.ts'
import { isNarrowed, type StoreView } from './shopify-view.ts'

/** What a page with such a grid reads. Null: this site has no Shopify store. */
export interface ShopifyResults {
  products: QueryResult<StoreProduct[] | null>
  collections: QueryResult<StoreCollection[] | null>
  /** The catalogue's own products of that kind, read where there is no store. */
  instead: QueryResult<Offer[]> | null
}

interface StoreGridProps extends ShopifyResults {
  /** The page's own address; filters add to it. */
  base: string
  /** The collection that the page is about; Clear Filters comes back to it. */
  initial: string | null
  kind: ShopKind
  view: StoreView
}

/**
 * Products of the Shopify store: 20 of a collection, narrowed by brand. Loading, failed, empty or loaded; where there is no
 * store, the catalogue's own products of that kind.
 */
export function StoreGrid({ instead, kind, ...props }: StoreGridProps) {
  const products = useBlock(storeProductsQuery(props.view.collection), props.products)
  const collections = useBlock(storeCollectionsQuery(), props.collections)
  const [retries, setRetries] = useState(0)
  const retry = () => {
    setRetries((before) => before + 1)
    if (products.status === 'failed') products.retry()
    if (collections.status === 'failed') collections.retry()
  }
  if (blockData(products) === null) return instead ? <OfKind kind={kind} loaded={instead} /> : <NothingYet />
  const { base, initial, view } = props
  const found = blockData(products)
  const known = blockData(collections) ?? undefined
  const shown = found && filterStore(found, view)
  return (
    <>
      <StoreFilters
        {...{ base, initial, view }}
        collections={known}
        brands={found ? brandsOf(found) : undefined}
        count={shown?.length}
      />
      <BlockContent
        block={products}
        loading={<ProductGridSkeleton count={8} />}
        failed={(error) => (
          <StoreError
            message={error}
            collection={view.collection}
            available={known?.map(({ title }) => title)}
            retries={retries}
            onRetry={retry}
          />
        )}
      >
        {() =>
          shown && shown.length > 0 ? (
            <ProductGrid offers={shown.map(({ offer }) => offer)} eager={4} slot="store" />
          ) : (
            <NothingMatches {...{ base, initial, view }} title={titleOf(view.collection, known)} />
          )
        }
      </BlockContent>
    </>
  )
}

const OfKind = ({ kind, loaded }: { kind: ShopKind; loaded: QueryResult<Offer[]> }) => (
  <OffersBlock
    slot="shop-kind"
    offers={useBlock(kindQuery(kind), loaded)}
    eager={4}
    heading="h2"
    empty={<NothingYet />}
  />
)

type NothingMatchesProps = Pick<StoreGridProps, 'base' | 'initial' | 'view'> & { title: string | null }

const NothingMatches = ({ base, initial, view, title }: NothingMatchesProps) => (
  <StateNote kind="empty" title={emptyText(isNarrowed(view, initial), title)}>
    {isNarrowed(view, initial) && (
      <a href={base} className={controls.textLink}>
        Clear filters and try again
      </a>
    )}
  </StateNote>
)

const NothingYet = () => (
  <StateNote kind="empty" title="No products found" text="Products will appear here once they're added to the database">
    <a href="/products" className={controls.textLink}>
      See all products
    </a>
  </StateNote>
)

const titleOf = (handle: string | null, collections?: readonly { handle: string; title: string }[]) =>
  collections?.find((collection) => collection.handle === handle)?.title ?? handle
