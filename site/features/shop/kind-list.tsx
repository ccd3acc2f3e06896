import * as editorialStyles from '#site/features/listing/editorial.module.css'
import { hasFilters, type Listing } from '#site/features/listing/listing.ts'
import { ListingData } from '#site/features/listing/listing-data.tsx'
import type { ListingPage } from '#site/features/listing/listing-page.ts'
import { ListingBody } from '#site/features/listing/listing-screen.tsx'
import type { QueryResult } from '#site/ssr/data/query-result.ts'
import { blockData, useBlock } from '#site/ssr/data/use-block.ts'
import { kindListQuery } from './kind-query.ts'
import { ShopCollections } from './shop-collections.tsx'
import type { ShopKind } from './shop-kinds.ts'

interface KindListProps {
  base: string
  title: string
  kind: ShopKind
  list: QueryResult<ListingPage>
  listing: Listing
}

/** That list, opened by its newest product. */
export function KindList({ base, title, kind, list, listing }: KindListProps) {
  const page = useBlock(kindListQuery(kind, listing), list)
  const opens = !hasFilters(listing) && listing.page === 1
  return (
    <>
      <div className={opens ? editorialStyles.editorial : undefined}>
        <ListingBody base={base} listing={listing} page={page} fixed="categories" slot="shop-kind" />
      </div>
      <ListingData path={base} name={title} offers={blockData(page)?.offers} />
      <ShopCollections />
    </>
  )
}
