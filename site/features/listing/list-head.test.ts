import { expect, test } from 'vitest'
import { listHead, listingHead } from './list-head.ts'
import { parseListing } from './parse-listing.ts'

const head = (query: string, total = 12) =>
  listingHead('Velloa', { base: '/brands/velloa', listing: parseListing(new URLSearchParams(query)), shown: 5, total })

test.each(['color=Pink', 'category=Makeup', 'category=Makeup&page=2'])('a list of %s is a page of its own', (query) => {
  const { path, title, noindex } = head(query)
  expect(path).toBe(`/brands/velloa?${query}`)
  expect(title).toMatch(/^Velloa: (Pink|Makeup)/)
  expect(noindex).toBe(false)
})

test.each([
  'color=Pink&color=Red',
  'color=Pink&category=Makeup',
  'color=Pink&size=M',
  'size=M',
  'stock=1',
  'fallen=1',
  'color=Pink&sort=price-asc',
  'color=Pink&min=25',
  'merchant=Luma',
  'page=41&color=Pink&after=2026-02-20T00:00:00Z~1',
])('a list of %s is the plain list to a search engine', (query) => {
  expect(head(query).path).toBe('/brands/velloa')
})

test('and so is one of too few products', () => {
  expect(head('color=Pink', 11)).toMatchObject({ path: '/brands/velloa', title: 'Velloa' })
})

test('a page past the end of its list is called none', () => {
  const past = listHead({ title: 'All Products', page: 40, path: '/products', shown: 0 })
  expect(past).toEqual({ title: 'All Products: no such page', path: '/products', noindex: true })
  expect(listHead({ title: 'All Products', page: 2, path: '/products', shown: 3 }).title).toBe('All Products, page 2')
})
