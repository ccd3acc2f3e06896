import * as controls from '#design/controls.module.css'
import { CloseIcon, FilterIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import * as visitor from '#design/visitor.module.css'
import * as choiceStyles from '#site/ui/choice.module.css'
import type { Facets } from './facet-queries.ts'
import { fallenLabel, inStockLabel } from './facets.ts'
import { DetailChoices } from './filters/detail-choices.tsx'
import { FacetChoices } from './filters/facet-choices.tsx'
import { PriceChoices } from './filters/price-choices.tsx'
import * as listingStyles from './listing.module.css'
import { hasFilters, type Listing, listingHref, noFilters, type Sort, sortLabels, sorts } from './listing.ts'
import * as styles from './listing-filters.module.css'
import { priceRangeLabel } from './price-range.ts'
import type { Apply } from './use-choice.ts'

const formId = 'listing-form'
const panelId = 'listing-filters'

const namedFilters = [
  { filter: 'categories', label: 'Category', name: 'category' },
  { filter: 'merchants', label: 'Merchant', name: 'merchant' },
  { filter: 'brands', label: 'Brand', name: 'brand' },
] as const
const valueFilters = [
  ...namedFilters,
  { filter: 'colors', label: 'Color' },
  { filter: 'sizes', label: 'Size' },
] as const
export type FixedFilter = (typeof namedFilters)[number]['filter']

interface ListingFiltersProps {
  base: string
  listing: Listing
  chosen: Listing
  apply: Apply
  facets: Facets | undefined
  total: number | undefined
  /** What the page itself sets, and so asks no visitor for. */
  fixed?: FixedFilter
}

/** A rail on wide screens, a sheet on phones: one GET form. Choosing applies at once; without script there is a button. */
export function ListingFilters({ base, listing, chosen, apply, facets, total, fixed }: ListingFiltersProps) {
  return (
    <section
      id={panelId}
      className={styles.filterPanel}
      data-part="filter-panel"
      popover="auto"
      aria-labelledby={`${panelId}-title`}
    >
      <div className={styles.filterHead}>
        <h2 id={`${panelId}-title`} className={layout.display}>
          Filters
        </h2>
        <button
          type="button"
          className={`${controls.iconButton} ${styles.filterClose}`}
          popoverTarget={panelId}
          popoverTargetAction="hide"
          aria-label="Close filters"
        >
          <CloseIcon />
        </button>
      </div>
      <form id={formId} action={base} className={styles.filterForm} autoComplete="off" data-keep-place>
        {namedFilters
          .filter(({ filter }) => filter !== fixed)
          .map(({ filter, label, name }) => (
            <FacetChoices key={name} {...{ label, name, apply }} values={facets?.[filter]} chosen={chosen[filter]} />
          ))}
        <PriceChoices base={base} listing={listing} chosen={chosen} prices={facets?.prices} apply={apply} />
        {facets && <DetailChoices details={facets.details} total={total} chosen={chosen} apply={apply} />}
        <button type="submit" className={`${controls.button} ${visitor.withoutScript}`}>
          Apply
        </button>
      </form>
      <button
        type="button"
        className={`${controls.button} ${styles.filterDone} ${visitor.needsScript}`}
        popoverTarget={panelId}
        popoverTargetAction="hide"
      >
        {total === undefined ? 'Show results' : `Show ${total.toLocaleString('en-US')} result${total === 1 ? '' : 's'}`}
      </button>
    </section>
  )
}

interface ListingBarProps {
  base: string
  listing: Listing
  chosen: Listing
  apply: Apply
  facets: Facets | undefined
  count: string | undefined
}

/** Above the grid: how many, in which order, and what the list is narrowed to. */
export function ListingBar({ base, listing, chosen, apply, facets, count }: ListingBarProps) {
  const filters = chipsOf(listing, facets)
  return (
    <div className={styles.listingBar}>
      <div className={styles.listingBarRow}>
        <p role="status" aria-live="polite" className={listingStyles.resultCount} data-part="result-count">
          {count}
        </p>
        <button type="button" className={`${controls.chip} ${styles.filterOpen}`} popoverTarget={panelId}>
          <FilterIcon />
          Filters{filters.length > 0 && ` (${filters.length})`}
        </button>
        <SortChoice sort={chosen.sort} apply={apply} />
      </div>
      {hasFilters(listing) && (
        <ul className={controls.chips} aria-label="Filters">
          {filters.map(({ label, without }) => (
            <li key={label}>
              <a
                href={listingHref(base, listing, without)}
                className={controls.chip}
                aria-label={`Remove filter ${label}`}
                data-keep-place
              >
                {label}
                <CloseIcon />
              </a>
            </li>
          ))}
          <li>
            <a href={listingHref(base, listing, noFilters)} className={controls.textLink} data-keep-place>
              Clear Filters
            </a>
          </li>
        </ul>
      )}
    </div>
  )
}

function SortChoice({ sort, apply }: { sort: Sort; apply: Apply }) {
  return (
    <span className={choiceStyles.sortChoice}>
      <label>
        <span>Sort by</span>
        <select name="sort" form={formId} value={sort} onChange={apply}>
          {sorts.map((value) => (
            <option key={value} value={value}>
              {sortLabels[value]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" form={formId} className={`${controls.textLink} ${visitor.withoutScript}`}>
        Sort
      </button>
    </span>
  )
}

/** Each filter that is set, with what to change to be without it. Values that the catalogue does not have are not repeated. */
function chipsOf(listing: Listing, facets: Facets | undefined): { label: string; without: Partial<Listing> }[] {
  const values = { ...facets, ...facets?.details }
  const named = valueFilters.flatMap(({ filter, label }) => {
    const chosen = listing[filter]
    const known = chosen.filter((one) => values[filter]?.some(({ value }) => value === one))
    const chips = known.map((one) => ({ label: one, without: { [filter]: chosen.filter((other) => other !== one) } }))
    return known.length < chosen.length ? [...chips, { label, without: { [filter]: known } }] : chips
  })
  const { min, max } = listing
  return [
    ...named,
    ...(listing.inStock ? [{ label: inStockLabel, without: { inStock: false } }] : []),
    ...(listing.fallen ? [{ label: fallenLabel, without: { fallen: false } }] : []),
    ...(min === null && max === null ? [] : [{ label: priceRangeLabel(min, max), without: { min: null, max: null } }]),
  ]
}
