import { DealsChoice } from '#site/features/listing/facet-choice.tsx'
import { type FindList, findListHref } from './amazon-product-parameters.ts'

/** Narrows the retailer's finds by category, at once, and by words of the title. */
export function FindFilter({ list, categories }: { list: FindList; categories: readonly string[] }) {
  return (
    <div className="deals-filter">
      <form
        action="/amazon-deals"
        key={findListHref(list)}
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
        <label className="choice">
          <span>In the title</span>
          <input
            type="search"
            name="q"
            defaultValue={list.title ?? ''}
            maxLength={200}
            placeholder="roller, vase, tote"
          />
        </label>
        <button type="submit" className="button quiet">
          Apply
        </button>
      </form>
      {(list.category || list.title) && (
        <a href="/amazon-deals" className="text-link" data-keep-place>
          Clear Filters
        </a>
      )}
    </div>
  )
}
