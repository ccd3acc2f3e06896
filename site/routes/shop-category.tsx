import { type ReactNode, Suspense } from 'react'
import { data, redirect } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { listingHead, listStatus } from '#site/features/listing/list-head.ts'
import * as listingStyles from '#site/features/listing/listing.module.css'
import { parseListing } from '#site/features/listing/parse-listing.ts'
import { CompareBar } from '#site/features/listing/product-compare.tsx'
import { ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { Banner } from '#site/features/shop/banner.tsx'
import { kindListQuery } from '#site/features/shop/kind-query.ts'
import { OffersBlock } from '#site/features/shop/offers-block.tsx'
import { catalogueSearchQuery } from '#site/features/shop/queries.ts'
import { findShopCategory, type RemoteCategory, type StaticCategory } from '#site/features/shop/shop-categories.ts'
import * as shopCategoryStyles from '#site/features/shop/shop-category.module.css'
import { StaticProductCard } from '#site/features/shop/static-product-card.tsx'
import { storeCollectionsQuery, storeProductsQuery } from '#site/features/shopify/queries.ts'
import type { ShopifyResults } from '#site/features/shopify/shopify-grid.tsx'
import { parseStoreView, type StoreView } from '#site/features/shopify/shopify-view.ts'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { pagePart } from '#site/ssr/page-part.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/shop-category.ts'

/** Each kind of list brings its own script: pages are written whole, and the browser asks for the one that it shows. */
const [KindList, kindList] = pagePart(async () => (await import('#site/features/shop/kind-list.tsx')).KindList)
const [StoreGrid, storeGrid] = pagePart(async () => (await import('#site/features/shopify/shopify-grid.tsx')).StoreGrid)
if (import.meta.env.SSR) await Promise.all([kindList(), storeGrid()])

const scripts = { kind: kindList, store: storeGrid, static: null }
export const handle = { parts: ({ screen }: { screen: keyof typeof scripts }) => scripts[screen]?.() }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { title, description, art } = loaderData.category
  return pageMeta({
    title,
    section: 'Shop',
    description,
    path: loaderData.path,
    siteUrl: siteUrlOf(matches),
    image: `/art/${art}.webp`,
    // A collection that could not be shown is not the page to find.
    noindex: loaderData.empty,
  })
}

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { searchParams, search } = url
  const named = findShopCategory(params.category)
  if (!named) throw data(null, { status: 404, statusText: 'Not Found' })
  const { slug, category } = named
  if (params.category !== slug) throw redirect(`/shop/${slug}${search}`, 301)
  if (category.kind === 'static') {
    const more = await loadQuery(context, catalogueSearchQuery(category.search))
    return data({ screen: 'static', slug, category, more, path: `/shop/${slug}`, empty: false } as const)
  }
  const view = parseStoreView(searchParams, category.collection)
  const [products, collections] = await Promise.all([
    loadQuery(context, storeProductsQuery(view.collection)),
    loadQuery(context, storeCollectionsQuery()),
  ])
  const found = dataOf(products)
  if (found !== null) {
    const shopify = { products, collections, instead: null }
    return data({
      screen: 'store',
      slug,
      category,
      view,
      shopify,
      path: `/shop/${slug}`,
      empty: !found?.length,
    } as const)
  }
  // No store: the catalogue's own products of the kind, a list like any other.
  const listing = { ...parseListing(searchParams), categories: [] }
  const list = await loadQuery(context, kindListQuery(category.collection, listing))
  const shown = dataOf(list)?.offers.length
  const { path, noindex: empty } = listingHead(category.title, { base: `/shop/${slug}`, listing, shown })
  return data(
    { screen: 'kind', slug, category, list, listing, path, empty } as const,
    listStatus({ page: listing.page, shown }),
  )
}

export default function ShopCategory({ loaderData }: Route.ComponentProps) {
  if (loaderData.screen === 'static') return <StaticScreen {...loaderData} />
  if (loaderData.screen === 'store') return <RemoteScreen {...loaderData} />
  const { slug, category, list, listing } = loaderData
  return (
    <RemoteFrame category={category}>
      <KindList base={`/shop/${slug}`} title={category.title} kind={category.collection} {...{ list, listing }} />
    </RemoteFrame>
  )
}

const BackToShop = () => (
  <p>
    <a href="/shop" className={controls.textLink}>
      All of the shop
    </a>
  </p>
)

function StaticScreen({ category, more }: { category: StaticCategory; more: QueryResult<Offer[]> }) {
  const { title, description, art, products, search } = category
  const offers = useBlock(catalogueSearchQuery(search), more)
  return (
    <>
      <Banner art={art} kicker="Shop" title={title} text={description}>
        <BackToShop />
      </Banner>
      <div className={layout.wrap}>
        <DisclosureLine />
        <div className={shopCategoryStyles.staticProducts}>
          {products.map((product) => (
            <StaticProductCard key={product.name} product={product} />
          ))}
        </div>
        <section aria-labelledby="more-title" className={layout.section}>
          <SectionHead
            id="more-title"
            kicker="From the catalog"
            title={`More in ${title}`}
            more={{ label: 'See all products', to: `/search?q=${encodeURIComponent(search)}` }}
          />
          <OffersBlock slot="shop-kind" offers={offers} empty={<StateNote kind="empty" title="No products found" />} />
        </section>
        <CompareBar />
      </div>
    </>
  )
}

interface RemoteScreenProps {
  slug: string
  category: RemoteCategory
  view: StoreView
  shopify: ShopifyResults
}

const RemoteScreen = ({ slug, category, view, shopify }: RemoteScreenProps) => (
  <RemoteFrame category={category}>
    <StoreGrid
      {...shopify}
      base={`/shop/${slug}`}
      initial={category.collection}
      kind={category.collection}
      view={view}
    />
    <CompareBar />
  </RemoteFrame>
)

function RemoteFrame({ category, children }: { category: RemoteCategory; children: ReactNode }) {
  const { title, description, art, mobileOptimized } = category
  return (
    <>
      <Banner art={art} kicker="Shop" title={title} text={description}>
        {mobileOptimized && <p className={shopCategoryStyles.mobileNote}>Optimized for mobile browsing</p>}
        <BackToShop />
      </Banner>
      <div className={`${layout.wrap} ${listingStyles.listing} ${listingStyles.storeListing}`} data-part="listing">
        <DisclosureLine />
        <Suspense fallback={<ProductGridSkeleton count={8} />}>{children}</Suspense>
        {mobileOptimized && (
          <aside className={shopCategoryStyles.mobileBanner} data-part="mobile-banner" aria-label="Mobile shopping">
            <p className={layout.display}>Shopping from your phone?</p>
            <p>Keep what you like with the heart, and decide later.</p>
          </aside>
        )}
      </div>
    </>
  )
}
