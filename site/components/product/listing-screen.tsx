import type { ReactNode } from 'react'
import { filterOptionsQuery, listingQuery } from '../../data/products.ts'
import { useShopQuery } from '../../data/use-shop-query.tsx'
import { countCap, hasFilters, type Listing, listingHref, pageSize } from '../../lib/listing.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import { StateNote } from '../ui/state-note.tsx'
import { DisclosureLine, RetailerDisclosure } from './disclosure.tsx'
import { ListingFilters } from './listing-filters.tsx'
import { Pager } from './pager.tsx'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'

interface ListingScreenProps {
  base: string
  listing: Listing
  /** A page of one category asks no visitor for it. */
  fixedCategory?: string
  kicker: string
  title: ReactNode
  intro: string
}

/** A product list: heading, filters, count, grid, pages. All of its state is in the address. */
export function ListingScreen({ base, listing, fixedCategory, kicker, title, intro }: ListingScreenProps) {
  const page = useShopQuery(listingQuery(fixedCategory ? { ...listing, category: fixedCategory } : listing))
  const options = useShopQuery(filterOptionsQuery())
  const { data, error, isFetching, refetch } = page
  return (
    <div className="wrap listing">
      <header className="page-head">
        <p className="kicker">{kicker}</p>
        <h1 className="display page-title">{title}</h1>
        <p className="lede">{intro}</p>
      </header>
      <DisclosureLine />
      <ListingFilters
        base={base}
        listing={listing}
        options={options.data}
        withCategory={!fixedCategory}
        count={data && countText(data.total, listing, data.offers.length)}
      />
      {data && data.offers.length > 0 ? (
        <>
          <ProductGrid offers={data.offers} heading="h2" eager={4} />
          <RetailerDisclosure offers={data.offers} />
          <Pager base={base} listing={listing} page={data} />
          <JsonLd
            data={{
              '@type': 'ItemList',
              itemListElement: data.offers.map((offer, index) => ({
                '@type': 'ListItem',
                position: index + 1,
                name: offer.name,
              })),
            }}
          />
        </>
      ) : isFetching || (!data && !error) ? (
        <ProductGridSkeleton count={8} />
      ) : error ? (
        <StateNote kind="error" title={`Error loading products: ${error}`}>
          <button type="button" className="button quiet needs-script" onClick={() => refetch()}>
            Try Again
          </button>
        </StateNote>
      ) : hasFilters(listing) || listing.page > 1 ? (
        <StateNote kind="empty" title="No products found matching your filters.">
          <a href={base} className="text-link">
            Clear filters and try again
          </a>
        </StateNote>
      ) : (
        <StateNote
          kind="empty"
          title="No products found"
          text="Products will appear here once they're added to the database"
        />
      )}
    </div>
  )
}

/** '48 products, page 2 of 2': also what a screen reader hears when the list changes. */
function countText(total: number, listing: Listing, shown: number): string {
  if (total > countCap)
    return `${countCap.toLocaleString('en-US')}+ products${listing.page > 1 ? `, page ${listing.page}` : ''}`
  const pages = Math.ceil(total / pageSize)
  const products = `${total} product${total === 1 ? '' : 's'}`
  return pages > 1 && shown > 0 && listing.page <= pages ? `${products}, page ${listing.page} of ${pages}` : products
}

export const canonicalListing = (base: string, listing: Listing): string =>
  listingHref(base, { ...listing, category: null, merchant: null, sort: 'newest', after: null, before: null }, {})
