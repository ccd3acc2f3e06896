import { data } from 'react-router'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { listingHead, listStatus } from '#site/features/listing/list-head.ts'
import { parseListing } from '#site/features/listing/listing.ts'
import { ListingScreen } from '#site/features/listing/listing-screen.tsx'
import { listingQuery } from '#site/features/listing/products.ts'
import { load } from '#site/ssr/data/load.ts'
import { PageData } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import type { Route } from './+types/new.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta({
        ...loaderData.head,
        description: 'The newest beauty, fashion, home and gift finds, freshly added from trusted shops.',
        siteUrl: siteUrlOf(matches),
      })
    : []

export async function loader({ url, context }: Route.LoaderArgs) {
  const listing = parseListing(url.searchParams)
  const query = listingQuery(listing)
  const { state, get } = await load(context, [query])
  const shown = get(query)?.offers.length
  const head = listingHead('New Arrivals', { base: '/new', listing, shown })
  return data({ state, listing, head }, listStatus({ page: listing.page, shown }))
}

export default function NewArrivals({ loaderData }: Route.ComponentProps) {
  return (
    <PageData state={loaderData.state}>
      <CategoryTabs />
      <ListingScreen
        base="/new"
        listing={loaderData.listing}
        name="New Arrivals"
        kicker="Just in"
        title={
          <>
            New <em>Arrivals</em>
          </>
        }
        intro="The latest finds, newest first. What is new today is at the top."
      />
    </PageData>
  )
}
