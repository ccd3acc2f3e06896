import { data } from 'react-router'
import { CategoryPanel } from '#site/features/deals/category-panel.tsx'
import { parseDeals } from '#site/features/deals/deal-pages.ts'
import { dealSearchParams, parseDealSearch } from '#site/features/deals/deal-search.ts'
import { DealsGrid } from '#site/features/deals/deals-grid.tsx'
import { DealsHead } from '#site/features/deals/deals-head.tsx'
import { DropsFirst } from '#site/features/deals/drops-first.tsx'
import { repeatedOffers, withoutOffers } from '#site/features/deals/items-once.ts'
import { lineup } from '#site/features/deals/lineup.ts'
import { LineupSection } from '#site/features/deals/lineup-section.tsx'
import { MoreDeals } from '#site/features/deals/more-deals.tsx'
import { moreDealsFor } from '#site/features/deals/more-deals-query.ts'
import { dropListHref, firstDrops } from '#site/features/deals/price-drop-parameters.ts'
import { dropsQuery } from '#site/features/deals/price-drops.ts'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { listingHead, listStatus } from '#site/features/listing/list-head.ts'
import type { Listing } from '#site/features/listing/listing.ts'
import { dealsQuery } from '#site/features/listing/products.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { load } from '#site/ssr/data/load.ts'
import { PageData, useShopQuery } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { JumpLink } from '#site/ui/jump-link.tsx'
import type { Route } from './+types/all-deals.ts'

const base = '/all-deals'
const title = 'All Deals & Discounts'
const intro =
  'Beauty, fashion, home and gifts from every shop we follow, in one place. Prices that really fell come first; every card says when its price was read.'

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
  const query = dealsQuery(listing)
  const drops = firstDrops(listing)
  const more = moreDealsFor(listing, search)
  const [{ state, get }, fallen] = await Promise.all([
    load(context, more ? [query, more] : [query]),
    drops ? load(context, [dropsQuery(drops)]) : null,
  ])
  const shown = get(query)?.offers.length
  const head = listingHead(title, { base, listing, shown })
  // The text comes with the page, not with its script.
  // What failed is not missed: the list below stands by itself.
  const first = drops ? { offers: fallen?.get(dropsQuery(drops))?.offers ?? [], more: dropListHref(drops) } : null
  // What a visitor searched for is answered in full, also with what stands above.
  const found = more && search.text === '' ? (get(more)?.offers ?? []) : []
  const [, inGrid, inMore] = await repeatedOffers(context, [first?.offers ?? [], get(query)?.offers ?? [], found])
  const once = withoutOffers(withoutOffers(state, query, inGrid), more, inMore)
  return data(
    { state: once, listing, search, first, lineup, inGrid, inMore, head: { ...head, description: intro } },
    listStatus({ page: listing.page, shown }),
  )
}

export default function AllDeals({ loaderData }: Route.ComponentProps) {
  const { state, listing, search, first, lineup, inGrid, inMore, head } = loaderData
  const kept = dealSearchParams(search)
  return (
    <PageData state={state}>
      <Head intro={head.description} listing={listing} query={new URLSearchParams(kept).toString()} />
      <CategoryTabs />
      <div className="wrap">
        <DisclosureLine />
        {first && <DropsFirst {...first} />}
        <DealsGrid
          base={base}
          keep={kept}
          listing={listing}
          query={dealsQuery(listing)}
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
        <MoreDeals base={base} listing={listing} search={search} leaveOut={inMore} />
      </div>
    </PageData>
  )
}

function Head({ intro, listing, query }: { intro: string; listing: Listing; query: string }) {
  const { data } = useShopQuery(dealsQuery(listing))
  return (
    <DealsHead kicker="Deals" title={title} intro={intro} art="offers-tall">
      <JumpLink to="deals">Shop All Deals</JumpLink>
      <CategoryPanel base={query ? `${base}?${query}` : base} listing={listing} categories={data?.facets.categories} />
    </DealsHead>
  )
}
