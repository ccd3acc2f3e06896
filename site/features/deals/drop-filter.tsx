import type { ChangeEvent } from 'react'
import { DealsChoice } from '#site/features/listing/facet-choice.tsx'
import { countCap } from '#site/features/listing/listing.ts'
import type { DropPage } from './drop-page.ts'
import { type DropList, dropListHref, dropSortLabels, dropSorts } from './price-drop-parameters.ts'

/** Narrows and sorts the price drops: a GET form that applies what is chosen at once. */
export function DropFilter({ list, data }: { list: DropList; data: DropPage }) {
  const apply = (event: ChangeEvent<HTMLSelectElement>) => event.target.form?.requestSubmit()
  const values = (names: readonly string[]) => names.map((value) => ({ value }))
  return (
    <div className="deals-filter">
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
        <label className="choice">
          <span>Sort by</span>
          <select name="sort" defaultValue={list.sort} onChange={apply}>
            {dropSorts.map((sort) => (
              <option key={sort} value={sort}>
                {dropSortLabels[sort]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button quiet without-script">
          Apply
        </button>
      </form>
      {(list.category || list.merchant) && (
        <a href={dropListHref(list, { category: null, merchant: null })} className="text-link" data-keep-place>
          Clear Filters
        </a>
      )}
      <p role="status" aria-live="polite" className="result-count">
        {countText(data.total)}
      </p>
    </div>
  )
}

const countText = (total: number): string =>
  total > countCap ? `${countCap.toLocaleString('en-US')}+ products` : `${total} product${total === 1 ? '' : 's'}`
