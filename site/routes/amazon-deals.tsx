import { DisclosureLine, RetailerDisclosure } from '../components/product/disclosure.tsx'
import { ProductGrid, ProductGridSkeleton } from '../components/product/product-grid.tsx'
import { StateNote } from '../components/ui/state-note.tsx'
import { load } from '../data/load.ts'
import { retailerProductsQuery } from '../data/retailer-products.ts'
import { PageData, useShopQuery } from '../data/use-shop-query.tsx'
import { pageMeta, siteUrlOf } from '../lib/seo.ts'
import type { Route } from './+types/amazon-deals.ts'

const query = retailerProductsQuery({ limit: 50 })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Retailer Finds',
    description: 'Finds at the large retailer that we would buy again, best first.',
    path: '/amazon-deals',
    siteUrl: siteUrlOf(matches),
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { state } = await load(context, [query])
  return { state }
}

export default function AmazonDeals({ loaderData }: Route.ComponentProps) {
  return (
    <PageData state={loaderData.state}>
      <div className="wrap listing">
        <header className="page-head">
          <p className="kicker">Finds</p>
          <h1 className="display page-title">
            Retailer <em>Finds</em>
          </h1>
          <p className="lede">Things at the large retailer that we would buy again, best first.</p>
        </header>
        <DisclosureLine />
        <Finds />
      </div>
    </PageData>
  )
}

function Finds() {
  const { data, error, isFetching, refetch } = useShopQuery(query)
  if (!data && isFetching) return <ProductGridSkeleton count={8} />
  if (!data) {
    return (
      <StateNote kind="error" title={`Error loading Amazon products: ${error}`}>
        <button type="button" className="button quiet needs-script" onClick={refetch}>
          Try Again
        </button>
      </StateNote>
    )
  }
  if (data.length === 0) return <StateNote kind="empty" title="No Amazon products found." />
  return (
    <div className="section compact">
      <ProductGrid offers={data} heading="h2" eager={4} />
      <RetailerDisclosure offers={data} />
    </div>
  )
}
