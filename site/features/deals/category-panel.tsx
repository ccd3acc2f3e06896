import type { MouseEvent } from 'react'
import * as controls from '#design/controls.module.css'
import { ChevronIcon } from '#design/icons.tsx'
import type { FacetValue } from '#site/features/listing/facets.ts'
import { type Listing, listingHref } from '#site/features/listing/listing.ts'
import * as styles from './category-panel.module.css'

interface CategoryPanelProps {
  base: string
  listing: Listing
  categories: readonly FacetValue[] | undefined
}

/** The button that unfolds the categories; choosing one closes them again, and All takes the filter off. */
export function CategoryPanel({ base, listing, categories = [] }: CategoryPanelProps) {
  const onChoose = (event: MouseEvent<HTMLUListElement>) => {
    const chosen = event.target instanceof Element && event.target.closest('a')
    const panel = event.currentTarget.closest('details')
    if (chosen && panel) panel.open = false
  }
  const [current] = listing.categories
  return (
    <details className={styles.categoryPanel} data-part="category-panel">
      <summary className={`${controls.button} ${controls.quiet} ${controls.large}`}>
        Filter By Category
        <ChevronIcon />
      </summary>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on one of its links is a click */}
      <ul className={styles.categoryChoices} onClick={onChoose}>
        <li>
          <a
            href={`${listingHref(base, listing, { categories: [] })}#deals`}
            className={controls.chip}
            aria-current={current ? undefined : 'true'}
          >
            All
          </a>
        </li>
        {categories.map(({ value }) => (
          <li key={value}>
            <a
              href={`${listingHref(base, listing, { categories: [value] })}#deals`}
              className={controls.chip}
              aria-current={value === current ? 'true' : undefined}
            >
              {value}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
