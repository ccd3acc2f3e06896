import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Facets } from './facet-queries.ts'
import { ListingBar, ListingFilters } from './listing-filters.tsx'
import { parseListing } from './parse-listing.ts'

const facets: Facets = {
  categories: [{ value: 'Makeup', products: 3 }],
  merchants: [],
  brands: [
    { value: 'Noor', products: 3 },
    { value: 'Loam', products: 0 },
  ],
  prices: [2, 1, 0, 0, 0],
  details: { colors: [{ value: 'Pink', products: 3 }], sizes: [], inStock: 1, fallen: 0 },
}
const render = (address: string) => {
  const listing = parseListing(new URLSearchParams(address))
  const choice = { base: '/products', listing, chosen: listing, apply: () => {}, facets }
  return {
    bar: renderToStaticMarkup(<ListingBar {...choice} count="3 products" />),
    filters: renderToStaticMarkup(<ListingFilters {...choice} total={3} />),
  }
}

const between = (text: string, from: string, to: string): string => text.split(from)[1]?.split(to)[0] ?? ''

describe('the filters of a list', () => {
  test('repeat no value that the catalog does not have, and can be taken off all the same', () => {
    const { bar, filters } = render('color=Pink&color=%3Cscript%3E&brand=Call+0800+CHEAP')
    const ways = bar
      .split('<li>')
      .filter((item) => item.includes('Remove filter'))
      .map((item) => [between(item, 'Remove filter ', '"'), between(item, 'href="', '"').replaceAll('&amp;', '&')])
    expect(ways).toEqual([
      ['Brand', '/products?color=Pink&color=%3Cscript%3E'],
      ['Pink', '/products?brand=Call+0800+CHEAP&color=%3Cscript%3E'],
      ['Color', '/products?brand=Call+0800+CHEAP&color=Pink'],
    ])
    const shown = (bar + filters).split('href="').map((part) => part.slice(part.indexOf('"')))
    expect(shown.join('')).not.toMatch(/lt;script|0800/)
  })

  test('name a chosen value that nothing has beside the others, and let it be taken off', () => {
    const { bar, filters } = render('brand=Loam')
    expect(bar).toContain('aria-label="Remove filter Loam"')
    expect(between(filters, 'name="brand" checked="" value="Loam"/>', '</label>')).toContain('>0<')
  })

  test('offer no end of a price range that the other end rules out', () => {
    const { filters } = render('min=25&max=100')
    const options = (name: string) =>
      between(filters, `<select name="${name}">`, '</select>')
        .split('value="')
        .map((part) => Number.parseInt(part, 10))
        .filter((dollars) => dollars > 0)
    expect(options('min')).toEqual([10, 25, 50, 75])
    expect(options('max')).toEqual([50, 75, 100, 150, 200, 300, 500])
  })
})
