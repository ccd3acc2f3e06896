import { backReference } from '../errors.ts'
import { type Field, parseField, parseName, parseTreePath, unescapeQuoted } from './field.ts'
import { Reader } from './reader.ts'

export const SIMPLE_OPERATORS = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const
export const QUANTIFIABLE_OPERATORS = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
} as const
export const TEXT_SEARCH_OPERATORS = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const
export const IS_VALUES = {
  null: 'NULL',
  not_null: 'NOT NULL',
  true: 'TRUE',
  false: 'FALSE',
  unknown: 'UNKNOWN',
} as const

export type SimpleOperator = keyof typeof SIMPLE_OPERATORS
export type QuantifiableOperator = keyof typeof QUANTIFIABLE_OPERATORS
export type TextSearchOperator = keyof typeof TEXT_SEARCH_OPERATORS
export type IsValue = keyof typeof IS_VALUES

export type Operation =
  | { kind: 'simple'; operator: SimpleOperator; value: string }
  | { kind: 'quantifiable'; operator: QuantifiableOperator; quantifier: 'any' | 'all' | null; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'isDistinct'; value: string }
  | { kind: 'textSearch'; operator: TextSearchOperator; language: string | null; value: string }

export interface Filter {
  kind: 'filter'
  field: Field
  negated: boolean
  operation: Operation
}

export interface LogicGroup {
  kind: 'group'
  operator: 'and' | 'or'
  negated: boolean
  members: Logic[]
}

export type Logic = Filter | LogicGroup

const IN = /in\./y
const IS = /is\./y
const IS_VALUE = /(null|not_null|true|false|unknown)/iy
const IS_DISTINCT = /isdistinct\./y
const TEXT_SEARCH = /(fts|plfts|phfts|wfts)(?:\(([\p{L}0-9_ $]+)\))?\./uy
const SIMPLE = /(neq|cs|cd|ov|sl|sr|nxr|nxl|adj)\./y
/** Postgres matches all else in time linear to the text; with these, thirty short requests keep every processor busy. */
const BACK_REFERENCE = /\\[1-9]/
const QUANTIFIABLE = /(eq|gte|gt|lte|lt|like|ilike|match|imatch)(?:\((any|all)\))?\./y
const LOGIC_GROUP = /(not\.)?(and|or)[ \t]*\(/y
const QUOTED_ELEMENT = /"((?:[^"\\]|\\[\s\S])*)"(?=[,)]|$)/y
const PLAIN_ELEMENT = /[^,)]*/y
const ARRAY_ELEMENT = /\{[^{}]*\}/y

/** `?a.b.column=not.eq.5`: the path ['a', 'b'] and the filter on column. */
export function parseFilter(key: string, value: string): { path: string[]; filter: Filter } {
  const { path, field } = parseKey(key)
  const reader = new Reader(value, 'filter')
  const { negated, operation } = parseOperation(reader, restOfText)
  reader.requireEnd('end of input')
  return { path, filter: { kind: 'filter', field, negated, operation } }
}

export function parseKey(key: string): { path: string[]; field: Field } {
  const reader = new Reader(key, 'tree path')
  const parsed = parseTreePath(reader)
  reader.requireEnd('letter, digit, "-", "->>", "->", "." or end of input')
  return parsed
}

/** True when the value starts like a filter; a function's argument (RPC by GET) does not. */
export function looksLikeFilter(value: string): boolean {
  return /^(?:not\.)?(?:(?:eq|gte|gt|lte|lt|like|ilike|match|imatch)(?:\((?:any|all)\))?|neq|cs|cd|ov|sl|sr|nxr|nxl|adj|in|is|isdistinct|(?:fts|plfts|phfts|wfts)(?:\([^)]*\))?)\./.test(
    value,
  )
}

/** `?a.not.or=(x.eq.1,and(…))`: the path ['a'] and the negated group. */
export function parseLogicParameter(key: string, value: string): { path: string[]; logic: LogicGroup } {
  const reader = new Reader(key, 'logic path')
  const names = [parseName(reader)]
  while (reader.take('.')) names.push(parseName(reader))
  const last = names.pop()
  const operator = last === 'or' ? 'or' : 'and'
  const negated = names.at(-1) === 'not'
  if (negated) names.pop()
  // PostgREST reads the operator before the tree: columns count from there, and it stops at the tree's end.
  const tree = new Reader(value, 'logic tree', operator.length)
  const members = parseMembers(tree)
  return { path: names, logic: { kind: 'group', operator, negated, members } }
}

