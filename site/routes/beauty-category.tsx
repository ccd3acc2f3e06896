import { data } from 'react-router'
import { CategoryTabs } from '../components/layout/category-tabs.tsx'
import { DisclosureLine } from '../components/product/disclosure.tsx'
import { countText } from '../components/product/listing-count.ts'
import { ListingData } from '../components/product/listing-data.tsx'
import { ListingBar, ListingFilters, useChoice } from '../components/product/listing-filters.tsx'
import { ListingResults } from '../components/product/listing-results.tsx'
import { Banner } from '../components/shop/banner.tsx'
import { LandingLists } from '../components/shop/landing-lists.tsx'
import { load } from '../data/load.ts'
import { listingQuery } from '../data/products.ts'
import { PageData, useShopQuery } from '../data/use-shop-query.tsx'
import { type BeautyLanding, beautyLandings } from '../lib/beauty-landings.ts'
import { brandNamed } from '../lib/brands.ts'
import { listingHead } from '../lib/list-head.ts'
import { type Listing, pageSize, parseListing } from '../lib/listing.ts'
import { pageMeta, siteUrlOf } from '../lib/seo.ts'
import type { Route } from './+types/beauty-category.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { page, head } = loaderData
  return pageMeta({
    ...head,
    description: `${page.lede} ${page.intro[0]}`,
    siteUrl: siteUrlOf(matches),
  })
}

const queryOf = (listing: Listing, { category }: BeautyLanding) => listingQuery({ ...listing, categories: [category] })

export async function loader({ url, context }: Route.LoaderArgs) {
  const { pathname: path, searchParams } = url
  const page = beautyLandings[path]
  if (!page) throw data(null, { status: 404, statusText: 'Not Found' })
  const listing = { ...parseListing(searchParams), categories: [] }
  const query = queryOf(listing, page)
  const { state, get } = await load(context, [query])
  const head = listingHead(page.title, { base: path, listing, shown: get(query)?.offers.length })
  // The texts come with the page: as a module, all six pages' would come with each.
  return { state, listing, path, page, head, brandLinks: page.brands.map(brandLink) }
}

function brandLink(name: string) {
  const brand = brandNamed(name)
  return { name, to: brand ? `/brands/${brand.slug}` : `/products?brand=${encodeURIComponent(name)}` }
}

export default function BeautyCategory({ loaderData }: Route.ComponentProps) {
  const { state, listing, path, page, brandLinks } = loaderData
  const { title, kicker, lede, art, category } = page
  return (
    <PageData state={state}>
      <CategoryTabs />
      <Banner art={art} kicker={kicker} title={title} text={lede}>
        <p className="banner-actions">
          <a href="#products" className="button">
            Shop {title}
          </a>
          <a href={`/all-deals?category=${encodeURIComponent(category)}`} className="button quiet">
            View All {title} Deals
          </a>
        </p>
      </Banner>
      <div className="wrap">
        <LandingLists page={page} brands={brandLinks} />
        <Products base={path} listing={listing} page={page} />
      </div>
    </PageData>
  )
}

function Products({ base, listing, page }: { base: string; listing: Listing; page: BeautyLanding }) {
  const query = queryOf(listing, page)
  const { data: found } = useShopQuery(query)
  const { chosen, apply } = useChoice(base, listing)
  const choice = { base, listing, chosen, apply }
  return (
    <section id="products" aria-labelledby="products-title" className="section listing">
      <h2 id="products-title" className="display section-title">
        {page.title}, from our shops
      </h2>
      <DisclosureLine />
      <div className="listing-body">
        <ListingFilters {...choice} facets={found?.facets} total={found?.total} withCategory={false} />
        <div className="listing-main">
          <ListingBar {...choice} count={found && countText(found.total, listing)} />
          <ListingResults base={base} listing={listing} query={query} heading="h3" />
        </div>
      </div>
      <ListingData path={base} name={page.title} offers={found?.offers} before={(listing.page - 1) * pageSize} />
    </section>
  )
}
