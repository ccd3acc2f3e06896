import { data } from 'react-router'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { redirectToKnown } from '#site/features/listing/known-filters.ts'
import { listingHead, listStatus } from '#site/features/listing/list-head.ts'
import { ListingScreen } from '#site/features/listing/listing-screen.tsx'
import { parseListing } from '#site/features/listing/parse-listing.ts'
import { listingQuery } from '#site/features/listing/products.ts'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import type { Route } from './+types/new.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta({
        ...loaderData.head,
        description: 'The newest beauty, fashion, home and gift finds, freshly added from the shops we follow.',
        siteUrl: siteUrlOf(matches),
      })
    : []

export async function loader({ url, context }: Route.LoaderArgs) {
  const listing = parseListing(url.searchParams)
  const list = await loadQuery(context, listingQuery(listing))
  redirectToKnown(url, dataOf(list)?.facets)
  const shown = dataOf(list)?.offers.length
  const head = listingHead('New Arrivals', { base: '/new', listing, shown })
  return data({ list, listing, head }, listStatus({ page: listing.page, shown }))
}

export default function NewArrivals({ loaderData: { list, listing } }: Route.ComponentProps) {
  const page = useBlock(listingQuery(listing), list)
  return (
    <>
      <CategoryTabs />
      <ListingScreen
        base="/new"
        listing={listing}
        page={page}
        name="New Arrivals"
        kicker="Just in"
        title={
          <>
            New <em>Arrivals</em>
          </>
        }
        intro="The latest finds, newest first."
      />
    </>
  )
}
