import { offerQueries } from '#site/features/deals/offer-shelves.ts'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { PageIntro } from '#site/features/pages/page-intro.tsx'
import { pageQuery } from '#site/features/pages/queries.ts'
import { load } from '#site/ssr/data/load.ts'
import type { ShopQuery } from '#site/ssr/data/query.ts'
import { PageData, useShopQuery } from '#site/ssr/data/use-query.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { SectionHead } from '#site/ui/section-head.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/offers.ts'

const lede = 'Prices that really came down, and good things up to 25 and 50 dollars, as the shops ask today.'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: 'Offers', description: lede, path: '/offers', siteUrl: siteUrlOf(matches) })

export async function loader({ context }: Route.LoaderArgs) {
  const { state } = await load(context, [pageQuery('/offers'), ...Object.values(offerQueries)])
  return { state }
}

export default function Offers({ loaderData }: Route.ComponentProps) {
  return (
    <PageData state={loaderData.state}>
      <CategoryTabs />
      <div className="wrap">
        <PageIntro path="/offers" kicker="Today" title="Offers" lede={lede} />
        <DisclosureLine />
        <Shelf
          id="fallen"
          title="Lower than in the last thirty days"
          query={offerQueries.fallen}
          more={{ label: 'All deals', to: '/all-deals' }}
        />
        <Shelf
          id="up-to-25"
          title="25 dollars or less"
          query={offerQueries.upTo25}
          more={{ label: 'By price', to: '/products?sort=price-asc' }}
          none="Nothing new at this price today."
        />
        <Shelf
          id="up-to-50"
          title="25 to 50 dollars"
          query={offerQueries.upTo50}
          more={{ label: 'All products', to: '/products' }}
          none="Nothing new at this price today."
        />
      </div>
    </PageData>
  )
}

interface ShelfProps {
  id: string
  title: string
  query: ShopQuery<Offer[]>
  more: { label: string; to: string }
  /** Said when the shelf is empty; without it the shelf is left out. */
  none?: string
}

function Shelf({ id, title, query, more, none }: ShelfProps) {
  const { data, error, isFetching, refetch } = useShopQuery(query)
  if (!none && data?.length === 0) return null
  return (
    <section aria-labelledby={id} className="section compact">
      <SectionHead id={id} title={title} more={more} />
      {isFetching ? (
        <ProductGridSkeleton count={4} />
      ) : error !== undefined ? (
        <StateNote kind="error" title="Failed to load products" text={error}>
          <button type="button" className="button quiet needs-script" onClick={refetch}>
            Try Again
          </button>
        </StateNote>
      ) : data?.length ? (
        <ProductGrid offers={data} slot={id} />
      ) : (
        <StateNote kind="empty" title="Nothing here today" text={none} />
      )}
    </section>
  )
}
