import { data } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { type BeautyLanding, beautyLandings } from '#site/features/beauty/beauty-landings.ts'
import { LandingLists } from '#site/features/beauty/landing-lists.tsx'
import { brandNamed } from '#site/features/brands/brands.ts'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { listingHead, listStatus } from '#site/features/listing/list-head.ts'
import * as listingStyles from '#site/features/listing/listing.module.css'
import { type Listing, pageSize } from '#site/features/listing/listing.ts'
import { countText } from '#site/features/listing/listing-count.ts'
import { ListingData } from '#site/features/listing/listing-data.tsx'
import { ListingBar, ListingFilters } from '#site/features/listing/listing-filters.tsx'
import type { ListingPage } from '#site/features/listing/listing-page.ts'
import { ListingResults } from '#site/features/listing/listing-results.tsx'
import { parseListing } from '#site/features/listing/parse-listing.ts'
import { CompareBar } from '#site/features/listing/product-compare.tsx'
import { listingQuery } from '#site/features/listing/products.ts'
import { useChoice } from '#site/features/listing/use-choice.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import * as bannerStyles from '#site/features/shop/banner.module.css'
import { Banner } from '#site/features/shop/banner.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { blockData, useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import type { Route } from './+types/beauty-category.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { page, head } = loaderData
  return pageMeta({
    ...head,
    description: `${page.lede} ${page.intro[0]}`,
    image: `/art/${page.art}.webp`,
    siteUrl: siteUrlOf(matches),
  })
}

const queryOf = (listing: Listing, { category }: BeautyLanding) => listingQuery({ ...listing, categories: [category] })

export async function loader({ url, context }: Route.LoaderArgs) {
  const { pathname: path, searchParams } = url
  const page = beautyLandings[path]
  if (!page) throw data(null, { status: 404, statusText: 'Not Found' })
  const listing = { ...parseListing(searchParams), categories: [] }
  const list = await loadQuery(context, queryOf(listing, page))
  const shown = dataOf(list)?.offers.length
  const head = listingHead(page.title, { base: path, listing, shown })
  // The texts come with the page: as a module, all six pages' would come with each.
  return data(
    { list, listing, path, page, head, brandLinks: page.brands.map(brandLink) },
    listStatus({ page: listing.page, shown }),
  )
}

function brandLink(name: string) {
  const brand = brandNamed(name)
  return { name, to: brand ? `/brands/${brand.slug}` : `/products?brand=${encodeURIComponent(name)}` }
}

export default function BeautyCategory({ loaderData }: Route.ComponentProps) {
  const { list, listing, path, page, brandLinks } = loaderData
  const { title, kicker, lede, art, category } = page
  return (
    <>
      <CategoryTabs />
      <Banner art={art} kicker={kicker} title={title} text={lede}>
        <p className={bannerStyles.bannerActions} data-part="banner-actions">
          <a href="#products" className={controls.button}>
            Shop {title}
          </a>
          <a
            href={`/all-deals?category=${encodeURIComponent(category)}`}
            className={`${controls.button} ${controls.quiet}`}
          >
            View All {title} Deals
          </a>
        </p>
      </Banner>
      <div className={layout.wrap}>
        <Products base={path} listing={listing} page={page} list={list} />
        <LandingLists page={page} brands={brandLinks} />
      </div>
    </>
  )
}

interface ProductsProps {
  base: string
  listing: Listing
  page: BeautyLanding
  list: QueryResult<ListingPage>
}

function Products({ base, listing, page, list }: ProductsProps) {
  const block = useBlock(queryOf(listing, page), list)
  const found = blockData(block)
  const { chosen, apply } = useChoice(base, listing)
  const choice = { base, listing, chosen, apply }
  return (
    <section
      id="products"
      aria-labelledby="products-title"
      className={`${layout.section} ${listingStyles.listing}`}
      data-part="listing"
    >
      <h2 id="products-title" className={`${layout.display} ${layout.sectionTitle}`}>
        {page.title}, from our shops
      </h2>
      <DisclosureLine />
      <div className={listingStyles.listingBody}>
        <ListingFilters {...choice} facets={found?.facets} total={found?.total} fixed="categories" />
        <div className={listingStyles.listingMain}>
          <ListingBar {...choice} facets={found?.facets} count={found && countText(found.total, listing)} />
          <ListingResults slot="category" base={base} listing={listing} page={block} heading="h3" />
          <CompareBar />
        </div>
      </div>
      <ListingData path={base} name={page.title} offers={found?.offers} before={(listing.page - 1) * pageSize} />
    </section>
  )
}
