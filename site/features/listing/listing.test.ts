import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Listing, lastOffsetPage, listingHref, noFilters, pageNumbers, sorts } from './listing.ts'
import { parseCursor, parseListing } from './parse-listing.ts'
import { priceEdges, priceRangeLabel } from './price-range.ts'

const parse = (query: string) => parseListing(new URLSearchParams(query))
const queryOf = (href: string) => href.slice(href.indexOf('?') + 1)

describe('a list reads its address', () => {
  test('nothing is the newest, first page', () => {
    expect(parse('')).toEqual({ ...noFilters, sort: 'newest', page: 1, after: null, before: null })
  })

  test('takes several values of a filter, a price range, order and page', () => {
    expect(
      parse(
        'category=Skincare&merchant=Luma&merchant=Calla&brand=Loam&color=Pink&size=M&size=L&stock=1&fallen=1&min=25&max=100&sort=price-asc&page=3',
      ),
    ).toMatchObject({
      categories: ['Skincare'],
      merchants: ['Luma', 'Calla'],
      brands: ['Loam'],
      colors: ['Pink'],
      sizes: ['M', 'L'],
      inStock: true,
      fallen: true,
      min: 25,
      max: 100,
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
    'min=37',
    'max=-1',
    'min=1e1',
    'colour=red',
    'stock=yes',
    'fallen=0',
    'after=x~1',
  ])('ignores what it does not know: %s', (query) => {
    expect(parse(query)).toEqual(parse(''))
  })

  test('reads a range that is written the wrong way round, and leaves an empty one empty', () => {
    expect(parse('min=50&max=25')).toMatchObject({ min: 25, max: 50 })
    expect(parse('min=100&max=100')).toMatchObject({ min: 100, max: 100 })
  })

  test('takes a value once, and no more of them than anyone would choose', () => {
    expect(parse('brand=Loam&brand=Loam').brands).toEqual(['Loam'])
    expect(parse(Array.from({ length: 500 }, (_, n) => `brand=${n}`).join('&')).brands).toHaveLength(20)
  })

  test('never skips further than the database can do quickly, unless a cursor says where to begin', () => {
    expect(parse('page=5000').page).toBe(lastOffsetPage)
    expect(parse('page=5000&sort=price-asc&after=12.5~7')).toMatchObject({
      page: 5000,
      after: { value: '12.5', id: 7 },
    })
  })

  test.each([
    'x~1',
    "1'--~1",
    '1~',
    '~1',
    '1~1~1',
    '1),id.gt.(0~1',
    '2026-99-99T00:00:00Z~1',
    '2026-02-30T00:00:00+00:00~1',
    '2026-02-20~1',
    `${'9'.repeat(60)}~1`,
  ])('refuses the cursor %s in every order', (text) => {
    for (const sort of sorts) expect(parseCursor(text, sort)).toBeNull()
  })

  test('refuses a cursor of another order', () => {
    expect(parseCursor('12.5~7', 'newest')).toBeNull()
    expect(parseCursor('2026-11-20T10:00:00.5+00:00~7', 'price-asc')).toBeNull()
  })

  test('cuts a filter longer than any real one', () => {
    expect(parse(`category=${'a'.repeat(5000)}`).categories[0]).toHaveLength(200)
  })
})

describe('a list writes its address', () => {
  const listing = parse('category=Skincare&sort=price-asc&page=3')

  test('in one order, without defaults', () => {
    expect(listingHref('/products', listing)).toBe('/products?category=Skincare&sort=price-asc&page=3')
    expect(listingHref('/products', parse(''))).toBe('/products')
  })

  test('a changed filter or order begins at page 1', () => {
    expect(listingHref('/products', listing, { merchants: ['Luma', 'Calla'] })).toBe(
      '/products?category=Skincare&merchant=Luma&merchant=Calla&sort=price-asc',
    )
    expect(listingHref('/products', listing, { sort: 'newest' })).toBe('/products?category=Skincare')
    expect(listingHref('/products', listing, noFilters)).toBe('/products?sort=price-asc')
  })

  test('another page forgets the cursor', () => {
    const deep = parse('page=41&after=2026-11-20T10:00:00.5%2B00:00~9')
    expect(deep.after).not.toBeNull()
    expect(listingHref('/new', deep, { page: 2 })).toBe('/new?page=2')
  })

  const words = fc.uniqueArray(
    fc
      .string({ minLength: 1, maxLength: 30 })
      .map((text) => text.trim())
      .filter(Boolean),
    { maxLength: 4 },
  )
  const end = fc.option(fc.constantFrom(...priceEdges))
  const cursors = fc.option(
    fc.record({ value: fc.integer({ min: 0, max: 1e6 }).map((cents) => String(cents / 100)), id: fc.nat() }),
  )
  const listings: fc.Arbitrary<Listing> = fc
    .record({
      ...{ categories: words, merchants: words, brands: words, min: end, max: end },
      ...{ colors: words, sizes: words, inStock: fc.boolean(), fallen: fc.boolean() },
      sort: fc.constantFrom('price-asc' as const, 'price-desc' as const),
      ...{ page: fc.integer({ min: 1, max: lastOffsetPage }), after: cursors, before: cursors },
    })
    .map((made) => ({
      ...made,
      max: made.min !== null && made.max !== null && made.max < made.min ? null : made.max,
      before: made.after ? null : made.before,
    }))

  test('that reads back as the same list, whatever its filters are called', () => {
    fc.assert(
      fc.property(listings, (made) => {
        expect(parse(queryOf(listingHref('/products', made)))).toEqual(made)
      }),
    )
  })
})

test('a price range says exactly what it holds', () => {
  expect(priceRangeLabel(null, 25)).toBe('Under $25')
  expect(priceRangeLabel(25, 50)).toBe('$25 to under $50')
  expect(priceRangeLabel(200, null)).toBe('$200 and up')
})

test.each([
  [1, 1, [1]],
  [1, 5, [1, 2, 'gap', 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [10, 20, [1, 'gap', 9, 10, 11, 'gap', 20]],
])('page %i of %i shows its neighbours and the ends', (current, last, expected) => {
  expect(pageNumbers(current, last)).toEqual(expected)
})
