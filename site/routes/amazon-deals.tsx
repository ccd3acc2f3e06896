import { data } from 'react-router'
import { FindFilter } from '#site/features/amazon/amazon-filter.tsx'
import { type FindList, findListHref, parseFindList } from '#site/features/amazon/amazon-product-parameters.ts'
import { findPageQuery, findsPerPage } from '#site/features/amazon/queries.ts'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { listHead, listStatus } from '#site/features/listing/list-head.ts'
import { ListingData } from '#site/features/listing/listing-data.tsx'
import { PageSteps } from '#site/features/listing/pager.tsx'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { DisclosureLine, RetailerDisclosure } from '#site/features/offer/disclosure.tsx'
import { load } from '#site/ssr/data/load.ts'
import { PageData, useShopQuery } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/amazon-deals.ts'

const base = '/amazon-deals'
const title = 'Retailer Finds'
const intro = 'Things at the large retailer that earn their place on the shelf.'

const queryOf = ({ category, title, page }: FindList) =>
  findPageQuery({ category: category ?? undefined, title: title ?? undefined, page })

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta({ ...loaderData.head, description: intro, siteUrl: siteUrlOf(matches) }) : []

export async function loader({ url, context }: Route.LoaderArgs) {
  const list = parseFindList(url.searchParams)
  const query = queryOf(list)
  const { state, get } = await load(context, [query])
  const path = list.category || list.title ? base : findListHref(list, { page: list.page })
  const shown = get(query)?.offers.length
  return data(
    { state, list, head: listHead({ title, page: list.page, path, shown }) },
    listStatus({ page: list.page, shown }),
  )
}

export default function AmazonDeals({ loaderData }: Route.ComponentProps) {
  const { state, list } = loaderData
  return (
    <PageData state={state}>
      <CategoryTabs />
      <div className="wrap listing">
        <header className="page-head">
          <p className="kicker">Finds</p>
          <h1 className="display page-title">
            Retailer <em>Finds</em>
          </h1>
          <p className="lede">
            {intro}
            <Order list={list} />
          </p>
        </header>
        <DisclosureLine />
        <Finds list={list} />
      </div>
    </PageData>
  )
}

/** Their order is by ratings only where there are some. */
function Order({ list }: { list: FindList }) {
  const { data } = useShopQuery(queryOf(list))
  return data?.rated ? ' The best rated come first.' : null
}

function Finds({ list }: { list: FindList }) {
  const { data, error, isFetching, refetch } = useShopQuery(queryOf(list))
  if (!data) {
    if (isFetching || error === undefined) return <ProductGridSkeleton count={8} />
    return (
      <StateNote kind="error" title={`Error loading Amazon products: ${error}`}>
        <button type="button" className="button quiet needs-script" onClick={refetch}>
          Try Again
        </button>
      </StateNote>
    )
  }
  const { offers, hasNext, categories } = data
  const narrowed = list.category !== null || list.title !== null || list.page > 1
  return (
    <>
      {(offers.length > 0 || narrowed) && <FindFilter list={list} categories={categories} />}
      {offers.length > 0 ? (
        <>
          <ProductGrid offers={offers} heading="h2" eager={4} first slot="finds" />
          <RetailerDisclosure offers={offers} />
        </>
      ) : (
        <StateNote kind="empty" title="No Amazon products found.">
          {narrowed && (
            <a href={base} className="text-link">
              Clear filters and try again
            </a>
          )}
        </StateNote>
      )}
      {(hasNext || list.page > 1) && (
        <PageSteps
          page={list.page}
          last={list.page + (hasNext ? 1 : 0)}
          href={(page) => findListHref(list, { page })}
        />
      )}
      <ListingData path={base} name={title} offers={offers} before={(list.page - 1) * findsPerPage} />
    </>
  )
}
