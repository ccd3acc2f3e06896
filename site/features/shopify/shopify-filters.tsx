import type { ChangeEvent } from 'react'
import * as controls from '#design/controls.module.css'
import * as visitor from '#design/visitor.module.css'
import { storeKinds } from '#domain/shopify-kinds.ts'
import * as listingStyles from '#site/features/listing/listing.module.css'
import * as choiceStyles from '#site/ui/choice.module.css'
import type { StoreCollection } from './queries.ts'
import * as styles from './shopify-filters.module.css'
import { everything, isNarrowed, type StoreView, storeHref } from './shopify-view.ts'

interface StoreFiltersProps {
  base: string
  initial: string | null
  view: StoreView
  collections: readonly StoreCollection[] | undefined
  brands: readonly string[] | undefined
  count: number | undefined
}

/** A GET form: choosing applies it at once; without script there is a button. */
export function StoreFilters({ base, initial, view, collections, brands, count }: StoreFiltersProps) {
  const [path, query] = base.split('?')
  const href = (change: Partial<StoreView>) => storeHref({ base, initial, view: { ...view, ...change } })
  const apply = (event: ChangeEvent<HTMLSelectElement>) => event.target.form?.requestSubmit()
  return (
    <div className={styles.storeFilters}>
      <search>
        {/* keyed by its values: going back must show what the grid shows */}
        <form action={path} className={styles.storeForm} key={href({})} data-keep-place>
          {[...new URLSearchParams(query)].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {view.kind && <input type="hidden" name="type" value={view.kind} />}
          <label className={choiceStyles.choice} data-part="choice">
            <span>Collection</span>
            <select name="collection" defaultValue={view.collection ?? everything} onChange={apply}>
              <option value={everything}>All Collections</option>
              {withChosen(view.collection, collections).map(({ handle, title }) => (
                <option key={handle} value={handle}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <label className={choiceStyles.choice} data-part="choice">
            <span>Brand</span>
            <select name="brand" defaultValue={view.brand ?? everything} onChange={apply}>
              <option value={everything}>All Brands</option>
              {[...new Set([...(brands ?? []), ...(view.brand ? [view.brand] : [])])].map((brand) => (
                <option key={brand} value={brand}>
                  {brand}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className={`${controls.button} ${controls.quiet} ${visitor.withoutScript}`}>
            Apply
          </button>
        </form>
      </search>
      <div className={styles.storeState}>
        <p role="status" aria-live="polite" className={listingStyles.resultCount} data-part="result-count">
          {count !== undefined && `${count} product${count === 1 ? '' : 's'}`}
        </p>
        <ul className={controls.chips} aria-label="Narrow the store">
          {storeKinds.map(({ id, label }) => (
            <li key={id}>
              <a
                href={href({ kind: view.kind === id ? null : id })}
                className={controls.chip}
                aria-current={view.kind === id || undefined}
                data-keep-place
              >
                {label}
              </a>
            </li>
          ))}
          {isNarrowed(view, initial) && (
            <li>
              <a href={base} className={controls.textLink} data-keep-place>
                Clear Filters
              </a>
            </li>
          )}
        </ul>
      </div>
    </div>
  )
}

/** The page's own collection can be chosen although the store's list could not be read. */
function withChosen(chosen: string | null, collections: readonly StoreCollection[] = []): readonly StoreCollection[] {
  if (!chosen || collections.some(({ handle }) => handle === chosen)) return collections
  return [{ handle: chosen, title: chosen }, ...collections]
}
