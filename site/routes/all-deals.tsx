import { data } from 'react-router'
import * as layout from '#design/layout.module.css'
import { CategoryPanel } from '#site/features/deals/category-panel.tsx'
import { parseDeals } from '#site/features/deals/deal-pages.ts'
import { type DealSearch, dealSearchParams, parseDealSearch } from '#site/features/deals/deal-search.ts'
import { DealsGrid } from '#site/features/deals/deals-grid.tsx'
import { DealsHead } from '#site/features/deals/deals-head.tsx'
import { DropsFirst } from '#site/features/deals/drops-first.tsx'
import { repeatedOffers, withoutOffers } from '#site/features/deals/items-once.ts'
import { lineup } from '#site/features/deals/lineup.ts'
import { LineupSection } from '#site/features/deals/lineup-section.tsx'
import { MoreDeals } from '#site/features/deals/more-deals.tsx'
import type { MoreDealsPage } from '#site/features/deals/more-deals-page.ts'
import { moreDealsFor, moreDealsQuery } from '#site/features/deals/more-deals-query.ts'
import { dropListHref, firstDrops } from '#site/features/deals/price-drop-parameters.ts'
import { dropsQuery } from '#site/features/deals/price-drops.ts'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { redirectToKnown } from '#site/features/listing/known-filters.ts'
import { listingHead, listStatus } from '#site/features/listing/list-head.ts'
import type { Listing } from '#site/features/listing/listing.ts'
import { CompareBar } from '#site/features/listing/product-compare.tsx'
import { dealsQuery } from '#site/features/listing/products.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { blockData, useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { JumpLink } from '#site/ui/jump-link.tsx'
import type { Route } from './+types/all-deals.ts'

const base = '/all-deals'
const title = 'All Deals & Discounts'
const intro =
  'Beauty, fashion, home and gifts from every shop we follow, in one place. Prices that really fell come first; every list says when its prices were read.'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta({
        ...loaderData.head,
        siteUrl: siteUrlOf(matches),
      })
    : []

export async function loader({ url, context }: Route.LoaderArgs) {
  const { searchParams } = url
  const listing = parseDeals(searchParams)
  const search = parseDealSearch(searchParams)
  const drops = firstDrops(listing)
  const moreQuery = moreDealsFor(listing, search)
  const [grid, fallen, more] = await Promise.all([
    loadQuery(context, dealsQuery(listing)),
    drops && loadQuery(context, dropsQuery(drops)),
    moreQuery && loadQuery(context, moreQuery),
  ])
  redirectToKnown(url, dataOf(grid)?.facets)
  const shown = dataOf(grid)?.offers
  const head = listingHead(title, { base, listing, shown: shown?.length })
  // What failed is not missed: the list below stands by itself.
  const first = drops ? { offers: dataOf(fallen)?.offers ?? [], more: dropListHref(drops) } : null
  // What a visitor searched for is shown in full, also with what stands above.
  const found = search.text === '' ? (dataOf(more)?.offers ?? []) : []
  const [, inGrid, inMore] = await repeatedOffers(context, [first?.offers ?? [], shown ?? [], found])
  return data(
    {
      ...{ listing, search, first, lineup, inGrid, inMore },
      grid: withoutOffers(grid, inGrid),
      more: more && withoutOffers(more, inMore),
      // The text comes with the page, not with its script.
      head: { ...head, description: intro },
    },
    listStatus({ page: listing.page, shown: shown?.length }),
  )
}

export default function AllDeals({ loaderData }: Route.ComponentProps) {
  const { listing, search, first, lineup, inGrid, inMore, head } = loaderData
  const grid = useBlock(dealsQuery(listing), loaderData.grid)
  const kept = dealSearchParams(search)
  const here = new URLSearchParams(kept).toString()
  return (
    <>
      <DealsHead kicker="Deals" title={title} intro={head.description} art="offers-tall">
        <JumpLink to="deals">Shop All Deals</JumpLink>
        <CategoryPanel
          base={here ? `${base}?${here}` : base}
          listing={listing}
          categories={blockData(grid)?.facets.categories}
        />
      </DealsHead>
      <CategoryTabs />
      <div className={layout.wrap}>
        <DisclosureLine />
        {first && <DropsFirst {...first} />}
        <DealsGrid
          base={base}
          keep={kept}
          listing={listing}
          page={grid}
          title={
            <>
              Shop The <em>Best Deals</em>
            </>
          }
          name={title}
          leaveOut={inGrid}
          withCategory
        />
        <LineupSection lineup={lineup} />
        {loaderData.more ? (
          <SearchedDeals {...{ listing, search }} results={loaderData.more} leaveOut={inMore} />
        ) : (
          <MoreDeals {...{ base, listing, search }} results={null} leaveOut={inMore} />
        )}
        <CompareBar />
      </div>
    </>
  )
}

interface SearchedDealsProps {
  listing: Listing
  search: DealSearch
  results: QueryResult<MoreDealsPage>
  leaveOut: readonly number[] | undefined
}

const SearchedDeals = ({ results, ...rest }: SearchedDealsProps) => (
  <MoreDeals {...rest} base={base} results={useBlock(moreDealsQuery(rest.search), results)} />
)
