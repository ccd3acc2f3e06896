import { describe, expect, test } from 'vitest'
import { lastOffsetPage, listingHref, pageNumbers, parseCursor, parseListing } from './listing.ts'

const parse = (query: string) => parseListing(new URLSearchParams(query))

describe('a list reads its address', () => {
  test('nothing is the newest, first page', () => {
    expect(parse('')).toEqual({ category: null, merchant: null, sort: 'newest', page: 1, after: null, before: null })
  })

  test('takes filters, order and page', () => {
    expect(parse('category=Skincare&merchant=Luma&sort=price-asc&page=3')).toMatchObject({
      category: 'Skincare',
      merchant: 'Luma',
      sort: 'price-asc',
      page: 3,
    })
  })

  test.each([
    'page=0',
    'page=-2',
    'page=1.5',
    'page=abc',
    'page=',
    'sort=drop table',
    'category=&merchant=%20',
  ])('ignores what it does not know: %s', (query) => {
    expect(parse(query)).toEqual(parse(''))
  })

  test('never skips further than the database can do quickly, unless a cursor says where to begin', () => {
    expect(parse('page=5000').page).toBe(lastOffsetPage)
    expect(parse('page=5000&after=12.5~7')).toMatchObject({ page: 5000, after: { value: '12.5', id: 7 } })
  })

  test.each([
    'x~1',
    "1'--~1",
    '1~',
    '~1',
    '1~1~1',
    '1),id.gt.(0~1',
    `${'9'.repeat(60)}~1`,
  ])('refuses the cursor %s', (text) => {
    expect(parseCursor(text)).toBeNull()
  })

  test('cuts a filter longer than any real one', () => {
    expect(parse(`category=${'a'.repeat(5000)}`).category).toHaveLength(200)
  })
})

describe('a list writes its address', () => {
  const listing = parse('category=Skincare&sort=price-asc&page=3')

  test('in one order, without defaults', () => {
    expect(listingHref('/products', listing)).toBe('/products?category=Skincare&sort=price-asc&page=3')
    expect(listingHref('/products', parse(''))).toBe('/products')
  })

  test('a changed filter or order begins at page 1', () => {
    expect(listingHref('/products', listing, { merchant: 'Luma' })).toBe(
      '/products?category=Skincare&merchant=Luma&sort=price-asc',
    )
    expect(listingHref('/products', listing, { sort: 'newest' })).toBe('/products?category=Skincare')
    expect(listingHref('/products', listing, { category: null })).toBe('/products?sort=price-asc')
  })

  test('another page forgets the cursor, and reads back as itself', () => {
    const deep = parse('page=41&after=2026-11-20T10:00:00.5+00:00~9'.replace('+', '%2B'))
    expect(listingHref('/new', deep, { page: 2 })).toBe('/new?page=2')
    const href = listingHref('/new', deep)
    expect(parse(href.slice(href.indexOf('?') + 1))).toEqual(deep)
  })
})

test.each([
  [1, 1, [1]],
  [1, 5, [1, 2, 'gap', 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [10, 20, [1, 'gap', 9, 10, 11, 'gap', 20]],
])('page %i of %i shows its neighbours and the ends', (current, last, expected) => {
  expect(pageNumbers(current, last)).toEqual(expected)
})
