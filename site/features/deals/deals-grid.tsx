import type { ChangeEvent, ReactNode } from 'react'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import * as visitor from '#design/visitor.module.css'
import { DealsChoice } from '#site/features/listing/facet-choice.tsx'
import type { FacetValue } from '#site/features/listing/facets.ts'
import * as listingStyles from '#site/features/listing/listing.module.css'
import { hasFilters, type Listing, listingHref, noFilters, pageSize } from '#site/features/listing/listing.ts'
import { countText } from '#site/features/listing/listing-count.ts'
import { ListingData } from '#site/features/listing/listing-data.tsx'
import type { ListingPage } from '#site/features/listing/listing-page.ts'
import { ListingResults } from '#site/features/listing/listing-results.tsx'
import { type Block, blockData } from '#site/ssr/data/use-block.ts'
import { SectionHead } from '#site/ui/section-head.tsx'
import * as dealsFilterStyles from './deals-filter.module.css'
import * as styles from './deals-grid.module.css'

interface DealsGridProps {
  base: string
  /** What the address says besides the list itself, and must go on saying. */
  keep?: Readonly<Record<string, string>>
  listing: Listing
  page: Block<ListingPage>
  title: ReactNode
  /** The page's name to search engines. */
  name: string
  /** Offers of items that stand above on the same page. */
  leaveOut?: readonly number[]
  withCategory?: boolean
  /** The page's own, where it has no dropdown for them. */
  categories?: readonly string[]
}

/** A titled grid with dropdowns for category and merchant: a GET form that applies what is chosen at once. */
export function DealsGrid(props: DealsGridProps) {
  const { base, keep = {}, listing, page, title, name, leaveOut, withCategory = false } = props
  const { categories = listing.categories } = props
  const data = blockData(page)
  const kept = new URLSearchParams(keep).toString()
  const here = kept ? `${base}?${kept}` : base
  return (
    <section
      id="deals"
      aria-labelledby="deals-title"
      className={`${layout.section} ${styles.dealsGrid}`}
      data-part="deals-grid"
    >
      <SectionHead id="deals-title" title={title} />
      <DealsFilter
        {...{ base, keep, listing, withCategory, clearHref: listingHref(here, listing, noFilters) }}
        allFilters={listingHref('/products', { ...listing, categories }, { page: 1 })}
        categories={data?.facets.categories}
        merchants={data?.facets.merchants}
        count={data && countText(data.total, listing)}
      />
      <ListingResults {...{ listing, page, leaveOut }} slot="deals" base={here} hash="#deals" heading="h3" />
      <ListingData path={base} name={name} offers={data?.offers} before={(listing.page - 1) * pageSize} />
    </section>
  )
}

interface DealsFilterProps {
  base: string
  keep: Readonly<Record<string, string>>
  listing: Listing
  withCategory: boolean
  categories: readonly FacetValue[] | undefined
  merchants: readonly FacetValue[] | undefined
  clearHref: string
  /** The same products with every filter. */
  allFilters: string
  count: string | undefined
}

export function DealsFilter({
  base,
  keep,
  listing,
  withCategory,
  categories,
  merchants,
  clearHref,
  allFilters,
  count,
}: DealsFilterProps) {
  const apply = (event: ChangeEvent<HTMLSelectElement>) => event.target.form?.requestSubmit()
  return (
    <div className={dealsFilterStyles.dealsFilter} data-part="deals-filter">
      {/* keyed by its values: going back must show what the list shows */}
      <form
        action={`${base}#deals`}
        key={listingHref(base, listing)}
        aria-label="Filter the deals"
        autoComplete="off"
        data-keep-place
      >
        {Object.entries(keep).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {withCategory && (
          <DealsChoice
            name="category"
            label="Category"
            all="All Categories"
            chosen={listing.categories[0]}
            values={categories}
            onChange={apply}
          />
        )}
        <DealsChoice
          name="merchant"
          label="Merchant"
          all="All Merchants"
          chosen={listing.merchants[0]}
          values={merchants}
          onChange={apply}
        />
        <button type="submit" className={`${controls.button} ${controls.quiet} ${visitor.withoutScript}`}>
          Apply
        </button>
      </form>
      {hasFilters(listing) && (
        <a href={clearHref} className={controls.textLink} data-keep-place>
          Clear Filters
        </a>
      )}
      <a href={allFilters} className={controls.textLink}>
        Filter by color, size or price
      </a>
      <p role="status" aria-live="polite" className={listingStyles.resultCount} data-part="result-count">
        {count}
      </p>
    </div>
  )
}