function parseMembers(reader: Reader): Logic[] {
  return bracketed(reader, parseMember)
}

/** `(a,b,c)` with blanks around it. */
function bracketed<Part>(reader: Reader, parse: (reader: Reader) => Part): Part[] {
  reader.skipSpaces()
  reader.require('(', '"("')
  reader.skipSpaces()
  const parts = [parse(reader)]
  while (reader.take(',')) parts.push(parse(reader))
  reader.require(')', '"," or ")"')
  reader.skipSpaces()
  return parts
}

function parseMember(reader: Reader): Logic {
  reader.skipSpaces()
  const start = reader.position
  const group = reader.match(LOGIC_GROUP)
  if (group) {
    reader.position = start + group[0].length - 1
    const operator = group[2] === 'or' ? 'or' : 'and'
    return {
      kind: 'group',
      operator,
      negated: group[1] !== undefined,
      members: reader.nested(() => parseMembers(reader)),
    }
  }
  const field = parseField(
    reader,
    'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
  )
  reader.require('.', 'delimiter (.)')
  const { negated, operation } = parseOperation(reader, parseElement)
  reader.skipSpaces()
  return { kind: 'filter', field, negated, operation }
}

function parseOperation(reader: Reader, value: (reader: Reader) => string): { negated: boolean; operation: Operation } {
  const negated = reader.take('not.')
  const expected = `${negated ? '' : '"not" or '}operator (eq, gt, ...)`
  if (reader.match(IN)) return { negated, operation: { kind: 'in', values: bracketed(reader, parseListElement) } }
  if (reader.match(IS)) return { negated, operation: { kind: 'is', value: parseIsValue(reader) } }
  if (reader.match(IS_DISTINCT)) return { negated, operation: { kind: 'isDistinct', value: value(reader) } }
  const search = reader.match(TEXT_SEARCH)
  if (search) {
    const operator = pick(TEXT_SEARCH_OPERATORS, search[1])
    return {
      negated,
      operation: { kind: 'textSearch', operator, language: search[2]?.trim() ?? null, value: value(reader) },
    }
  }
  const simple = reader.match(SIMPLE)
  if (simple) {
    return { negated, operation: { kind: 'simple', operator: pick(SIMPLE_OPERATORS, simple[1]), value: value(reader) } }
  }
  const quantifiable = reader.match(QUANTIFIABLE)
  if (!quantifiable) reader.fail(expected)
  const quantifier = quantifiable[2] === 'any' || quantifiable[2] === 'all' ? quantifiable[2] : null
  const operator = pick(QUANTIFIABLE_OPERATORS, quantifiable[1])
  const operand = value(reader)
  if ((operator === 'match' || operator === 'imatch') && BACK_REFERENCE.test(operand)) throw backReference()
  return { negated, operation: { kind: 'quantifiable', operator, quantifier, value: operand } }
}

function pick<Key extends string>(table: Record<Key, string>, name: string | undefined): Key {
  for (const key in table) if (key === name) return key
  throw new Error(`The operator table does not know ${name}.`)
}

function parseIsValue(reader: Reader): IsValue {
  const found = reader.match(IS_VALUE)
  if (!found) reader.fail('isVal: (null, not_null, true, false, unknown)')
  return pick(IS_VALUES, found[0].toLowerCase())
}

function parseListElement(reader: Reader): string {
  const quoted = reader.match(QUOTED_ELEMENT)
  if (quoted) return unescapeQuoted(quoted[1] ?? '')
  return reader.match(PLAIN_ELEMENT)?.[0] ?? ''
}

/** A value inside a logic tree ends at `,` or `)`, unless it is quoted or an array literal. */
function parseElement(reader: Reader): string {
  const quoted = reader.match(QUOTED_ELEMENT)
  if (quoted) return unescapeQuoted(quoted[1] ?? '')
  const array = reader.match(ARRAY_ELEMENT)
  if (array) return array[0]
  return reader.match(PLAIN_ELEMENT)?.[0] ?? ''
}

function restOfText(reader: Reader): string {
  const rest = reader.text.slice(reader.position)
  reader.position = reader.text.length
  return rest
}
