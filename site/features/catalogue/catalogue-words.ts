import { formatPrice } from '#domain/money.ts'
import type { Facets } from '#site/features/listing/facet-queries.ts'
import { type FacetValue, facetSize } from '#site/features/listing/facets.ts'
import type { CatalogueKind } from './catalogue-kinds.ts'
import type { CataloguePage } from './queries.ts'

interface Facts {
  kind: CatalogueKind
  name: string
  page: CataloguePage
  /** Of the whole list; left out where it is narrowed, or could not be read. */
  facets: Pick<Facets, 'categories' | 'merchants' | 'brands'> | undefined
}

/** What a page says of itself: facts of the catalogue, nothing else. Empty for a name that nothing has just now. */
export function catalogueWords({ kind, name, page, facets }: Facts): string {
  if (page.items === 0) return ''
  const items = many(page.items, 'item')
  const brands = facets && counted(facets.brands, 'brand')
  const stores = facets && counted(facets.merchants, 'store')
  const about = {
    brand: [`${items} by ${name}`, stores && `at ${stores}`],
    merchant: [`${items} at ${name}`, brands && `of ${brands}`],
    category: [`${items} in ${name}`, brands && `by ${brands}`, stores && `at ${stores}`],
  }[kind]
  const first = `${about.filter(Boolean).join(' ')}${prices(page)}.`
  const kinds = kind === 'category' ? '' : mostIn(facets?.categories ?? [])
  return [first, kinds].filter(Boolean).join(' ')
}

const many = (count: number, word: string): string =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`

/** One by its name, more by their number; a list that was cut tells only that there are more. */
function counted(values: readonly FacetValue[], word: string): string {
  if (values.length === 0) return ''
  if (values.length === 1) return values[0]?.value ?? ''
  return values.length > facetSize ? `more than ${facetSize} ${word}s` : many(values.length, word)
}

function prices({ lowest, highest }: CataloguePage): string {
  const from = formatPrice(lowest)
  const to = formatPrice(highest)
  if (!from || !to) return ''
  return from === to ? `, at ${from}` : `, from ${from} to ${to}`
}

/** Where the items are, the largest first: as many as are kept in mind. */
function mostIn(categories: readonly FacetValue[]): string {
  if (categories.length === 0) return ''
  const list = new Intl.ListFormat('en-US')
  if (categories.length <= named) return `All of it is in ${list.format(categories.map(({ value }) => value))}.`
  const largest = categories
    .slice(0, named)
    .map(({ value, products }) => `${value} (${products.toLocaleString('en-US')})`)
  return `Most of it is in ${list.format(largest)}.`
}
const named = 3
