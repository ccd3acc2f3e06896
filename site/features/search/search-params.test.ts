import { describe, expect, test } from 'vitest'
import { resultPages } from './result-pages.ts'
import { countText, parseSearch, searchHref } from './search-params.ts'

const parse = (query: string) => parseSearch(new URLSearchParams(query))

describe("a search's address", () => {
  test.each([
    ['q=rose', { query: 'rose', page: 1, kind: null, category: null, merchant: null, exact: false }],
    ['q=+rose++oil+&page=3&type=articles', { query: 'rose  oil', page: 3, kind: 'article' }],
    ['q=rose&page=11', { page: 10 }],
    ['q=rose&page=0', { page: 1 }],
    ['q=rose&page=1.5', { page: 1 }],
    ['q=rose&page=x&type=submarines&exact=yes', { page: 1, kind: null, exact: false }],
    ['q=rose&exact=1&category=Home+%26+Decor&merchant=A', { exact: true, category: 'Home & Decor', merchant: 'A' }],
    ['', { query: '' }],
  ])('%j is read', (query, params) => {
    expect(parse(query)).toMatchObject(params)
  })

  test('holds at most 200 characters of the query [S5.17]', () => {
    expect(parse(`q=${'x'.repeat(5000)}`).query).toBe('x'.repeat(200))
  })

  test('is written with its defaults left out, and starts at page 1 after a change', () => {
    const params = parse('q=rose+%26+oat&type=finds&page=4')
    expect(searchHref(params)).toBe('/search?q=rose+%26+oat&type=finds')
    expect(searchHref(params, { page: 2 })).toBe('/search?q=rose+%26+oat&type=finds&page=2')
    expect(searchHref(params, { kind: null, exact: true })).toBe('/search?q=rose+%26+oat&exact=1')
    expect(parse(searchHref(params, { page: 3 }).split('?')[1] ?? '')).toEqual({ ...params, page: 3 })
  })
})

test.each([
  [0, 0],
  [8, 1],
  [9, 2],
  [80, 10],
  [1001, 10],
])('%i results are %i pages of eight, ten at most [S9.37]', (total, pages) => {
  expect(resultPages(total)).toBe(pages)
})

test('counts are shown as far as they were counted', () => {
  expect([countText(0), countText(1000), countText(1001)]).toEqual(['0', '1,000', '1,000+'])
})
