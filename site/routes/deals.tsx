import { data } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { DropFilter } from '#site/features/deals/drop-filter.tsx'
import type { DropPage } from '#site/features/deals/drop-page.ts'
import { type DropList, dropListHref, dropPages, parseDropList } from '#site/features/deals/price-drop-parameters.ts'
import { dropsQuery } from '#site/features/deals/price-drops.ts'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { listHead, listStatus } from '#site/features/listing/list-head.ts'
import * as listingStyles from '#site/features/listing/listing.module.css'
import { pageSize } from '#site/features/listing/listing.ts'
import { ListingData } from '#site/features/listing/listing-data.tsx'
import { PageSteps } from '#site/features/listing/pager.tsx'
import { CompareBar } from '#site/features/listing/product-compare.tsx'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { BeyondEnd } from '#site/ui/beyond-end.tsx'
import { BlockContent, Failed } from '#site/ui/block-content.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/deals.ts'

const title = 'Price Drops'
const intro =
  'Products whose price fell in the last thirty days below every price of the thirty days before, as we read it ourselves, and stands there still. A shop’s own struck-out price is not enough to be here.'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta({ ...loaderData.head, description: intro, siteUrl: siteUrlOf(matches) }) : []

export async function loader({ url, context }: Route.LoaderArgs) {
  const list = parseDropList(url.searchParams)
  const drops = await loadQuery(context, dropsQuery(list))
  const plain = { category: null, merchant: null, sort: 'biggest' } as const
  const narrowed = list.category !== null || list.merchant !== null || list.sort !== plain.sort
  const path = dropListHref({ ...list, ...plain }, { page: narrowed ? 1 : list.page })
  const shown = dataOf(drops)?.offers.length
  return data(
    { drops, list, head: listHead({ title, page: list.page, path, shown }) },
    listStatus({ page: list.page, shown }),
  )
}

export default function Deals({ loaderData: { drops, list } }: Route.ComponentProps) {
  const block = useBlock(dropsQuery(list), drops)
  return (
    <>
      <CategoryTabs />
      <div className={`${layout.wrap} ${listingStyles.listing}`} data-part="listing">
        <header className={layout.pageHead}>
          <p className={layout.kicker}>Deals</p>
          <h1 className={`${layout.display} ${layout.pageTitle}`}>
            Price <em>Drops</em>
          </h1>
          <p className={layout.lede}>{intro}</p>
        </header>
        <DisclosureLine />
        <BlockContent
          block={block}
          loading={<ProductGridSkeleton count={8} />}
          failed={(error, retry) => <Failed title={`Error loading products: ${error}`} retry={retry} />}
        >
          {(page) => <Drops list={list} page={page} />}
        </BlockContent>
        <CompareBar />
      </div>
    </>
  )
}

function Drops({ list, page }: { list: DropList; page: DropPage }) {
  const narrowed = list.category !== null || list.merchant !== null
  if (page.total === 0 && !narrowed) return <NoDrops />
  const pages = dropPages(page.total)
  return (
    <>
      <DropFilter list={list} data={page} />
      {page.offers.length > 0 ? (
        <ProductGrid offers={page.offers} heading="h2" eager={4} first slot="drops" compare />
      ) : page.total > 0 ? (
        <BeyondEnd first={dropListHref(list, { page: 1 })} />
      ) : (
        <StateNote kind="empty" title="No products found matching your filters.">
          <a href="/deals" className={controls.textLink}>
            Clear filters and try again
          </a>
        </StateNote>
      )}
      {pages > 1 && <PageSteps page={list.page} last={pages} href={(number) => dropListHref(list, { page: number })} />}
      <ListingData path="/deals" name={title} offers={page.offers} before={(list.page - 1) * pageSize} />
    </>
  )
}

const NoDrops = () => (
  <StateNote
    kind="empty"
    title="No price has fallen just now"
    text="Nothing is below its thirty-day low at the moment, and we show no other kind of drop. What came in last may be worth a look."
  >
    <a href="/new" className={controls.button}>
      See New Arrivals
    </a>
    <a href="/all-deals" className={`${controls.button} ${controls.quiet}`}>
      All Deals
    </a>
  </StateNote>
)
