import { data } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { type DealPage, dealPages, parseDeals } from '#site/features/deals/deal-pages.ts'
import { DealsGrid } from '#site/features/deals/deals-grid.tsx'
import { DealsHead } from '#site/features/deals/deals-head.tsx'
import { departmentDrops } from '#site/features/deals/department-drops.ts'
import { DropsFirst } from '#site/features/deals/drops-first.tsx'
import { repeatedOffers, withoutOffers } from '#site/features/deals/items-once.ts'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { listingHead, listStatus } from '#site/features/listing/list-head.ts'
import type { Listing } from '#site/features/listing/listing.ts'
import type { ListingPage } from '#site/features/listing/listing-page.ts'
import { CompareBar } from '#site/features/listing/product-compare.tsx'
import { dealsQuery } from '#site/features/listing/products.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { JumpLink } from '#site/ui/jump-link.tsx'
import type { Route } from './+types/deal-page.ts'

export const meta: Route.MetaFunction = ({ loaderData, location, matches }) => {
  const page = dealPages[location.pathname]
  if (!page || !loaderData) return []
  return pageMeta({
    ...loaderData.head,
    description: page.intro,
    image: `/art/${page.art}.webp`,
    siteUrl: siteUrlOf(matches),
  })
}

const queryOf = (listing: Listing, { categories }: DealPage) => dealsQuery({ ...listing, categories })

export async function loader({ url, context }: Route.LoaderArgs) {
  const { pathname: path, searchParams } = url
  const page = dealPages[path]
  if (!page) throw data(null, { status: 404, statusText: 'Not Found' })
  const listing = { ...parseDeals(searchParams), categories: [] }
  const [list, first] = await Promise.all([
    loadQuery(context, queryOf(listing, page)),
    departmentDrops(context, listing, page.categories),
  ])
  const offers = dataOf(list)?.offers
  const shown = offers?.length
  const head = listingHead(page.title, { base: path, listing, shown })
  const [, again = []] = await repeatedOffers(context, [first?.offers ?? [], offers ?? []])
  return data(
    { ...{ listing, path, head, first, again }, list: withoutOffers(list, again) },
    listStatus({ page: listing.page, shown }),
  )
}

export default function Deals({ loaderData }: Route.ComponentProps) {
  const page = dealPages[loaderData.path]
  return page ? <DealScreen {...loaderData} page={page} /> : null
}

interface DealScreenProps {
  list: QueryResult<ListingPage>
  listing: Listing
  path: string
  page: DealPage
  first: Awaited<ReturnType<typeof departmentDrops>>
  /** Offers of the list whose items stand among the first. */
  again: readonly number[]
}

function DealScreen({ list, listing, path, page, first: drops, again }: DealScreenProps) {
  const found = useBlock(queryOf(listing, page), list)
  const [first, second] = page.buttons
  return (
    <>
      <DealsHead kicker={page.kicker} title={page.title} intro={page.intro} art={page.art}>
        <JumpLink to="deals">{first.label}</JumpLink>
        <a href={second.to} className={`${controls.button} ${controls.quiet} ${controls.large}`}>
          {second.label}
        </a>
      </DealsHead>
      <CategoryTabs />
      <div className={layout.wrap}>
        <DisclosureLine />
        {drops && <DropsFirst {...drops} />}
        <DealsGrid
          {...{ base: path, listing, page: found, leaveOut: again }}
          title={page.gridTitle}
          name={page.title}
          categories={page.categories}
        />
        <CompareBar />
      </div>
    </>
  )
}
