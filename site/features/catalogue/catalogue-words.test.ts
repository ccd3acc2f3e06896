import { expect, test } from 'vitest'
import { catalogueWords } from './catalogue-words.ts'

const page = { names: ['Velloa'], items: 18, lowest: 12, highest: 148.5, movedTo: null }
const values = (...names: string[]) => names.map((value, index) => ({ value, products: 12 - index }))
const facets = {
  categories: values('Makeup', 'Hair', 'Tools', 'Fragrance'),
  merchants: values('Maison Calla', 'Juniper Lane'),
  brands: values('Velloa'),
}

test('a brand says how many items it has, where, at which prices and of which kinds', () => {
  expect(catalogueWords({ kind: 'brand', name: 'Velloa', page, facets })).toBe(
    '18 items by Velloa at 2 stores, from $12.00 to $148.50. Most of it is in Makeup (12), Hair (11), and Tools (10).',
  )
})

test('a merchant and a category say what is theirs; one of a kind is named', () => {
  expect(catalogueWords({ kind: 'merchant', name: 'Maison Calla', page, facets })).toMatch(
    /^18 items at Maison Calla of Velloa, from /,
  )
  expect(catalogueWords({ kind: 'category', name: 'Wellness', page, facets })).toBe(
    '18 items in Wellness by Velloa at 2 stores, from $12.00 to $148.50.',
  )
})

test('what is not known is not said', () => {
  const alone = { ...page, items: 1, lowest: null, highest: null }
  expect(catalogueWords({ kind: 'brand', name: 'Velloa', page: alone, facets: undefined })).toBe('1 item by Velloa.')
  expect(catalogueWords({ kind: 'brand', name: 'Velloa', page: { ...page, items: 0 }, facets })).toBe('')
  expect(catalogueWords({ kind: 'brand', name: 'Velloa', page: { ...page, highest: 12 }, facets: undefined })).toBe(
    '18 items by Velloa, at $12.00.',
  )
})

test('a list that was cut is not counted', () => {
  const brands = values(...Array.from({ length: 41 }, (_, index) => `Brand ${index}`))
  const cut = { ...facets, brands }
  expect(catalogueWords({ kind: 'merchant', name: 'Juniper Lane', page, facets: cut })).toContain(
    'of more than 40 brands',
  )
})
