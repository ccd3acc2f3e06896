import { data } from 'react-router'
import { CategoryTabs } from '../components/layout/category-tabs.tsx'
import { ListingScreen } from '../components/product/listing-screen.tsx'
import { load } from '../data/load.ts'
import { listingQuery } from '../data/products.ts'
import { PageData } from '../data/use-shop-query.tsx'
import { categoryPages } from '../lib/category-pages.ts'
import { canonicalListing, parseListing } from '../lib/listing.ts'
import { pageMeta, siteUrlOf } from '../lib/seo.ts'
import type { Route } from './+types/category.ts'

export const meta: Route.MetaFunction = ({ loaderData, location, matches }) => {
  const page = categoryPages[location.pathname]
  if (!page || !loaderData) return []
  return pageMeta({
    title: page.title,
    description: page.intro,
    path: canonicalListing(location.pathname, loaderData.listing),
    siteUrl: siteUrlOf(matches),
    noindex: loaderData.empty,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { pathname: path, searchParams } = new URL(request.url)
  const page = categoryPages[path]
  if (!page) throw data(null, { status: 404, statusText: 'Not Found' })
  const asked = parseListing(searchParams)
  const listing = page.category ? { ...asked, categories: [] } : asked
  const query = listingQuery(page.category ? { ...listing, categories: [page.category] } : listing)
  const { state, get } = await load(context, [query])
  return { state, listing, path, empty: get(query)?.total === 0 }
}

export default function Category({ loaderData }: Route.ComponentProps) {
  const { state, listing, path } = loaderData
  const page = categoryPages[path]
  if (!page) return null
  return (
    <PageData state={state}>
      {page.tabs && <CategoryTabs />}
      <ListingScreen
        base={path}
        listing={listing}
        fixedCategory={page.category}
        kicker={page.kicker}
        title={page.title}
        intro={page.intro}
      />
    </PageData>
  )
}
