import { ListingScreen } from '../components/product/listing-screen.tsx'
import { load } from '../data/load.ts'
import { listingQuery } from '../data/products.ts'
import { PageData } from '../data/use-shop-query.tsx'
import { listingHead } from '../lib/list-head.ts'
import { parseListing } from '../lib/listing.ts'
import { pageMeta, siteUrlOf } from '../lib/seo.ts'
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
  const head = listingHead('New Arrivals', { base: '/new', listing, shown: get(query)?.offers.length })
  return { state, listing, head }
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
