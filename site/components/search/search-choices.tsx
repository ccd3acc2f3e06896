import type { Facet, ShopSearch } from '../../data/search.ts'
import { countText, resultCap, type SearchParams, searchHref, searchKinds } from '../../lib/search-params.ts'
import { ChevronIcon, CloseIcon } from '../ui/icons.tsx'

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
    <nav className="result-kinds" aria-label="Kinds of results">
      <ul>
        {tabs
          .filter(({ kind, count }) => count > 0 || kind === params.kind)
          .map(({ kind, label, count }) => (
            <li key={label}>
              <a href={searchHref(params, { kind })} aria-current={kind === params.kind ? 'page' : undefined}>
                {label} <span className="result-number">{countText(count)}</span>
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
      {params.category || params.merchant ? <Applied params={params} /> : null}
      {!params.category && (
        <FacetList label="Category" name="category" facets={found.categories} params={params} exact={exact} />
      )}
      {!params.merchant && (
        <FacetList label="Shop" name="merchant" facets={found.merchants} params={params} exact={exact} />
      )}
    </>
  )
}

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
    <details className="facet">
      <summary>
        {label}
        <ChevronIcon />
      </summary>
      <ul className="chips">
        {facets.map(({ value, count }) => (
          <li key={value}>
            <a className="chip" href={searchHref(params, { [name]: value })}>
              {value} {exact && <span className="result-number">{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

const Applied = ({ params }: { params: SearchParams }) => (
  <ul className="chips" aria-label="Chosen filters">
    {(['category', 'merchant'] as const).flatMap((name) => {
      const value = params[name]
      if (!value) return []
      return [
        <li key={name}>
          <a className="chip" href={searchHref(params, { [name]: null })}>
            {value}
            <CloseIcon />
            <span className="sr-only">: remove this filter</span>
          </a>
        </li>,
      ]
    })}
  </ul>
)
