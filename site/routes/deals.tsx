import { data } from 'react-router'
import { DropFilter } from '#site/features/deals/drop-filter.tsx'
import { type DropList, dropListHref, dropPages, parseDropList } from '#site/features/deals/price-drop-parameters.ts'
import { dropsQuery } from '#site/features/deals/price-drops.ts'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { listHead, listStatus } from '#site/features/listing/list-head.ts'
import { pageSize } from '#site/features/listing/listing.ts'
import { ListingData } from '#site/features/listing/listing-data.tsx'
import { PageSteps } from '#site/features/listing/pager.tsx'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { load } from '#site/ssr/data/load.ts'
import { PageData, useShopQuery } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { BeyondEnd } from '#site/ui/beyond-end.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/deals.ts'

const title = 'Price Drops'
const intro =
  'Products whose price is lower now than at any time in the thirty days before, as we read it ourselves. A shop’s own struck-out price is not enough to be here.'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta({ ...loaderData.head, description: intro, siteUrl: siteUrlOf(matches) }) : []

export async function loader({ url, context }: Route.LoaderArgs) {
  const list = parseDropList(url.searchParams)
  const query = dropsQuery(list)
  const { state, get } = await load(context, [query])
  const plain = { category: null, merchant: null, sort: 'biggest' } as const
  const narrowed = list.category !== null || list.merchant !== null || list.sort !== plain.sort
  const path = dropListHref({ ...list, ...plain }, { page: narrowed ? 1 : list.page })
  const shown = get(query)?.offers.length
  return data(
    { state, list, head: listHead({ title, page: list.page, path, shown }) },
    listStatus({ page: list.page, shown }),
  )
}

export default function Deals({ loaderData }: Route.ComponentProps) {
  const { state, list } = loaderData
  return (
    <PageData state={state}>
      <CategoryTabs />
      <div className="wrap listing">
        <header className="page-head">
          <p className="kicker">Deals</p>
          <h1 className="display page-title">
            Price <em>Drops</em>
          </h1>
          <p className="lede">{intro}</p>
        </header>
        <DisclosureLine />
        <Drops list={list} />
      </div>
    </PageData>
  )
}

function Drops({ list }: { list: DropList }) {
  const { data, error, isFetching, refetch } = useShopQuery(dropsQuery(list))
  if (!data) {
    if (isFetching || error === undefined) return <ProductGridSkeleton count={8} />
    return (
      <StateNote kind="error" title={`Error loading products: ${error}`}>
        <button type="button" className="button quiet needs-script" onClick={refetch}>
          Try Again
        </button>
      </StateNote>
    )
  }
  const narrowed = list.category !== null || list.merchant !== null
  if (data.total === 0 && !narrowed) return <NoDrops />
  const pages = dropPages(data.total)
  return (
    <>
      <DropFilter list={list} data={data} />
      {data.offers.length > 0 ? (
        <ProductGrid offers={data.offers} heading="h2" eager={4} first slot="drops" />
      ) : data.total > 0 ? (
        <BeyondEnd first={dropListHref(list, { page: 1 })} />
      ) : (
        <StateNote kind="empty" title="No products found matching your filters.">
          <a href="/deals" className="text-link">
            Clear filters and try again
          </a>
        </StateNote>
      )}
      {pages > 1 && <PageSteps page={list.page} last={pages} href={(page) => dropListHref(list, { page })} />}
      <ListingData path="/deals" name={title} offers={data.offers} before={(list.page - 1) * pageSize} />
    </>
  )
}

const NoDrops = () => (
  <StateNote
    kind="empty"
    title="No price has fallen just now"
    text="Nothing is below its thirty-day low at the moment, and we show no other kind of drop. What came in last may be worth a look."
  >
    <a href="/new" className="button">
      See New Arrivals
    </a>
    <a href="/all-deals" className="button quiet">
      All Deals
    </a>
  </StateNote>
)
