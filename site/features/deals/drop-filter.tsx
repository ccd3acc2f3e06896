import type { ChangeEvent } from 'react'
import * as controls from '#design/controls.module.css'
import * as visitor from '#design/visitor.module.css'
import { DealsChoice } from '#site/features/listing/facet-choice.tsx'
import * as listingStyles from '#site/features/listing/listing.module.css'
import { countCap } from '#site/features/listing/listing.ts'
import * as choiceStyles from '#site/ui/choice.module.css'
import * as dealsFilterStyles from './deals-filter.module.css'
import type { DropPage } from './drop-page.ts'
import { type DropList, dropListHref, dropSortLabels, dropSorts } from './price-drop-parameters.ts'

/** Narrows and sorts the price drops: a GET form that applies what is chosen at once. */
export function DropFilter({ list, data }: { list: DropList; data: DropPage }) {
  const apply = (event: ChangeEvent<HTMLSelectElement>) => event.target.form?.requestSubmit()
  const values = (names: readonly string[]) => names.map((value) => ({ value }))
  return (
    <div className={dealsFilterStyles.dealsFilter} data-part="deals-filter">
      <form
        action="/deals"
        key={dropListHref(list)}
        aria-label="Filter the price drops"
        autoComplete="off"
        data-keep-place
      >
        <DealsChoice
          name="category"
          label="Category"
          all="All Categories"
          chosen={list.category ?? undefined}
          values={values(data.categories)}
          onChange={apply}
        />
        <DealsChoice
          name="merchant"
          label="Merchant"
          all="All Merchants"
          chosen={list.merchant ?? undefined}
          values={values(data.merchants)}
          onChange={apply}
        />
        <label className={choiceStyles.choice} data-part="choice">
          <span>Sort by</span>
          <select name="sort" defaultValue={list.sort} onChange={apply}>
            {dropSorts.map((sort) => (
              <option key={sort} value={sort}>
                {dropSortLabels[sort]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className={`${controls.button} ${controls.quiet} ${visitor.withoutScript}`}>
          Apply
        </button>
      </form>
      {(list.category || list.merchant) && (
        <a href={dropListHref(list, { category: null, merchant: null })} className={controls.textLink} data-keep-place>
          Clear Filters
        </a>
      )}
      <a href={allFiltersHref(list)} className={controls.textLink}>
        Filter by color, size or price
      </a>
      <p role="status" aria-live="polite" className={listingStyles.resultCount} data-part="result-count">
        {countText(data.total)}
      </p>
    </div>
  )
}

/** The same items in the list that has every filter. */
function allFiltersHref({ category, merchant }: DropList): string {
  const search = new URLSearchParams({ ...(category && { category }), ...(merchant && { merchant }), fallen: '1' })
  return `/products?${search}`
}

const countText = (total: number): string =>
  total > countCap ? `${countCap.toLocaleString('en-US')}+ products` : `${total} product${total === 1 ? '' : 's'}`
