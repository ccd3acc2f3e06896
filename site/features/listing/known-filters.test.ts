import { expect, test } from 'vitest'
import { knownFilters } from './known-filters.ts'

const value = (value: string) => ({ value, products: 3 })
const facets = { categories: [value('Fashion'), value('Home & Decor')], merchants: [value('Rue Verveine')], brands: [] }
const known = (search: string) => knownFilters(new URLSearchParams(search), facets)?.toString() ?? null

test.each([
  ['category=fashion', 'category=Fashion'],
  ['category=FASHION&page=2&utm_source=x', 'category=Fashion&page=2&utm_source=x'],
  ['merchant=rue+verveine&category=home+%26+decor', 'merchant=Rue+Verveine&category=Home+%26+Decor'],
])('%s is %s', (given, spelt) => {
  expect(known(given)).toBe(spelt)
})

test.each(['', 'category=Fashion', 'category=Unknown', 'q=fashion', 'brand=fashion'])('%s stays as it is', (search) => {
  expect(known(search)).toBeNull()
})

test('what differs in capitals alone is what is meant exactly', () => {
  const both = { ...facets, brands: [value('MARIS'), value('Maris')] }
  expect(knownFilters(new URLSearchParams('brand=Maris'), both)).toBeNull()
})
