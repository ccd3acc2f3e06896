import { data } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { parseDeals } from '#site/features/deals/deal-pages.ts'
import * as dealsGridStyles from '#site/features/deals/deals-grid.module.css'
import { DealsFilter } from '#site/features/deals/deals-grid.tsx'
import { DealsHead } from '#site/features/deals/deals-head.tsx'
import { FeatureTiles } from '#site/features/deals/feature-tiles.tsx'
import { facetsQuery } from '#site/features/listing/facet-queries.ts'
import type { FacetValue } from '#site/features/listing/facets.ts'
import { listingHead, listStatus } from '#site/features/listing/list-head.ts'
import { type Listing, lastOffsetPage, listingHref, noFilters } from '#site/features/listing/listing.ts'
import { ListingData } from '#site/features/listing/listing-data.tsx'
import { PageSteps } from '#site/features/listing/pager.tsx'
import { CompareBar } from '#site/features/listing/product-compare.tsx'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { categoryPageQuery, type NumberedPage } from '#site/features/listing/products.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { blockData, useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { BlockContent, Failed } from '#site/ui/block-content.tsx'
import { JumpLink } from '#site/ui/jump-link.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/home-decor.ts'

const base = '/home-decor'
const title = 'Home & Decor Collection'
const intro = 'Linen, lamps and quiet corners, for rooms that look lived in and loved.'
const category = 'Home & Decor'

const facetsOfDecor = facetsQuery({ ...noFilters, categories: [category] })
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
  const [list, facets] = await Promise.all([loadQuery(context, decorQuery(listing)), loadQuery(context, facetsOfDecor)])
  const shown = dataOf(list)?.offers.length
  return data(
    { list, facets, listing, head: listingHead(title, { base, listing, shown }) },
    listStatus({ page: listing.page, shown }),
  )
}

export default function HomeDecor({ loaderData }: Route.ComponentProps) {
  const { list, facets, listing } = loaderData
  return (
    <>
      <DealsHead kicker="Home" title={title} intro={intro} art="home-decor-tall">
        <JumpLink to="deals">Shop Home Decor</JumpLink>
        <a
          href="/products"
          target="_blank"
          rel="noopener"
          className={`${controls.button} ${controls.quiet} ${controls.large}`}
        >
          View All Products<span className={layout.srOnly}> (opens in a new tab)</span>
        </a>
      </DealsHead>
      <div className={layout.wrap}>
        <section
          id="deals"
          aria-labelledby="deals-title"
          className={`${layout.section} ${dealsGridStyles.dealsGrid}`}
          data-part="deals-grid"
        >
          <SectionHead id="deals-title" title="For every room" />
          <DisclosureLine />
          <Decor list={list} merchants={dataOf(facets)?.merchants} listing={listing} />
          <CompareBar />
        </section>
        <FeatureTiles />
      </div>
    </>
  )
}

interface DecorProps {
  list: QueryResult<NumberedPage>
  merchants: readonly FacetValue[] | undefined
  listing: Listing
}

function Decor({ list, merchants, listing }: DecorProps) {
  const block = useBlock(decorQuery(listing), list)
  const offers = blockData(block)?.offers
  const count = offers?.length ?? 0
  return (
    <>
      <DealsFilter
        {...{ base, keep: {}, listing, merchants, withCategory: false, categories: undefined, clearHref: base }}
        allFilters={listingHref('/products', { ...listing, categories: [category] }, { page: 1 })}
        count={count > 0 ? `Showing ${count} home decor item${count === 1 ? '' : 's'}` : ''}
      />
      <BlockContent
        block={block}
        loading={<ProductGridSkeleton count={8} />}
        failed={(error, retry) => <Failed title={`Error loading home decor products: ${error}`} retry={retry} />}
      >
        {(page) =>
          page.offers.length > 0 ? (
            <DecorPage page={page} listing={listing} />
          ) : (
            <Nothing filtered={listing.merchants.length > 0 || listing.page > 1} />
          )
        }
      </BlockContent>
      <ListingData path={base} name={title} offers={offers} before={(listing.page - 1) * pageSize} />
    </>
  )
}

function DecorPage({ page, listing }: { page: NumberedPage; listing: Listing }) {
  const hasNext = page.hasNext && listing.page < lastOffsetPage
  return (
    <>
      <ProductGrid offers={page.offers} heading="h3" slot="home-decor" compare />
      {(hasNext || listing.page > 1) && (
        <PageSteps
          page={listing.page}
          last={listing.page + (hasNext ? 1 : 0)}
          hasNext={hasNext}
          href={(number) => `${listingHref(base, listing, { page: number })}#deals`}
        />
      )}
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
      <a href={`${base}#deals`} className={controls.textLink}>
        Clear filters and try again
      </a>
    </StateNote>
  )
}
