import { redirect } from 'react-router'
import type { Facets } from './facet-queries.ts'
import type { FacetValue } from './facets.ts'

/** Filters are found in whatever capitals they are written, at the one address that the list knows them by, as paths are. */
export function redirectToKnown({ pathname, searchParams }: URL, facets: Facets | undefined): void {
  const known = facets && knownFilters(searchParams, facets)
  if (known) throw redirect(`${pathname}?${known}`, 301)
}

type Named = Pick<Facets, 'categories' | 'merchants' | 'brands'>

/** The parameters as the list writes them; null when they are so already. */
export function knownFilters(
  search: URLSearchParams,
  { categories, merchants, brands }: Named,
): URLSearchParams | null {
  const facets = new Map([
    ['category', categories],
    ['merchant', merchants],
    ['brand', brands],
  ])
  const known = new URLSearchParams()
  for (const [name, given] of search) known.append(name, spelt(given, facets.get(name) ?? []))
  return String(known) === String(search) ? null : known
}

/** Of two that differ in capitals alone, the one that is meant exactly. */
function spelt(given: string, values: readonly FacetValue[]): string {
  if (values.some(({ value, products }) => value === given && products > 0)) return given
  const small = given.trim().toLowerCase()
  return values.find(({ value, products }) => products > 0 && value.toLowerCase() === small)?.value ?? given
}
