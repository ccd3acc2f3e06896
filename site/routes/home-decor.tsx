import { DealsFilter } from '../components/deals/deals-grid.tsx'
import { DealsHead } from '../components/deals/deals-head.tsx'
import { FeatureTiles } from '../components/deals/feature-tiles.tsx'
import { DisclosureLine } from '../components/product/disclosure.tsx'
import { ListingData } from '../components/product/listing-data.tsx'
import { PageSteps } from '../components/product/pager.tsx'
import { ProductGrid, ProductGridSkeleton } from '../components/product/product-grid.tsx'
import { JumpLink } from '../components/ui/jump-link.tsx'
import { SectionHead } from '../components/ui/section-head.tsx'
import { StateNote } from '../components/ui/state-note.tsx'
import { facetsQuery } from '../data/facets.ts'
import { load } from '../data/load.ts'
import { categoryPageQuery } from '../data/products.ts'
import { PageData, useShopQuery } from '../data/use-shop-query.tsx'
import { parseDeals } from '../lib/deal-pages.ts'
import { listingHead } from '../lib/list-head.ts'
import { type Listing, lastOffsetPage, listingHref, noFilters } from '../lib/listing.ts'
import { pageMeta, siteUrlOf } from '../lib/seo.ts'
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
  return { state, listing, head: listingHead(title, { base, listing, shown: get(query)?.offers.length }) }
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
          <ProductGrid offers={data} heading="h3" />
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
