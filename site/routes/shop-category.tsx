import { data, redirect } from 'react-router'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { Banner } from '#site/features/shop/banner.tsx'
import { OffersBlock } from '#site/features/shop/offers-block.tsx'
import { catalogueSearchQuery, kindQuery } from '#site/features/shop/queries.ts'
import { findShopCategory, type RemoteCategory, type StaticCategory } from '#site/features/shop/shop-categories.ts'
import { StaticProductCard } from '#site/features/shop/static-product-card.tsx'
import { storeCollectionsQuery, storeProductsQuery } from '#site/features/shopify/queries.ts'
import { StoreGrid } from '#site/features/shopify/shopify-grid.tsx'
import { parseStoreView, type StoreView } from '#site/features/shopify/shopify-view.ts'
import { load } from '#site/ssr/data/load.ts'
import { PageData } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { SectionHead } from '#site/ui/section-head.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/shop-category.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { title, description } = loaderData.category
  return pageMeta({
    title,
    section: 'Shop',
    description,
    path: `/shop/${loaderData.slug}`,
    siteUrl: siteUrlOf(matches),
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
    const { state } = await load(context, [catalogueSearchQuery(category.search)])
    return { state, slug, category, view: null, empty: false }
  }
  const view = parseStoreView(searchParams, category.collection)
  const products = storeProductsQuery(view.collection)
  const { state, get } = await load(context, [products, storeCollectionsQuery()])
  const found = get(products)
  if (found !== null) return { state, slug, category, view, empty: !found?.length }
  const ofKind = kindQuery(category.collection)
  const own = await load(context, [ofKind])
  return { state: { ...state, ...own.state }, slug, category, view, empty: !own.get(ofKind)?.length }
}

export default function ShopCategory({ loaderData }: Route.ComponentProps) {
  const { state, slug, category, view } = loaderData
  return (
    <PageData state={state}>
      {category.kind === 'static' && <StaticScreen category={category} />}
      {category.kind === 'remote' && view && <RemoteScreen slug={slug} category={category} view={view} />}
    </PageData>
  )
}

const BackToShop = () => (
  <p>
    <a href="/shop" className="text-link">
      All of the shop
    </a>
  </p>
)

function StaticScreen({ category }: { category: StaticCategory }) {
  const { title, description, art, products, search } = category
  return (
    <>
      <Banner art={art} kicker="Shop" title={title} text={description}>
        <BackToShop />
      </Banner>
      <div className="wrap">
        <DisclosureLine />
        <div className="static-products">
          {products.map((product) => (
            <StaticProductCard key={product.name} product={product} />
          ))}
        </div>
        <section aria-labelledby="more-title" className="section">
          <SectionHead
            id="more-title"
            kicker="From the catalogue"
            title={`More in ${title}`}
            more={{ label: 'See all products', to: `/search?q=${encodeURIComponent(search)}` }}
          />
          <OffersBlock
            slot="shop-kind"
            query={catalogueSearchQuery(search)}
            empty={<StateNote kind="empty" title="No products found" />}
          />
        </section>
      </div>
    </>
  )
}

function RemoteScreen({ slug, category, view }: { slug: string; category: RemoteCategory; view: StoreView }) {
  const { title, description, art, collection, mobileOptimized } = category
  return (
    <>
      <Banner art={art} kicker="Shop" title={title} text={description}>
        {mobileOptimized && <p className="mobile-note">Optimized for mobile browsing</p>}
        <BackToShop />
      </Banner>
      <div className="wrap listing store-listing">
        {mobileOptimized && (
          <aside className="mobile-banner" aria-label="Mobile shopping">
            <p className="display">Shopping from your phone?</p>
            <p>Keep what you like with the heart, and decide later.</p>
          </aside>
        )}
        <DisclosureLine />
        <StoreGrid base={`/shop/${slug}`} initial={collection} kind={collection} view={view} />
      </div>
    </>
  )
}
