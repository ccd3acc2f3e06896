import { type Field, parseField, parseName, parseTypeName } from './field.ts'
import { Reader } from './reader.ts'

export const AGGREGATES = ['sum', 'avg', 'count', 'max', 'min'] as const
export type Aggregate = (typeof AGGREGATES)[number]

export interface SelectedField {
  kind: 'field'
  field: Field
  alias: string | null
  cast: string | null
  aggregate: Aggregate | null
  aggregateCast: string | null
}

export interface SelectedRelation {
  kind: 'relation'
  name: string
  alias: string | null
  hint: string | null
  join: 'inner' | 'left' | null
  spread: boolean
  items: SelectItem[]
}

export type SelectItem = SelectedField | SelectedRelation

const ALIAS = /(?:"(?:[^"\\]|\\[\s\S])*"|[\p{L}0-9_ $]+(?:-(?!>)[\p{L}0-9_ $]+)*):(?!:)/uy
const STAR_END = /\*[ \t]*(?=[,)]|$)/y
const COUNT_CALL = /count\(\)/y
const AGGREGATE_CALL = /\.(sum|avg|count|max|min)\(\)/y
/**
 * A relation is a name, hints, then an opening bracket; `count()` is the aggregate. A hint holds no `!`: else a row of
 * them could be cut into hints in exponentially many ways, and forty would hold up the process for good.
 */
const RELATION_AHEAD = /(?!count\()(?:"(?:[^"\\]|\\[\s\S])*"|[\p{L}0-9_ $]+(?:-(?!>)[\p{L}0-9_ $]+)*)(?:![^(),!]+)*\(/uy

/** Postgres selects at most 1,664 columns at once. */
const MAX_ITEMS = 1600
/**
 * How often one name may be selected as a whole. Under four hundred aliases one column makes 50 MB of a thousand rows,
 * in Postgres and here; `*` is as many columns as the table has.
 */
const MAX_REPEATS = 8

export function parseSelect(text: string): SelectItem[] {
  const reader = new Reader(text, 'select parameter')
  // What stands behind the last item is not looked at, as in PostgREST.
  return parseItems(reader)
}

function parseItems(reader: Reader): SelectItem[] {
  reader.skipSpaces()
  if (reader.done || reader.peek(')')) return []
  const repeats = new Map<string, number>()
  const items: SelectItem[] = []
  do {
    if (items.length >= MAX_ITEMS) reader.fail(`at most ${MAX_ITEMS} selected items`)
    const item = parseItem(reader)
    const name = wholeName(item)
    const count = (repeats.get(name ?? '') ?? 0) + 1
    if (name !== null) repeats.set(name, count)
    if (count > MAX_REPEATS) reader.fail(`at most ${MAX_REPEATS} times the same name`)
    items.push(item)
  } while (reader.take(','))
  return items
}

/** What an item repeats of its row; a path into JSON and an aggregate are a part of it. */
function wholeName(item: SelectItem): string | null {
  if (item.kind === 'relation') return `${item.name}(`
  return item.field.path.length === 0 && item.aggregate === null ? item.field.name : null
}

function parseItem(reader: Reader): SelectItem {
  reader.skipSpaces()
  if (reader.take('...')) return parseRelation(reader, null, true)
  if (reader.match(STAR_END)) return plain({ name: '*', path: [] }, null)
  const alias = reader.looksAt(ALIAS) ? parseAlias(reader) : null
  if (reader.looksAt(RELATION_AHEAD)) return parseRelation(reader, alias, false)
  if (reader.match(COUNT_CALL)) {
    const aggregateCast = reader.take('::') ? parseTypeName(reader) : null
    return finish(reader, { ...plain({ name: '*', path: [] }, alias), aggregate: 'count', aggregateCast })
  }
  const field = parseField(reader)
  const cast = reader.take('::') ? parseTypeName(reader) : null
  const called = reader.match(AGGREGATE_CALL)?.[1]
  const aggregate = AGGREGATES.find((name) => name === called) ?? null
  const aggregateCast = aggregate && reader.take('::') ? parseTypeName(reader) : null
  return finish(reader, { kind: 'field', field, alias, cast, aggregate, aggregateCast })
}

function plain(field: Field, alias: string | null): SelectedField {
  return { kind: 'field', field, alias, cast: null, aggregate: null, aggregateCast: null }
}

function finish(reader: Reader, item: SelectedField): SelectedField {
  reader.skipSpaces()
  if (!reader.done && !reader.peek(',') && !reader.peek(')')) {
    reader.fail('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input')
  }
  return item
}

function parseAlias(reader: Reader): string {
  const alias = parseName(reader)
  reader.require(':', '":"')
  reader.skipSpaces()
  return alias
}

function parseRelation(reader: Reader, alias: string | null, spread: boolean): SelectedRelation {
  const name = parseName(reader)
  let hint: string | null = null
  let join: SelectedRelation['join'] = null
  // At most one hint and one join type, in any order.
  for (let count = 0; count < 2 && reader.take('!'); count += 1) {
    const parameter = parseName(reader)
    if (join === null && (parameter === 'inner' || parameter === 'left')) join = parameter
    else hint ??= parameter
  }
  reader.require('(', '"("')
  const items = reader.nested(() => parseItems(reader))
  reader.require(')', '")"')
  reader.skipSpaces()
  return { kind: 'relation', name, alias, hint, join, spread, items }
}
