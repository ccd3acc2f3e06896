import type { Reader } from './reader.ts'

export interface JsonStep {
  /** `->` keeps json, `->>` gives text. */
  arrow: '->' | '->>'
  operand: { key: string } | { index: number }
}

export interface Field {
  name: string
  path: JsonStep[]
}

// A dash belongs to the name unless it starts a JSON arrow.
const IDENTIFIER = /[\p{L}0-9_ $]+(?:-(?!>)[\p{L}0-9_ $]+)*/uy
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"/y
const JSON_INDEX = /(-?\d+)(?=->|::|[.,)]|$)/y
const JSON_KEY = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/y
const TYPE_NAME = /[\p{L}0-9_ $]+/uy
const INDEX_LIMIT = 2_147_483_647

export function parseName(reader: Reader, expecting = 'field name (* or [a..z0..9_$])'): string {
  const quoted = reader.match(QUOTED)
  if (quoted) return unescapeQuoted(quoted[1] ?? '')
  const start = reader.position
  const plain = reader.match(IDENTIFIER)
  const name = plain?.[0].trim() ?? ''
  if (name === '') {
    reader.position = start
    reader.fail(expecting)
  }
  return name
}

/** `name->key->>0`, with blanks around it. */
export function parseField(reader: Reader, expecting?: string): Field {
  reader.skipSpaces()
  const name = parseName(reader, expecting)
  const path = parseJsonPath(reader)
  reader.skipSpaces()
  return { name, path }
}

export function parseJsonPath(reader: Reader): JsonStep[] {
  const path: JsonStep[] = []
  for (;;) {
    const arrow = reader.take('->>') ? '->>' : reader.take('->') ? '->' : null
    if (!arrow) return path
    path.push({ arrow, operand: parseOperand(reader) })
  }
}

function parseOperand(reader: Reader): JsonStep['operand'] {
  const index = reader.match(JSON_INDEX)
  // An index beyond Postgres' integer can only be a key.
  if (index && Math.abs(Number(index[1])) <= INDEX_LIMIT) return { index: Number(index[1]) }
  if (index) return { key: index[1] ?? '' }
  if (reader.peek('-')) {
    reader.position += 1
    reader.fail('digit')
  }
  const quoted = reader.match(QUOTED)
  if (quoted) return { key: unescapeQuoted(quoted[1] ?? '') }
  const key = reader.match(JSON_KEY)
  if (!key) reader.fail('"-", digit or any non reserved character different from: .,>()')
  return { key: key[0].trim() }
}

export function parseTypeName(reader: Reader): string {
  const found = reader.match(TYPE_NAME)
  if (!found) reader.fail('letter or digit')
  return found[0].trim()
}

export function unescapeQuoted(text: string): string {
  return text.includes('\\') ? text.replace(/\\([\s\S])/g, '$1') : text
}

/** `a.b.column->key` as path ['a', 'b'] and field column->key. */
export function parseTreePath(reader: Reader): { path: string[]; field: Field } {
  const names = [parseName(reader)]
  while (reader.take('.')) names.push(parseName(reader))
  const name = names.pop() ?? ''
  const path = parseJsonPath(reader)
  return { path: names, field: { name, path } }
}
