import { ListingScreen } from '#site/features/listing/listing-screen.tsx'
import { loadListing } from '#site/features/listing/load-listing.ts'
import { listingQuery } from '#site/features/listing/products.ts'
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

export const loader = loadListing('All Products', '/products')

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
