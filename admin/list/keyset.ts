import type { Cursor } from './list-definition.ts'

/** The part of supabase-js's query that a page needs. */
interface Pageable {
  order(column: string, options: { ascending: boolean; nullsFirst: boolean }): this
  or(filters: string): this
  limit(count: number): this
}

export interface Keyset {
  column: string
  ascending: boolean
  after: Cursor | null
  size: number
}

/** The rows of a query after a cursor, in the order of a column and then of the id; rows without a value come last. */
export function keysetPage<Query extends Pageable>(query: Query, { column, ascending, after, size }: Keyset): Query {
  const ordered = query.order(column, { ascending, nullsFirst: false })
  const total = column === 'id' ? ordered : ordered.order('id', { ascending, nullsFirst: false })
  return (after ? total.or(afterCursor(column, ascending, after)) : total).limit(size)
}

export function afterCursor(column: string, ascending: boolean, { value, id }: Cursor): string {
  const beyond = ascending ? 'gt' : 'lt'
  if (column === 'id') return `id.${beyond}.${quoted(id)}`
  if (value === null) return `and(${column}.is.null,id.${beyond}.${quoted(id)})`
  const same = `and(${column}.eq.${quoted(value)},id.${beyond}.${quoted(id)})`
  return `${column}.${beyond}.${quoted(value)},${same},${column}.is.null`
}

/** In quotes, because commas, dots and brackets mean something to the server. */
const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** A text as a part of another, whatever its letters: % and _ are letters of it, not wildcards. */
export const containing = (column: string, text: string): string =>
  `${column}.ilike.${quoted(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}`
