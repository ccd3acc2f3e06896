import { ListingScreen } from '../components/product/listing-screen.tsx'
import { load } from '../data/load.ts'
import { listingQuery } from '../data/products.ts'
import { PageData } from '../data/use-shop-query.tsx'
import { listingHead } from '../lib/list-head.ts'
import { parseListing } from '../lib/listing.ts'
import { pageMeta, siteUrlOf } from '../lib/seo.ts'
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
  const head = listingHead('All Products', { base: '/products', listing, shown: get(query)?.offers.length })
  return { state, listing, head }
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
