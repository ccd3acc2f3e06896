import { Suspense } from 'react'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { retailerProductsQuery } from '#site/features/amazon/queries.ts'
import * as collectionsStyles from '#site/features/collections/collections.module.css'
import * as listingStyles from '#site/features/listing/listing.module.css'
import { CompareBar } from '#site/features/listing/product-compare.tsx'
import { ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { productsQuery } from '#site/features/listing/products.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { AllProducts, gridQuery, shopAmazonQuery } from '#site/features/shop/all-products.tsx'
import { ArtTile } from '#site/features/shop/art-tile.tsx'
import { OffersBlock } from '#site/features/shop/offers-block.tsx'
import { bestsellersMeanwhileQuery, kindQuery, type ShopFacts, shopFactsQuery } from '#site/features/shop/queries.ts'
import * as shopStyles from '#site/features/shop/shop.module.css'
import type { ShopKind } from '#site/features/shop/shop-kinds.ts'
import { ShopTabs } from '#site/features/shop/shop-tabs.tsx'
import { shopTiles } from '#site/features/shop/shop-tiles.ts'
import { parseShopView, type ShopView, shopHref, shopTabs, shopTitle } from '#site/features/shop/shop-view.ts'
import { storeCollectionsQuery, storeProductsQuery } from '#site/features/shopify/queries.ts'
import { parseStoreView, type StoreView } from '#site/features/shopify/shopify-view.ts'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import type { ShopQuery } from '#site/ssr/data/query.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { pagePart } from '#site/ssr/page-part.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/shop.ts'

/** The store's tab brings its own script, and only it: the page is written whole, the browser asks for it when it is open. */
const [StoreGrid, storeGrid] = pagePart(async () => (await import('#site/features/shopify/shopify-grid.tsx')).StoreGrid)
if (import.meta.env.SSR) await storeGrid()

export const handle = { parts: ({ view }: { view: ShopView }) => (view.tab === 'shopify' ? storeGrid() : null) }

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
  const [facts, tab] = await Promise.all([loadQuery(context, shopFactsQuery()), loadTab(context, view, store)])
  return { facts, tab, view, store, empty: !hasOffers(tab.main) && !hasOffers(tab.instead) }
}

const hasOffers = (result: QueryResult<readonly unknown[] | null> | null) => Boolean(dataOf(result)?.length)

/** Only what the open tab shows is read. */
async function loadTab(context: Route.LoaderArgs['context'], view: ShopView, store: StoreView) {
  const { tab } = view
  const read = <Data,>(query: ShopQuery<Data>) => loadQuery(context, query)
  if (tab === 'retailer') return { tab, main: await read(retailerQuery), instead: null } as const
  if (tab === 'all') {
    const [main, amazonProducts] = await Promise.all([read(gridQuery(view)), read(shopAmazonQuery)])
    const meanwhile = view.filter === 'bestsellers' && !view.category && isEmpty(main)
    return { tab, main, amazonProducts, instead: meanwhile ? await read(bestsellersMeanwhileQuery) : null } as const
  }
  // What the catalogue shows where the open tab's own source has nothing: no tab is a dead end.
  const ofKind = kindQuery(tabKinds[tab])
  if (tab === 'shopify') {
    const { collection } = store
    const [main, collections] = await Promise.all([read(storeProductsQuery(collection)), read(storeCollectionsQuery())])
    return { tab, main, collections, instead: isEmpty(main) ? await read(ofKind) : null } as const
  }
  const main = await read(sourceQuery(tab))
  return { tab, main, instead: isEmpty(main) ? await read(ofKind) : null } as const
}

const isEmpty = (result: QueryResult<readonly unknown[] | null>) => 'data' in result && !result.data?.length

export default function Shop({ loaderData }: Route.ComponentProps) {
  const { facts, tab, view, store } = loaderData
  return (
    <div className={`${layout.wrap} ${listingStyles.listing}`} data-part="listing">
      <header className={layout.pageHead}>
        <p className={layout.kicker}>Shop</p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>
          The <em>Shop</em>
        </h1>
        <p className={layout.lede}>{intro}</p>
      </header>
      <ul
        className={`${collectionsStyles.beautyRow} ${shopStyles.shopTiles}`}
        data-part="beauty-row"
        aria-label="Categories"
      >
        {shopTiles.map((tile, index) => (
          <li key={tile.to}>
            <ArtTile tile={tile} heading="h2" first={index === 0} />
          </li>
        ))}
      </ul>
      <Products facts={dataOf(facts)} loaded={tab} view={view} store={store} />
    </div>
  )
}

type LoadedTab = Awaited<ReturnType<typeof loadTab>>

interface ProductsProps {
  facts: ShopFacts | undefined
  loaded: LoadedTab
  view: ShopView
  store: StoreView
}

function Products({ facts, loaded, view, store }: ProductsProps) {
  const label = shopTabs.find(({ id }) => id === view.tab)?.label
  return (
    <section id="products" className={shopStyles.shopProducts} aria-labelledby="products-title">
      <ShopTabs current={view.tab} count={facts?.count} />
      <h2 id="products-title" className={layout.srOnly}>
        {label}
      </h2>
      <DisclosureLine />
      <Tab {...{ facts, loaded, view, store }} />
      <CompareBar />
    </section>
  )
}

function Tab({ facts, loaded, view, store }: ProductsProps) {
  switch (loaded.tab) {
    case 'all': {
      const { main, instead, amazonProducts } = loaded
      return <AllProducts {...{ view, facts, instead, amazonProducts }} grid={main} />
    }
    case 'shopify': {
      const { main, collections, instead } = loaded
      return (
        <Suspense fallback={<ProductGridSkeleton count={8} />}>
          <StoreGrid
            {...{ collections, instead }}
            products={main}
            base="/shop?tab=shopify"
            initial={null}
            kind={tabKinds.shopify}
            view={store}
          />
        </Suspense>
      )
    }
    case 'retailer':
      return <AmazonProducts loaded={loaded.main} />
    default:
      return <OfSource {...loaded} />
  }
}

const AmazonProducts = ({ loaded }: { loaded: QueryResult<Offer[]> }) => (
  <OffersBlock
    slot="shop-finds"
    offers={useBlock(retailerQuery, loaded)}
    errorPrefix="Error loading Amazon products"
    eager={4}
    empty={<StateNote kind="empty" title="No Amazon products found." />}
  />
)

interface OfSourceProps {
  tab: 'awin' | 'cj'
  main: QueryResult<Offer[]>
  instead: QueryResult<Offer[]> | null
}

const OfSource = ({ tab, main, instead }: OfSourceProps) => (
  <OffersBlock
    slot="shop-source"
    offers={useBlock(sourceQuery(tab), main)}
    eager={4}
    empty={instead ? <OfKind kind={tabKinds[tab]} loaded={instead} /> : <NoneOfSource />}
  />
)

const OfKind = ({ kind, loaded }: { kind: ShopKind; loaded: QueryResult<Offer[]> }) => (
  <OffersBlock slot="shop-kind" offers={useBlock(kindQuery(kind), loaded)} eager={4} empty={<NoneOfSource />} />
)

const NoneOfSource = () => (
  <StateNote kind="empty" title="No products found" text="Products will appear here once they're added to the database">
    <a href="/products" className={controls.textLink}>
      See all products
    </a>
  </StateNote>
)
