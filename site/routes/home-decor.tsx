import { data } from 'react-router'
import { parseDeals } from '#site/features/deals/deal-pages.ts'
import { DealsFilter } from '#site/features/deals/deals-grid.tsx'
import { DealsHead } from '#site/features/deals/deals-head.tsx'
import { FeatureTiles } from '#site/features/deals/feature-tiles.tsx'
import { facetsQuery } from '#site/features/listing/facet-queries.ts'
import { listingHead, listStatus } from '#site/features/listing/list-head.ts'
import { type Listing, lastOffsetPage, listingHref, noFilters } from '#site/features/listing/listing.ts'
import { ListingData } from '#site/features/listing/listing-data.tsx'
import { PageSteps } from '#site/features/listing/pager.tsx'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { categoryPageQuery } from '#site/features/listing/products.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { load } from '#site/ssr/data/load.ts'
import { PageData, useShopQuery } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { JumpLink } from '#site/ui/jump-link.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/home-decor.ts'

const base = '/home-decor'
const title = 'Home & Decor Collection'
const intro = 'Linen, lamps and quiet corners, for rooms that look lived in and loved.'
const category = 'Home & Decor'

const facets = facetsQuery({ ...noFilters, categories: [category] })
/** To a page (specification, 2.7). */
const pageSize = 50
const decorQuery = ({ merchants: [merchant], page }: Listing) =>
  categoryPageQuery({ category, merchant, page, limit: pageSize })

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta({ ...loaderData.head, description: intro, siteUrl: siteUrlOf(matches) }) : []

export async function loader({ url, context }: Route.LoaderArgs) {
  const listing = {
    ...parseDeals(url.searchParams),
    categories: [],
    after: null,
    before: null,
  }
  const query = decorQuery(listing)
  const { state, get } = await load(context, [query, facets])
  const shown = get(query)?.offers.length
  return data(
    { state, listing, head: listingHead(title, { base, listing, shown }) },
    listStatus({ page: listing.page, shown }),
  )
}

export default function HomeDecor({ loaderData }: Route.ComponentProps) {
  const { state, listing } = loaderData
  return (
    <PageData state={state}>
      <DealsHead kicker="Home" title={title} intro={intro} art="home-decor-tall">
        <JumpLink to="deals">Shop Home Decor</JumpLink>
        <a href="/products" target="_blank" rel="noopener" className="button quiet large">
          View All Products<span className="sr-only"> (opens in a new tab)</span>
        </a>
      </DealsHead>
      <div className="wrap">
        <FeatureTiles />
        <section id="deals" aria-labelledby="deals-title" className="section deals-grid">
          <SectionHead id="deals-title" title="For every room" />
          <DisclosureLine />
          <Decor listing={listing} />
        </section>
      </div>
    </PageData>
  )
}

function Decor({ listing }: { listing: Listing }) {
  const { data: found, error, isFetching, refetch } = useShopQuery(decorQuery(listing))
  const data = found?.offers
  const hasNext = (found?.hasNext ?? false) && listing.page < lastOffsetPage
  const { data: choices } = useShopQuery(facets)
  return (
    <>
      <DealsFilter
        {...{ base, keep: {}, listing, withCategory: false, categories: undefined, clearHref: base }}
        merchants={choices?.merchants}
        count={data && data.length > 0 ? `Showing ${data.length} home decor item${data.length === 1 ? '' : 's'}` : ''}
      />
      {data && data.length > 0 ? (
        <>
          <ProductGrid offers={data} heading="h3" slot="home-decor" />
          {(hasNext || listing.page > 1) && (
            <PageSteps
              page={listing.page}
              last={listing.page + (hasNext ? 1 : 0)}
              hasNext={hasNext}
              href={(page) => `${listingHref(base, listing, { page })}#deals`}
            />
          )}
        </>
      ) : isFetching || (!data && error === undefined) ? (
        <ProductGridSkeleton count={8} />
      ) : error === undefined ? (
        <Nothing filtered={listing.merchants.length > 0 || listing.page > 1} />
      ) : (
        <StateNote kind="error" title={`Error loading home decor products: ${error}`}>
          <button type="button" className="button quiet needs-script" onClick={refetch}>
            Try Again
          </button>
        </StateNote>
      )}
      <ListingData path={base} name={title} offers={data} before={(listing.page - 1) * pageSize} />
    </>
  )
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (!filtered) {
    return (
      <StateNote
        kind="empty"
        title="No home decor products found"
        text="New pieces appear here as the shops list them."
      />
    )
  }
  return (
    <StateNote kind="empty" title="No products found matching your filters.">
      <a href={`${base}#deals`} className="text-link">
        Clear filters and try again
      </a>
    </StateNote>
  )
}
