import { data } from 'react-router'
import { listingHead, listStatus } from '#site/features/listing/list-head.ts'
import { parseListing } from '#site/features/listing/listing.ts'
import { ListingScreen } from '#site/features/listing/listing-screen.tsx'
import { listingQuery } from '#site/features/listing/products.ts'
import { load } from '#site/ssr/data/load.ts'
import { PageData } from '#site/ssr/data/use-query.tsx'
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
  const query = listingQuery(listing)
  const { state, get } = await load(context, [query])
  const shown = get(query)?.offers.length
  const head = listingHead('All Products', { base: '/products', listing, shown })
  return data({ state, listing, head }, listStatus({ page: listing.page, shown }))
}

export default function Products({ loaderData }: Route.ComponentProps) {
  return (
    <PageData state={loaderData.state}>
      <ListingScreen
        base="/products"
        listing={loaderData.listing}
        name="All Products"
        kicker="The whole shelf"
        title={
          <>
            All <em>Products</em>
          </>
        }
        intro="Everything from every shop we follow, in one list. Each price carries the time we read it; the shop’s own page has the final word."
      />
    </PageData>
  )
}
