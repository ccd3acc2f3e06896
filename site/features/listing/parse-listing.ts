import { type Cursor, type Listing, lastOffsetPage, type Sort, sorts } from './listing.ts'
import { priceEdges } from './price-range.ts'

const valueLength = 200
/** Values of one filter that are read; more were never chosen by hand. */
const mostValues = 20
const cursorText = /^([0-9T:.+Z-]{1,40})~(\d{1,18})$/
const price = /^\d{1,10}(\.\d{1,10})?$/

/** Reads a list's address. What it does not know is ignored: a stale or mistyped link still shows products. */
export function parseListing(search: URLSearchParams): Listing {
  const values = (name: string) => {
    const given = search.getAll(name).map((value) => value.trim().slice(0, valueLength))
    return [...new Set(given.filter(Boolean))].slice(0, mostValues)
  }
  const edge = (name: string) => priceEdges.find((known) => String(known) === search.get(name)) ?? null
  const sort = sorts.find((known) => known === search.get('sort')) ?? 'newest'
  const wanted = Number(search.get('page') ?? 1)
  const after = parseCursor(search.get('after'), sort)
  const before = parseCursor(search.get('before'), sort)
  const highest = after || before ? 100_000 : lastOffsetPage
  const page = Number.isInteger(wanted) && wanted >= 1 ? Math.min(wanted, highest) : 1
  const [min, max] = [edge('min'), edge('max')]
  return {
    categories: values('category'),
    merchants: values('merchant'),
    brands: values('brand'),
    colors: values('color'),
    sizes: values('size'),
    inStock: search.get('stock') === '1',
    fallen: search.get('fallen') === '1',
    // Written the wrong way round, a range is still one.
    ...(min !== null && max !== null && max < min ? { min: max, max: min } : { min, max }),
    ...{ sort, page, after, before: after ? null : before },
  }
}

/** A cursor of the given order; one of another order, or made up, would begin nowhere. */
export function parseCursor(text: string | null, sort: Sort): Cursor | null {
  const [, value, id] = cursorText.exec(text ?? '') ?? []
  if (!value || !id) return null
  const fits = sort === 'newest' ? isTime(value) : price.test(value)
  return fits ? { value, id: Number(id) } : null
}

/** A time as the database writes it, in UTC: '2026-02-30' is one to a browser's clock, and an error to the database. */
function isTime(value: string): boolean {
  const time = new Date(value)
  return !Number.isNaN(time.valueOf()) && time.toISOString().slice(0, 19) === value.slice(0, 19)
}
