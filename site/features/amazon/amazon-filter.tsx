import * as controls from '#design/controls.module.css'
import * as dealsFilterStyles from '#site/features/deals/deals-filter.module.css'
import { DealsChoice } from '#site/features/listing/facet-choice.tsx'
import * as choiceStyles from '#site/ui/choice.module.css'
import { type AmazonList, amazonListHref } from './amazon-product-parameters.ts'

/** Narrows Amazon products by category, at once, and by words of the title. */
export function AmazonFilter({ list, categories }: { list: AmazonList; categories: readonly string[] }) {
  return (
    <div className={dealsFilterStyles.dealsFilter} data-part="deals-filter">
      <form
        action="/amazon-deals"
        key={amazonListHref(list)}
        aria-label="Filter the finds"
        autoComplete="off"
        data-keep-place
      >
        <DealsChoice
          name="category"
          label="Category"
          all="All Categories"
          chosen={list.category ?? undefined}
          values={categories.map((value) => ({ value }))}
          onChange={(event) => event.target.form?.requestSubmit()}
        />
        <label className={choiceStyles.choice} data-part="choice">
          <span>In the title</span>
          <input
            type="search"
            name="q"
            defaultValue={list.title ?? ''}
            maxLength={200}
            placeholder="roller, vase, tote"
          />
        </label>
        <button type="submit" className={`${controls.button} ${controls.quiet}`}>
          Apply
        </button>
      </form>
      {(list.category || list.title) && (
        <a href="/amazon-deals" className={controls.textLink} data-keep-place>
          Clear Filters
        </a>
      )}
    </div>
  )
}
