import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { ListingScreen } from '#site/features/listing/listing-screen.tsx'
import { loadListing } from '#site/features/listing/load-listing.ts'
import { listingQuery } from '#site/features/listing/products.ts'
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

export const loader = loadListing('New Arrivals', '/new')

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
