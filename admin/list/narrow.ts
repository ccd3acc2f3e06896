import { unwrap } from '../client.ts'
import type { Condition } from './condition.ts'
import { containing, keysetPage } from './keyset.ts'
import type { PageRequest } from './list-definition.ts'

/** The part of supabase-js's query that filters need. */
interface Narrowable {
  filter(column: string, operator: string, value: string | null): this
  or(filters: string): this
}

interface NarrowOptions {
  /** The columns that the search looks through. */
  search?: readonly string[]
  /** Filters that are no equality, by their keys: a column, an operator and a value for each choice. */
  special?: Readonly<Record<string, Readonly<Record<string, readonly [string, string, string | null]>>>>
}

/** A table's rows as the filters and the search of a list say. For tables of thousands of rows, not of a million. */
export function narrowed<Query extends Narrowable>(
  query: Query,
  { search, filters }: Pick<PageRequest, 'search' | 'filters'>,
  { search: searched = [], special = {} }: NarrowOptions = {},
): Query {
  let next = query
  for (const [key, value] of Object.entries(filters)) {
    const [column, operator, operand] = special[key]?.[value] ?? [key, 'eq', value]
    next = next.filter(column, operator, operand)
  }
  return search && searched.length > 0 ? next.or(searched.map((column) => containing(column, search)).join(',')) : next
}

/** The same rows for a job or an export; null where an operator has no like there. */
export function conditionsOf(
  { search, filters }: Pick<PageRequest, 'search' | 'filters'>,
  { search: searched = [], special = {} }: NarrowOptions = {},
): Condition[] | null {
  const conditions: Condition[] = []
  for (const [key, value] of Object.entries(filters)) {
    const [column, operator, operand] = special[key]?.[value] ?? [key, 'eq', value]
    const op = OPERATORS[operator]
    if (!op) return null
    conditions.push({ column, op, ...(operand !== null && { value: operand }) })
  }
  const [column, ...also] = searched
  if (search && column) conditions.push({ column, also, op: 'contains', value: search })
  return conditions
}

const OPERATORS: Readonly<Record<string, Condition['op']>> = { eq: 'eq', is: 'is_null', 'not.is': 'is_not_null' }

/** Orders of a list by its words: a column, and whether it rises. */
export type Orders = Readonly<Record<string, readonly [column: string, ascending: boolean]>>

type Pageable = Parameters<typeof keysetPage>[0]

/** The page of a request, in one of these orders. */
export function pageOf<Query extends Pageable>(
  query: Query,
  { sort, after, size }: Pick<PageRequest, 'sort' | 'after' | 'size'>,
  orders: Orders,
): Query {
  const [column, ascending] = orders[sort] ?? ['id', false]
  return keysetPage(query, { column, ascending, after, size })
}

/** The cursor of a row in one of these orders. */
export const cursorIn =
  <Row extends { id: string | number }>(orders: Orders) =>
  (row: Row, sort: string) => {
    const value = Object.entries(row).find(([key]) => key === orders[sort]?.[0])?.[1]
    return { id: String(row.id), value: value === null || value === undefined ? null : String(value) }
  }

/** Tables of thousands of rows are counted to their end. */
export const NO_CAP = Number.MAX_SAFE_INTEGER

type Answer<Data> = PromiseLike<{ data: Data; error: null } | { data: unknown; error: Error }>

interface RowsQuery<Row> extends Narrowable {
  order(column: string, options: { ascending: boolean; nullsFirst: boolean }): this
  limit(count: number): this
  abortSignal(signal: AbortSignal): Answer<Row[]>
}

interface CountQuery extends Narrowable {
  abortSignal(signal: AbortSignal): PromiseLike<{ count: number | null; error: Error | null }>
}

interface TableList<Row> extends NarrowOptions {
  rows: () => RowsQuery<Row>
  /** The same rows with `{ count: 'exact', head: true }`. */
  counted: () => CountQuery
  orders: Orders
  /** Given where the rows can be taken out as CSV: what always holds of them. */
  csv?: readonly Condition[]
}

/** What a list of a table's rows asks the server. */
export function tableList<Row extends { id: string | number }>({
  rows,
  counted,
  orders,
  csv,
  ...options
}: TableList<Row>) {
  return {
    ...(csv && {
      toCsv: (state: Pick<PageRequest, 'search' | 'filters'>) => {
        const conditions = conditionsOf(state, options)
        return conditions && [...csv, ...conditions]
      },
    }),
    idOf: (row: Row) => String(row.id),
    cursorOf: cursorIn<Row>(orders),
    cap: NO_CAP,
    fetchPage: async (request: PageRequest): Promise<readonly Row[]> =>
      unwrap<Row[]>(await pageOf(narrowed(rows(), request, options), request, orders).abortSignal(request.signal)),
    count: async (request: Omit<PageRequest, 'after' | 'size'>): Promise<number> => {
      const { count, error } = await narrowed(counted(), request, options).abortSignal(request.signal)
      if (error) throw error
      return count ?? 0
    },
  }
}
