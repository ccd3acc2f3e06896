import { type Field, parseField, parseName } from './field.ts'
import { Reader } from './reader.ts'

export interface OrderTerm {
  /** Set for `relation(column)`: order by a column of an embedded to-one resource. */
  relation: string | null
  field: Field
  direction: 'asc' | 'desc' | null
  nulls: 'first' | 'last' | null
}

const RELATION_AHEAD = /(?:"(?:[^"\\]|\\[\s\S])*"|[\p{L}0-9_ $]+(?:-(?!>)[\p{L}0-9_ $]+)*)\(/uy

export function parseOrder(text: string): OrderTerm[] {
  const reader = new Reader(text, 'order')
  const terms = [parseTerm(reader)]
  while (reader.take(',')) terms.push(parseTerm(reader))
  if (!reader.done && terms.at(-1)?.nulls !== null) reader.failAtEnd('"," or end of input')
  reader.requireEnd('delimiter (.), "," or end of input')
  return terms
}

function parseTerm(reader: Reader): OrderTerm {
  reader.skipSpaces()
  let relation: string | null = null
  let field: Field
  if (reader.looksAt(RELATION_AHEAD)) {
    relation = parseName(reader)
    reader.require('(', '"("')
    field = parseField(reader)
    reader.require(')', '")"')
  } else {
    field = parseField(reader)
  }
  const term: OrderTerm = { relation, field, direction: null, nulls: null }
  parseModifiers(reader, term)
  reader.skipSpaces()
  return term
}

function parseModifiers(reader: Reader, term: OrderTerm): void {
  if (!reader.take('.')) return
  if (reader.take('asc')) term.direction = 'asc'
  else if (reader.take('desc')) term.direction = 'desc'
  else if (!takeNulls(reader, term)) reader.fail('"asc", "desc", "nullsfirst" or "nullslast"')
  if (term.direction === null || !reader.take('.')) return
  if (!takeNulls(reader, term)) reader.fail('"nullsfirst" or "nullslast"')
}

function takeNulls(reader: Reader, term: OrderTerm): boolean {
  if (reader.take('nullsfirst')) term.nulls = 'first'
  else if (reader.take('nullslast')) term.nulls = 'last'
  return term.nulls !== null
}
