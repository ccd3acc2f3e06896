import { lazy, Suspense } from 'react'
import { retailerProductsQuery } from '#site/features/amazon/queries.ts'
import { ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { productsQuery } from '#site/features/listing/products.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { AllProducts, findsQuery, gridQuery } from '#site/features/shop/all-products.tsx'
import { ArtTile } from '#site/features/shop/art-tile.tsx'
import { OffersBlock } from '#site/features/shop/offers-block.tsx'
import { bestsellersMeanwhileQuery, kindQuery, shopFactsQuery } from '#site/features/shop/queries.ts'
import type { ShopKind } from '#site/features/shop/shop-kinds.ts'
import { ShopTabs } from '#site/features/shop/shop-tabs.tsx'
import { shopTiles } from '#site/features/shop/shop-tiles.ts'
import { parseShopView, type ShopView, shopHref, shopTabs, shopTitle } from '#site/features/shop/shop-view.ts'
import { storeCollectionsQuery, storeProductsQuery } from '#site/features/shopify/queries.ts'
import { parseStoreView, type StoreView } from '#site/features/shopify/shopify-view.ts'
import { load } from '#site/ssr/data/load.ts'
import type { ShopQuery } from '#site/ssr/data/query.ts'
import { PageData, useShopQuery } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/shop.ts'

/** The store's tab brings its own script, and only it: the page is written whole, the browser asks for it when it is open. */
const StoreGrid = import.meta.env.SSR
  ? (await import('#site/features/shopify/shopify-grid.tsx')).StoreGrid
  : lazy(() => import('#site/features/shopify/shopify-grid.tsx').then((module) => ({ default: module.StoreGrid })))

const intro = 'Balms, creams, scents and the things around them, from the shops we trust.'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta({
    ...shopTitle(loaderData?.view),
    description: intro,
    path: loaderData ? shopHref({ ...loaderData.view, category: null }) : '/shop',
    siteUrl: siteUrlOf(matches),
    noindex: loaderData?.empty,
  })

const retailerQuery = retailerProductsQuery({ limit: 20 })
/** A network that has brought nothing yet leaves its tab to the catalogue's products of that kind. */
const tabKinds = { shopify: 'store', awin: 'fashion and beauty', cj: 'lifestyle' } as const
const sourceQuery = (source: 'awin' | 'cj') => productsQuery({ source, limit: 24 })

export async function loader({ url, context }: Route.LoaderArgs) {
  const { searchParams } = url
  const view = parseShopView(searchParams)
  const store = parseStoreView(searchParams, null)
  const queries = queriesOf(view, store)
  const { state, get } = await load(context, [shopFactsQuery(), ...queries])
  const [shown] = queries.map(get)
  const instead = shown === null || (Array.isArray(shown) && shown.length === 0) ? insteadOf(view) : null
  if (!instead) return { state, view, store, empty: !Array.isArray(shown) || shown.length === 0 }
  const own = await load(context, [instead])
  return { state: { ...state, ...own.state }, view, store, empty: !own.get(instead)?.length }
}

/** What the catalogue shows where the open tab's own source has nothing: no tab is a dead end. */
function insteadOf({ tab, filter, category }: ShopView): ShopQuery<Offer[]> | null {
  if (tab === 'all') return filter === 'bestsellers' && !category ? bestsellersMeanwhileQuery : null
  return tab === 'retailer' ? null : kindQuery(tabKinds[tab])
}

/** Only what the open tab shows is read. */
function queriesOf(view: ShopView, store: StoreView): ShopQuery<unknown>[] {
  switch (view.tab) {
    case 'all':
      return [gridQuery(view), findsQuery]
    case 'shopify':
      return [storeProductsQuery(store.collection), storeCollectionsQuery()]
    case 'retailer':
      return [retailerQuery]
    default:
      return [sourceQuery(view.tab)]
  }
}

export default function Shop({ loaderData }: Route.ComponentProps) {
  const { state, view, store } = loaderData
  return (
    <PageData state={state}>
      <div className="wrap listing">
        <header className="page-head">
          <p className="kicker">Shop</p>
          <h1 className="display page-title">
            The <em>Shop</em>
          </h1>
          <p className="lede">{intro}</p>
        </header>
        <ul className="beauty-row shop-tiles" aria-label="Categories">
          {shopTiles.map((tile, index) => (
            <li key={tile.to}>
              <ArtTile tile={tile} heading="h2" first={index === 0} />
            </li>
          ))}
        </ul>
        <Products view={view} store={store} />
      </div>
    </PageData>
  )
}

function Products({ view, store }: { view: ShopView; store: StoreView }) {
  const { data: facts } = useShopQuery(shopFactsQuery())
  const label = shopTabs.find(({ id }) => id === view.tab)?.label
  return (
    <section id="products" className="shop-products" aria-labelledby="products-title">
      <ShopTabs current={view.tab} count={facts?.count} />
      <h2 id="products-title" className="sr-only">
        {label}
      </h2>
      <DisclosureLine />
      {view.tab === 'all' ? (
        <AllProducts view={view} facts={facts} />
      ) : view.tab === 'shopify' ? (
        <Suspense fallback={<ProductGridSkeleton count={8} />}>
          <StoreGrid base="/shop?tab=shopify" initial={null} kind={tabKinds.shopify} view={store} />
        </Suspense>
      ) : view.tab === 'retailer' ? (
        <OffersBlock
          slot="shop-finds"
          query={retailerQuery}
          errorPrefix="Error loading Amazon products"
          eager={4}
          empty={<StateNote kind="empty" title="No Amazon products found." />}
        />
      ) : (
        <OffersBlock
          slot="shop-source"
          query={sourceQuery(view.tab)}
          eager={4}
          empty={<OfKind kind={tabKinds[view.tab]} />}
        />
      )}
    </section>
  )
}

const OfKind = ({ kind }: { kind: ShopKind }) => (
  <OffersBlock slot="shop-kind" query={kindQuery(kind)} eager={4} empty={<NoneOfSource />} />
)

const NoneOfSource = () => (
  <StateNote kind="empty" title="No products found" text="Products will appear here once they're added to the database">
    <a href="/products" className="text-link">
      See all products
    </a>
  </StateNote>
)
