import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { ProductGrid } from '#site/features/listing/product-grid.tsx'
import { productsQuery } from '#site/features/listing/products.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { dataOf, type QueryResult } from '#site/ssr/data/query-result.ts'
import { popularSearches } from './popular-searches.ts'
import { searchHref } from './search-params.ts'
import { categoriesQuery } from './search-query.ts'
import * as styles from './ways-on.module.css'

export interface WaysOnResults {
  categories: QueryResult<string[]>
  newest: QueryResult<Offer[]>
}

/** Where to go without a result: what others look for, the shop's categories, what has just come in. */
export function WaysOn({ ways }: { ways: WaysOnResults | null }) {
  const categories = dataOf(ways?.categories)
  const newest = dataOf(ways?.newest)
  return (
    <>
      <section className={`${layout.section} ${layout.compact}`} aria-labelledby="popular">
        <h2 id="popular" className={layout.kicker}>
          Popular searches
        </h2>
        <ul className={styles.popularSearches} data-part="popular-searches">
          {popularSearches().map((suggestion) => (
            <li key={suggestion}>
              <a href={searchHref({ query: suggestion })}>{suggestion}</a>
            </li>
          ))}
        </ul>
      </section>
      {categories && categories.length > 0 && (
        <section className={`${layout.section} ${layout.compact}`} aria-labelledby="browse">
          <h2 id="browse" className={layout.kicker}>
            Browse a category
          </h2>
          <ul className={`${controls.chips} ${styles.waysOnCategories}`} data-part="ways-on-categories">
            {categories.slice(0, 16).map((category) => (
              <li key={category}>
                <a className={controls.chip} href={`/products?category=${encodeURIComponent(category)}`}>
                  {category}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {newest && newest.length > 0 && (
        <section className={`${layout.section} ${layout.compact}`} aria-labelledby="newest">
          <h2 id="newest" className={`${layout.display} ${layout.sectionTitle}`}>
            Just in
          </h2>
          <DisclosureLine />
          <ProductGrid offers={newest} slot="search-newest" />
        </section>
      )}
    </>
  )
}

export const waysOnQueries = { categories: categoriesQuery(), newest: productsQuery({ limit: 4 }) } as const
