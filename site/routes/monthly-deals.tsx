import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { DealsHead } from '#site/features/deals/deals-head.tsx'
import { type Month, monthOf } from '#site/features/deals/month.ts'
import { type MonthlyDeals, monthlyDealsQuery } from '#site/features/deals/monthly-deals.ts'
import * as rankedStyles from '#site/features/deals/ranked.module.css'
import { Sections } from '#site/features/journal/sections.tsx'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import * as editorialStyles from '#site/features/listing/editorial.module.css'
import { listHead } from '#site/features/listing/list-head.ts'
import { countCap } from '#site/features/listing/listing.ts'
import { ListingData } from '#site/features/listing/listing-data.tsx'
import { CompareBar } from '#site/features/listing/product-compare.tsx'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { type LoadedPage, loadPage } from '#site/features/pages/load-page.ts'
import * as pageIntroStyles from '#site/features/pages/page-intro.module.css'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { BlockContent, Failed } from '#site/ui/block-content.tsx'
import { JumpLink } from '#site/ui/jump-link.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/monthly-deals.ts'

const path = '/monthly-deals'
const title = 'Monthly Deals'
const intro =
  'Every price here fell this month below its lowest of the thirty days before, by our own readings, and stands there still. The biggest drops come first; no place is for sale.'
/** Of the month's drops so many are numbered (specification, 9: a top 10). */
const top = 10

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta({
        ...loaderData.head,
        title: `${title}: ${loaderData.month.label}`,
        description: intro,
        siteUrl: siteUrlOf(matches),
      })
    : []

export async function loader({ context }: Route.LoaderArgs) {
  const month = monthOf(Date.now())
  const [deals, written] = await Promise.all([loadQuery(context, monthlyDealsQuery(month)), loadPage(context, path)])
  return { deals, written, month, head: listHead({ title, page: 1, path, shown: dataOf(deals)?.offers.length }) }
}

export default function Monthly({ loaderData: { deals, written, month } }: Route.ComponentProps) {
  const block = useBlock(monthlyDealsQuery(month), deals)
  return (
    <>
      <DealsHead
        kicker={title}
        title={
          <>
            Price drops of <em>{month.label}</em>
          </>
        }
        intro={intro}
        art="offers-tall"
      >
        <JumpLink to="deals">See the Month’s Drops</JumpLink>
        <a href="/deals" className={`${controls.button} ${controls.quiet} ${controls.large}`}>
          All Price Drops
        </a>
      </DealsHead>
      <CategoryTabs />
      <div className={layout.wrap}>
        <DisclosureLine />
        <Written written={written} />
        <BlockContent
          block={block}
          loading={<ProductGridSkeleton count={8} />}
          failed={(error, retry) => <Failed title={`Error loading products: ${error}`} retry={retry} />}
        >
          {(found) => <Drops month={month} deals={found} />}
        </BlockContent>
        <CompareBar />
      </div>
    </>
  )
}

/** What editors wrote for the page; it is whole without. */
function Written({ written: { page, products } }: { written: LoadedPage }) {
  const sections = dataOf(page)?.text.sections ?? []
  return sections.length > 0 ? (
    <div className={pageIntroStyles.pageIntro} data-part="page-intro">
      <Sections sections={sections} products={products} />
    </div>
  ) : null
}

function Drops({ month, deals }: { month: Month; deals: MonthlyDeals }) {
  return (
    <>
      <section id="deals" aria-labelledby="deals-title" className={rankedStyles.opening}>
        <SectionHead id="deals-title" kicker={countText(deals.total)} title={headOf(deals.offers.length)} />
        {deals.offers.length > 0 ? (
          <div className={`${rankedStyles.ranked} ${editorialStyles.editorial} ${editorialStyles.spread}`}>
            <ProductGrid offers={deals.offers.slice(0, top)} heading="h3" eager={4} first slot="monthly" compare />
          </div>
        ) : (
          <StateNote
            kind="empty"
            title={`No price has fallen in ${month.label} so far`}
            text="We list nothing that our own readings do not prove. The first drop of the month will stand here."
          />
        )}
      </section>
      <Shelf id="more-drops" title="Also lower this month" offers={deals.offers.slice(top)} />
      <Shelf id="earlier-drops" title="Fallen before, and still low" offers={deals.earlier} />
      <Edition edition={deals.edition} />
      <ListingData path={path} name={title} offers={deals.offers} />
    </>
  )
}

const headOf = (shown: number) =>
  shown >= top ? (
    <>
      The ten <em>biggest drops</em>
    </>
  ) : (
    <>
      The month’s <em>drops</em>
    </>
  )

const countText = (total: number): string =>
  total > countCap
    ? `More than ${countCap.toLocaleString('en-US')} prices fell`
    : `${total === 0 ? 'No' : total} price${total === 1 ? '' : 's'} fell so far`

function Shelf({ id, title: name, offers }: { id: string; title: string; offers: MonthlyDeals['offers'] }) {
  if (offers.length === 0) return null
  return (
    <section aria-labelledby={id} className={`${layout.section} ${layout.compact}`}>
      <SectionHead id={id} title={name} more={{ label: 'All price drops', to: '/deals' }} />
      <ProductGrid offers={offers} heading="h3" slot={id} compare />
    </section>
  )
}

function Edition({ edition }: Pick<MonthlyDeals, 'edition'>) {
  if (!edition) return null
  return (
    <section aria-labelledby="edition-title" className={`${layout.section} ${layout.compact}`}>
      <SectionHead id="edition-title" kicker="An earlier edition" title={edition.title} />
      <p className={layout.lede}>
        A written list with products of its own, as it came out then.{' '}
        <a href={`/blog/${edition.slug}`} className={controls.textLink}>
          Read {edition.title}
        </a>
      </p>
    </section>
  )
}
