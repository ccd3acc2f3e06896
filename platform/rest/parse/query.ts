import { parseName } from './field.ts'
import { type Filter, type LogicGroup, looksLikeFilter, parseFilter, parseKey, parseLogicParameter } from './filter.ts'
import { type OrderTerm, parseOrder } from './order.ts'
import { Reader } from './reader.ts'
import { parseSelect, type SelectItem } from './select.ts'

export interface Located<Value> {
  /** Names of the embedded resources from the root down; empty for the root itself. */
  path: string[]
  value: Value
}

export interface QueryParameters {
  select: SelectItem[]
  filters: Located<Filter>[]
  logic: Located<LogicGroup>[]
  order: Located<OrderTerm[]>[]
  limits: Located<{ limit: number | null; offset: number | null }>[]
  columns: string[] | null
  onConflict: string[] | null
  /** What is left for a function called by GET. */
  arguments: [string, string][]
  /** All parameters sorted by name, for Content-Location. */
  canonical: string
}

const INTEGER = /^-?\d{1,15}$/

/** Splits a query string into what the plan needs. `isCall`: parameters without an operator are arguments. */
export function parseQuery(pairs: readonly [string, string][], isCall: boolean): QueryParameters {
  const result: QueryParameters = {
    select: [],
    filters: [],
    logic: [],
    order: [],
    limits: [],
    columns: null,
    onConflict: null,
    arguments: [],
    canonical: canonicalQuery(pairs),
  }
  const ranges = new Map<string, Located<{ limit: number | null; offset: number | null }>>()
  let select: string | null = null
  for (const [key, value] of pairs) {
    const last = key.slice(key.lastIndexOf('.') + 1)
    if (key === 'select') select ??= value
    else if (key === 'columns') result.columns ??= parseColumns(value, 'columns parameter')
    else if (key === 'on_conflict') result.onConflict ??= parseColumns(value, 'on_conflict parameter')
    else if (last === 'and' || last === 'or') {
      const { path, logic } = parseLogicParameter(key, value)
      result.logic.push({ path, value: logic })
    } else if (last === 'order') {
      result.order.push({ path: parseKey(key).path, value: parseOrder(value) })
    } else if (last === 'limit' || last === 'offset') {
      addRange({ ranges, path: parseKey(key).path, last, value })
    } else if (isCall && !key.includes('.') && !looksLikeFilter(value)) result.arguments.push([key, value])
    else {
      const { path, filter } = parseFilter(key, value)
      result.filters.push({ path, value: filter })
    }
  }
  result.select = parseSelect(select ?? '*')
  result.limits = [...ranges.values()]
  return result
}

function addRange(options: {
  ranges: Map<string, Located<{ limit: number | null; offset: number | null }>>
  path: string[]
  last: 'limit' | 'offset'
  value: string
}): void {
  // A value that is no integer is no limit, as in PostgREST.
  if (!INTEGER.test(options.value)) return
  const key = JSON.stringify(options.path)
  const range = options.ranges.get(key) ?? { path: options.path, value: { limit: null, offset: null } }
  range.value[options.last] = Number(options.value)
  options.ranges.set(key, range)
}

function parseColumns(value: string, what: string): string[] {
  const reader = new Reader(value, what)
  const names: string[] = []
  do {
    reader.skipSpaces()
    names.push(parseName(reader))
    reader.skipSpaces()
  } while (reader.take(','))
  reader.requireEnd('"," or end of input')
  return [...new Set(names)]
}

function canonicalQuery(pairs: readonly [string, string][]): string {
  const sorted = [...pairs].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted.map(([key, value]) => `${encodeVariable(key)}=${encodeVariable(value)}`).join('&')
}

/** RFC 3986 unreserved characters stay; the client compares this header with the url it sent. */
function encodeVariable(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
