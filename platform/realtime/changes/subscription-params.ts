import { SubscriptionError } from '../errors.ts'
import type { ChangeKind } from './pgoutput.ts'

export const FILTER_OPERATORS = [
  ...(['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'match', 'imatch', 'isdistinct'] as const),
]
export type FilterOperator = (typeof FILTER_OPERATORS)[number]

/** One condition of a filter; the conditions of a filter must all hold. */
export interface Condition {
  column: string
  operator: FilterOperator
  /** For `in` an array literal. */
  value: string
  negate: boolean
}

export interface SubscriptionParams {
  event: ChangeKind | '*'
  /** A name, or * for all. */
  schema: string
  table: string
  conditions: Condition[]
  select: string[] | null
}

/** A row costs one comparison for each; nobody writes more by hand. */
const MAX_CONDITIONS = 50
const MAX_FILTER_LENGTH = 10_000

/** Reads what a client asks to subscribe to; throws a SubscriptionError with hosted's words. */
export function readSubscription(params: Record<string, unknown>): SubscriptionParams {
  const { schema, table, filter, select, event } = params
  const selected = readSelect(select)
  const hasSchema = typeof schema === 'string'
  const hasTable = typeof table === 'string'
  const hasFilter = filter !== undefined && filter !== null
  if ((!hasSchema && !hasTable) || (hasFilter && (!hasSchema || !hasTable || typeof filter !== 'string'))) {
    throw new SubscriptionError(
      `No subscription params provided. Please provide at least a \`schema\` or \`table\` to subscribe to: ${JSON.stringify(params)}`,
    )
  }
  const target = { schema: hasSchema ? schema : 'public', table: hasTable ? table : '*' }
  if (selected && (target.schema === '*' || target.table === '*')) {
    throw new SubscriptionError(
      'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    )
  }
  return {
    event: readEvent(event),
    ...target,
    conditions: typeof filter === 'string' ? readFilter(filter) : [],
    select: selected,
  }
}

function readEvent(event: unknown): ChangeKind | '*' {
  const name = typeof event === 'string' ? event.toUpperCase() : '*'
  return name === 'INSERT' || name === 'UPDATE' || name === 'DELETE' ? name : '*'
}

function readSelect(select: unknown): string[] | null {
  if (typeof select === 'string') {
    throw new SubscriptionError(
      'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]',
    )
  }
  const columns = Array.isArray(select) ? select.filter((column) => typeof column === 'string') : []
  return columns.length > 0 ? columns : null
}

/** `column=[not.]operator.value`, joined by commas. */
export function readFilter(filter: string): Condition[] {
  if (filter.trim() === '') return []
  if (filter.length > MAX_FILTER_LENGTH) throw filterError(`the filter is longer than ${MAX_FILTER_LENGTH} characters`)
  const segments = splitConditions(filter)
  if (segments.length > MAX_CONDITIONS) throw filterError(`more than ${MAX_CONDITIONS} conditions`)
  return segments.map(readCondition)
}

function readCondition(segment: string): Condition {
  const text = segment.trim()
  if (text === '') throw filterError('filter must not contain empty segments (check for extra commas)')
  const equals = text.indexOf('=')
  if (equals === -1) throw filterError(JSON.stringify([text]))
  const column = text.slice(0, equals)
  const rest = text.slice(equals + 1)
  const negate = rest.startsWith('not.')
  const call = negate ? rest.slice(4) : rest
  const dot = call.indexOf('.')
  const name = dot === -1 ? call : call.slice(0, dot)
  const value = dot === -1 ? null : call.slice(dot + 1)
  const operator = FILTER_OPERATORS.find((known) => known === name)
  if (!operator || value === null) throw filterError(JSON.stringify(value === null ? [name] : [name, value]))
  return { column, operator, value: readValue(operator, value), negate }
}

function readValue(operator: FilterOperator, value: string): string {
  if (operator !== 'in') return unquote(value)
  if (value.length < 2 || !value.startsWith('(') || !value.endsWith(')')) {
    throw filterError('`in` filter value must be wrapped by parentheses')
  }
  // The list's quoting is that of an array literal.
  return `{${value.slice(1, -1)}}`
}

/** `"a \"quoted\" value"` → its text; anything else as it is. */
function unquote(value: string): string {
  if (!/^"(?:[^"\\]|\\.)*"$/s.test(value)) return value
  return value.slice(1, -1).replace(/\\(.)/gs, '$1')
}

/** Splits at commas outside quotes and parentheses. A quote only opens where a value begins. */
function splitConditions(filter: string): string[] {
  const segments: string[] = []
  let current = ''
  let depth = 0
  let quoted = false
  let previous = ''
  for (let i = 0; i < filter.length; i++) {
    const char = filter.charAt(i)
    if (quoted && char === '\\') {
      current += char + filter.charAt(i + 1)
      i += 1
      continue
    }
    if (char === ',' && !quoted && depth === 0) {
      segments.push(current)
      current = ''
      previous = ''
      continue
    }
    if (char === '"') quoted = quoted ? false : ['.', '(', ','].includes(previous)
    else if (!quoted && char === '(') depth += 1
    else if (!quoted && char === ')') depth = Math.max(0, depth - 1)
    current += char
    previous = char
  }
  return [...segments, current]
}

function filterError(reason: string) {
  return new SubscriptionError(`Error parsing \`filter\` params: ${reason}`)
}
