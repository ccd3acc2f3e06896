import type { ReactNode } from 'react'
import * as controls from '#design/controls.module.css'
import { ChevronIcon, CloseIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import * as facetStyles from '#site/features/listing/facet.module.css'
import {
  countText,
  resultCap,
  type SearchParams,
  type SearchSort,
  searchHref,
  searchKinds,
  searchPrices,
} from '../search-params.ts'
import type { Facet, ShopSearch } from '../shop-search.ts'
import * as styles from './search-choices.module.css'

const labels = { product: 'Products', find: 'Retailer Finds', article: 'Articles' } as const

/** All, or one kind of result; each with how many there are. */
export function KindTabs({ params, found }: { params: SearchParams; found: ShopSearch }) {
  const { counts } = found
  const all = Math.min(counts.product + counts.find + counts.article, resultCap + 1)
  const tabs = [
    { kind: null, label: 'All', count: all },
    ...searchKinds.map((kind) => ({ kind, label: labels[kind], count: counts[kind] })),
  ]
  return (
    <nav className={styles.resultKinds} aria-label="Kinds of results">
      <ul>
        {tabs
          .filter(({ kind, count }) => count > 0 || kind === params.kind)
          .map(({ kind, label, count }) => (
            <li key={label}>
              <a href={searchHref(params, { kind })} aria-current={kind === params.kind ? 'page' : undefined}>
                {label} <span className={styles.resultNumber}>{countText(count)}</span>
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}

/** Categories and shops of the products found. Folded away: most searches need neither. */
export function Facets({ params, found }: { params: SearchParams; found: ShopSearch }) {
  if (params.kind === 'article') return null
  const exact = found.counts.product <= resultCap
  return (
    <>
      {params.category || params.merchant || params.from !== null || params.below !== null ? (
        <Applied params={params} found={found} />
      ) : null}
      {!params.category && (
        <FacetList label="Category" name="category" facets={found.categories} params={params} exact={exact} />
      )}
      {!params.merchant && (
        <FacetList label="Shop" name="merchant" facets={found.merchants} params={params} exact={exact} />
      )}
      {params.from === null && params.below === null && !found.named && (
        <ChoiceList label="Price">
          {searchPrices.map(([from, below]) => (
            <li key={`${from}-${below}`}>
              <a className={controls.chip} href={searchHref(params, { from, below })}>
                {priceLabel(from, below)}
              </a>
            </li>
          ))}
        </ChoiceList>
      )}
      <ChoiceList label={params.sort ? sortLabels[params.sort] : 'Sort'}>
        {([null, 'price-asc', 'price-desc', 'newest'] as const).map((sort) => (
          <li key={sort}>
            <a
              className={controls.chip}
              href={searchHref(params, { sort })}
              aria-current={sort === params.sort ? 'true' : undefined}
            >
              {sort ? sortLabels[sort] : 'Best match'}
            </a>
          </li>
        ))}
      </ChoiceList>
    </>
  )
}

const sortLabels: Record<SearchSort, string> = {
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
  newest: 'Newest first',
}

/** 'Under $25', '$25 to $50', '$100 and up'. A limit that is included was raised by a cent. */
export function priceLabel(from: number | null, below: number | null): string {
  const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`
  if (below === null) return from === null ? 'Any price' : `${dollars(from)} and up`
  const whole = Math.floor(below)
  if (from !== null) return `${dollars(from)} to ${dollars(whole)}`
  return `${whole < below ? 'Up to' : 'Under'} ${dollars(whole)}`
}

const ChoiceList = ({ label, children }: { label: string; children: ReactNode }) => (
  <details className={facetStyles.facet} data-part="facet">
    <summary>
      {label}
      <ChevronIcon />
    </summary>
    <ul className={controls.chips}>{children}</ul>
  </details>
)

interface FacetProps {
  label: string
  name: 'category' | 'merchant'
  facets: readonly Facet[]
  params: SearchParams
  /** Whether everything was counted: numbers of a part would mislead. */
  exact: boolean
}

function FacetList({ label, name, facets, params, exact }: FacetProps) {
  if (facets.length < 2) return null
  return (
    <ChoiceList label={label}>
      {facets.map(({ value, count }) => (
        <li key={value}>
          <a className={controls.chip} href={searchHref(params, { [name]: value })}>
            {value} {exact && <span className={styles.resultNumber}>{count}</span>}
          </a>
        </li>
      ))}
    </ChoiceList>
  )
}

const applied = [
  { name: 'category', of: 'categories', label: 'Category' },
  { name: 'merchant', of: 'merchants', label: 'Shop' },
] as const

/** What a search is narrowed to. A value that nothing found has is not repeated: a link may have made it up. */
const Applied = ({ params, found }: { params: SearchParams; found: ShopSearch }) => (
  <ul className={controls.chips} aria-label="Chosen filters">
    {applied.flatMap(({ name, of, label }) => {
      const value = params[name]
      if (!value) return []
      return [
        <li key={name}>
          <a className={controls.chip} href={searchHref(params, { [name]: null })}>
            {found[of].some((known) => known.value === value) ? value : label}
            <CloseIcon />
            <span className={layout.srOnly}>: remove this filter</span>
          </a>
        </li>,
      ]
    })}
    {(params.from !== null || params.below !== null) && (
      <li>
        <a className={controls.chip} href={searchHref(params, { from: null, below: null })}>
          {priceLabel(params.from, params.below)}
          <CloseIcon />
          <span className={layout.srOnly}>: remove this filter</span>
        </a>
      </li>
    )}
  </ul>
)
