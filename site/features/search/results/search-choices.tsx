import type { ReactNode } from 'react'
import * as controls from '#design/controls.module.css'
import { ChevronIcon, CloseIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import * as facetStyles from '#site/features/listing/facet.module.css'
import { fallenLabel, inStockLabel } from '#site/features/listing/facets.ts'
import {
  countText,
  isNarrowed,
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

/** What the products found can be narrowed by. Folded away: most searches need none of it. */
export function Facets({ params, found }: { params: SearchParams; found: ShopSearch }) {
  if (params.kind === 'article') return null
  const { inStock, fallen, tooMany } = found.facets
  const some = (count: number) => count > 0 && count < found.counts.product
  return (
    <>
      {isNarrowed(params) && <Applied params={params} found={found} />}
      {named.map(({ name, of, label }) =>
        params[name] ? null : (
          <FacetList key={name} label={label} name={name} facets={found.facets[of]} params={params} />
        ),
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
      {!params.inStock && some(inStock) && (
        <Switch label={inStockLabel} count={inStock} href={searchHref(params, { inStock: true })} />
      )}
      {!params.fallen && some(fallen) && (
        <Switch label={fallenLabel} count={fallen} href={searchHref(params, { fallen: true })} />
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
      {tooMany && (
        <p className={facetStyles.facetNote}>Choose a category, shop or price to filter by brand, color and size.</p>
      )}
    </>
  )
}

const Switch = ({ label, count, href }: { label: string; count: number; href: string }) => (
  <a className={controls.chip} href={href} data-part="facet">
    {label} <span className={styles.resultNumber}>{count}</span>
  </a>
)

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

/** Filters by a value, as the address and the counts call them. */
const named = [
  { name: 'category', of: 'categories', label: 'Category' },
  { name: 'brand', of: 'brands', label: 'Brand' },
  { name: 'merchant', of: 'merchants', label: 'Shop' },
  { name: 'color', of: 'colors', label: 'Color' },
  { name: 'size', of: 'sizes', label: 'Size' },
] as const

interface FacetProps {
  label: string
  name: (typeof named)[number]['name']
  facets: readonly Facet[]
  params: SearchParams
}

function FacetList({ label, name, facets, params }: FacetProps) {
  if (facets.length < 2) return null
  return (
    <ChoiceList label={label}>
      {facets.map(({ value, count }) => (
        <li key={value}>
          <a className={controls.chip} href={searchHref(params, { [name]: value })}>
            {value} {count !== null && <span className={styles.resultNumber}>{count}</span>}
          </a>
        </li>
      ))}
    </ChoiceList>
  )
}

/** What a search is narrowed to. A value that nothing found has is not repeated: a link may have made it up. */
function Applied({ params, found }: { params: SearchParams; found: ShopSearch }) {
  const values = named.flatMap(({ name, of, label }) => {
    const value = params[name]
    if (!value) return []
    const known = found.facets[of].some((one) => one.value === value)
    return { label: known ? value : label, without: { [name]: null } }
  })
  const filters: { label: string; without: Partial<SearchParams> }[] = [
    ...values,
    ...(params.inStock ? [{ label: inStockLabel, without: { inStock: false } }] : []),
    ...(params.fallen ? [{ label: fallenLabel, without: { fallen: false } }] : []),
    ...(params.from === null && params.below === null
      ? []
      : [{ label: priceLabel(params.from, params.below), without: { from: null, below: null } }]),
  ]
  return (
    <ul className={controls.chips} aria-label="Chosen filters">
      {filters.map(({ label, without }) => (
        <li key={label}>
          <a className={controls.chip} href={searchHref(params, without)}>
            {label}
            <CloseIcon />
            <span className={layout.srOnly}>: remove this filter</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
