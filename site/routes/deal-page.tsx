import { data } from 'react-router'
import { dealPages, parseDeals } from '#site/features/deals/deal-pages.ts'
import { DealsGrid } from '#site/features/deals/deals-grid.tsx'
import { DealsHead } from '#site/features/deals/deals-head.tsx'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { listingHead, listStatus } from '#site/features/listing/list-head.ts'
import { dealsQuery } from '#site/features/listing/products.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { load } from '#site/ssr/data/load.ts'
import { PageData } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { JumpLink } from '#site/ui/jump-link.tsx'
import type { Route } from './+types/deal-page.ts'

export const meta: Route.MetaFunction = ({ loaderData, location, matches }) => {
  const page = dealPages[location.pathname]
  if (!page || !loaderData) return []
  return pageMeta({
    ...loaderData.head,
    description: page.intro,
    siteUrl: siteUrlOf(matches),
  })
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { pathname: path, searchParams } = url
  const page = dealPages[path]
  if (!page) throw data(null, { status: 404, statusText: 'Not Found' })
  const listing = { ...parseDeals(searchParams), categories: [] }
  const query = dealsQuery({ ...listing, categories: page.categories })
  const { state, get } = await load(context, [query])
  const shown = get(query)?.offers.length
  const head = listingHead(page.title, { base: path, listing, shown })
  return data({ state, listing, path, head }, listStatus({ page: listing.page, shown }))
}

export default function Deals({ loaderData }: Route.ComponentProps) {
  const { state, listing, path } = loaderData
  const page = dealPages[path]
  if (!page) return null
  const [first, second] = page.buttons
  return (
    <PageData state={state}>
      <DealsHead kicker={page.kicker} title={page.title} intro={page.intro} art={page.art}>
        <JumpLink to="deals">{first.label}</JumpLink>
        <a href={second.to} className="button quiet large">
          {second.label}
        </a>
      </DealsHead>
      <CategoryTabs />
      <div className="wrap">
        <DisclosureLine />
        <DealsGrid
          base={path}
          listing={listing}
          query={dealsQuery({ ...listing, categories: page.categories })}
          title={page.gridTitle}
          name={page.title}
        />
      </div>
    </PageData>
  )
}
