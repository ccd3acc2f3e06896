import { data } from 'react-router'
import { redirectToKnown } from '#site/features/listing/known-filters.ts'
import { listingHead, listStatus } from '#site/features/listing/list-head.ts'
import { ListingScreen } from '#site/features/listing/listing-screen.tsx'
import { parseListing } from '#site/features/listing/parse-listing.ts'
import { listingQuery } from '#site/features/listing/products.ts'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import type { Route } from './+types/products.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta({
        ...loaderData.head,
        description:
          'Every beauty, fashion, home and gift find in one list. Filter by category and shop, sort by price.',
        siteUrl: siteUrlOf(matches),
      })
    : []

export async function loader({ url, context }: Route.LoaderArgs) {
  const listing = parseListing(url.searchParams)
  const list = await loadQuery(context, listingQuery(listing))
  redirectToKnown(url, dataOf(list)?.facets)
  const shown = dataOf(list)?.offers.length
  const head = listingHead('All Products', { base: '/products', listing, shown })
  return data({ list, listing, head }, listStatus({ page: listing.page, shown }))
}

export default function Products({ loaderData: { list, listing } }: Route.ComponentProps) {
  const page = useBlock(listingQuery(listing), list)
  return (
    <ListingScreen
      base="/products"
      listing={listing}
      page={page}
      name="All Products"
      kicker="The whole shelf"
      title={
        <>
          All <em>Products</em>
        </>
      }
      intro="Everything from every shop we follow, in one list."
    />
  )
}
