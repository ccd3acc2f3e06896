import * as layout from '#design/layout.module.css'
import { offerQueries } from '#site/features/deals/offer-shelves.ts'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { CompareBar } from '#site/features/listing/product-compare.tsx'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { loadPage } from '#site/features/pages/load-page.ts'
import { PageIntro } from '#site/features/pages/page-intro.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import type { ShopQuery } from '#site/ssr/data/query.ts'
import type { QueryResult } from '#site/ssr/data/query-result.ts'
import { blockData, useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { BlockContent, Failed } from '#site/ui/block-content.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/offers.ts'

const lede = 'Prices that really came down, and good things up to 25 and 50 dollars, as the shops ask today.'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: 'Offers', description: lede, path: '/offers', siteUrl: siteUrlOf(matches) })

export async function loader({ context }: Route.LoaderArgs) {
  const [written, fallen, upTo25, upTo50] = await Promise.all([
    loadPage(context, '/offers'),
    loadQuery(context, offerQueries.fallen),
    loadQuery(context, offerQueries.upTo25),
    loadQuery(context, offerQueries.upTo50),
  ])
  return { written, fallen, upTo25, upTo50 }
}

export default function Offers({ loaderData: { written, fallen, upTo25, upTo50 } }: Route.ComponentProps) {
  return (
    <>
      <CategoryTabs />
      <div className={layout.wrap}>
        <PageIntro written={written} kicker="Today" title="Offers" lede={lede} />
        <DisclosureLine />
        <Shelf
          id="fallen"
          title="Lower than in the last thirty days"
          query={offerQueries.fallen}
          loaded={fallen}
          more={{ label: 'All deals', to: '/all-deals' }}
        />
        <Shelf
          id="up-to-25"
          title="25 dollars or less"
          query={offerQueries.upTo25}
          loaded={upTo25}
          more={{ label: 'By price', to: '/products?sort=price-asc' }}
          none="Nothing new at this price today."
        />
        <Shelf
          id="up-to-50"
          title="25 to 50 dollars"
          query={offerQueries.upTo50}
          loaded={upTo50}
          more={{ label: 'All products', to: '/products' }}
          none="Nothing new at this price today."
        />
        <CompareBar />
      </div>
    </>
  )
}

interface ShelfProps {
  id: string
  title: string
  query: ShopQuery<Offer[]>
  loaded: QueryResult<Offer[]>
  more: { label: string; to: string }
  /** Said when the shelf is empty; without it the shelf is left out. */
  none?: string
}

function Shelf({ id, title, query, loaded, more, none }: ShelfProps) {
  const offers = useBlock(query, loaded)
  if (!none && blockData(offers)?.length === 0) return null
  return (
    <section aria-labelledby={id} className={`${layout.section} ${layout.compact}`}>
      <SectionHead id={id} title={title} more={more} />
      <BlockContent
        block={offers}
        loading={<ProductGridSkeleton count={4} />}
        failed={(error, retry) => <Failed title="Failed to load products" text={error} retry={retry} />}
        empty={<StateNote kind="empty" title="Nothing here today" text={none} />}
      >
        {(found) => <ProductGrid offers={found} slot={id} compare />}
      </BlockContent>
    </section>
  )
}
