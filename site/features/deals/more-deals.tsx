import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import * as listingStyles from '#site/features/listing/listing.module.css'
import { type Listing, listingHref } from '#site/features/listing/listing.ts'
import { PageSteps } from '#site/features/listing/pager.tsx'
import { ProductGrid, ProductGridSkeleton } from '#site/features/listing/product-grid.tsx'
import { resultPages } from '#site/features/search/result-pages.ts'
import type { Block } from '#site/ssr/data/use-block.ts'
import { BlockContent, Failed } from '#site/ui/block-content.tsx'
import * as searchFormStyles from '#site/ui/search-form.module.css'
import { SectionHead } from '#site/ui/section-head.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import { type DealSearch, dealSearchParams, defaultDealSearch } from './deal-search.ts'
import * as styles from './more-deals.module.css'
import type { MoreDealsPage } from './more-deals-page.ts'

interface MoreDealsProps {
  base: string
  listing: Listing
  search: DealSearch
  /** Null where nothing was searched for and the same products stood on the page before. */
  results: Block<MoreDealsPage> | null
  /** Offers of items that stand above on the same page. */
  leaveOut: readonly number[] | undefined
}

/** A search of the whole catalogue below the grid. Its form and pages leave the grid above as it is. */
export function MoreDeals({ base, listing, search, results, leaveOut = [] }: MoreDealsProps) {
  const gridParams = new URLSearchParams(listingHref('', listing).slice(1))
  return (
    <section id="more-deals" aria-labelledby="more-deals-title" className={`${layout.section} ${styles.moreDeals}`}>
      <SectionHead
        id="more-deals-title"
        kicker="Looking for something?"
        title={
          <>
            Shop <em>More Deals</em>
          </>
        }
      />
      <search>
        <form
          action={`${base}#more-deals`}
          className={searchFormStyles.searchForm}
          data-part="search-form"
          key={search.text}
          data-keep-place
        >
          {[...gridParams].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <input
            type="search"
            name="deal"
            defaultValue={search.text}
            maxLength={200}
            placeholder="Search for deals..."
            aria-label="Search for deals"
          />
          <button type="submit" className={controls.button}>
            Search
          </button>
        </form>
      </search>
      {results && (
        <BlockContent
          block={results}
          loading={<ProductGridSkeleton count={8} />}
          failed={(error, retry) => <Failed title={`Error loading results: ${error}`} retry={retry} />}
        >
          {(found) => (
            <Results {...{ found, search, leaveOut }} href={(page) => dealHref(base, listing, { ...search, page })} />
          )}
        </BlockContent>
      )}
    </section>
  )
}

function dealHref(base: string, listing: Listing, search: DealSearch): string {
  const own = new URLSearchParams(dealSearchParams(search)).toString()
  return `${listingHref(own ? `${base}?${own}` : base, listing)}#more-deals`
}

interface ResultsProps {
  found: MoreDealsPage
  search: DealSearch
  leaveOut: readonly number[]
  href: (page: number) => string
}

function Results({ found, search, leaveOut, href }: ResultsProps) {
  const pages = resultPages(found.total)
  const offers = found.offers.filter(({ id }) => !leaveOut.includes(id))
  return (
    <>
      <p role="status" className={listingStyles.resultCount} data-part="result-count">
        {found.total > 0 && `Results for “${search.text || defaultDealSearch}”`}
        {found.total > 0 && pages > 1 && `, page ${search.page} of ${pages}`}
      </p>
      {offers.length > 0 ? (
        <ProductGrid offers={offers} heading="h3" slot="deals-search" compare />
      ) : found.total > 0 && search.page === 1 ? (
        <p>All of them stand above.</p>
      ) : (
        <StateNote kind="empty" title="No results found. Try a different search term." />
      )}
      {pages > 1 && <PageSteps page={search.page} last={pages} href={href} label="Pages of results" />}
    </>
  )
}
