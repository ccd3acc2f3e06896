import { ListingScreen } from '../components/product/listing-screen.tsx'
import { load } from '../data/load.ts'
import { listingQuery } from '../data/products.ts'
import { PageData } from '../data/use-shop-query.tsx'
import { canonicalListing, parseListing } from '../lib/listing.ts'
import { pageMeta, siteUrlOf } from '../lib/seo.ts'
import type { Route } from './+types/new.ts'

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const listing = parseListing(new URLSearchParams(location.search))
  return pageMeta({
    title: listing.page > 1 ? `New Arrivals, page ${listing.page}` : 'New Arrivals',
    description: 'The newest beauty, fashion, home and gift finds, freshly added from trusted shops.',
    path: canonicalListing('/new', listing),
    siteUrl: siteUrlOf(matches),
  })
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const listing = parseListing(url.searchParams)
  const { state } = await load(context, [listingQuery(listing)])
  return { state, listing }
}

export default function NewArrivals({ loaderData }: Route.ComponentProps) {
  return (
    <PageData state={loaderData.state}>
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
