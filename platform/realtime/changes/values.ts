import { type ArrayItem, parseArrayText } from './array-text.ts'

/** How a column's text becomes JSON: as PostgreSQL's to_jsonb would have it. */
export interface ColumnType {
  oid: number
  /** pg_type's name: int4, timestamptz, _text … clients convert by it. */
  name: string
  /** For an array: what it is an array of. */
  element: ColumnType | null
}

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid'])
const JSON_NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

/** JSON text of a value that logical decoding gave as text. */
export function toJson(text: string | null, type: ColumnType): string {
  if (text === null) return 'null'
  if (type.element) return arrayJson(parseArrayText(text), type.element)
  // Digits stay as they are: a bigint or a numeric would lose some as a JavaScript number.
  if (NUMBERS.has(type.name)) return JSON_NUMBER.test(text) ? text : JSON.stringify(text)
  switch (type.name) {
    case 'bool':
      return text === 't' ? 'true' : 'false'
    case 'json':
    case 'jsonb':
      return text
    case 'timestamp':
      return JSON.stringify(text.replace(' ', 'T'))
    case 'timestamptz':
      return JSON.stringify(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
    case 'bytea':
      // Without the \x, as hosted sends it.
      return JSON.stringify(text.replace(/^\\x/, ''))
    default:
      return JSON.stringify(text)
  }
}

function arrayJson(items: ArrayItem[], element: ColumnType): string {
  return `[${items.map((item) => (Array.isArray(item) ? arrayJson(item, element) : toJson(item, element))).join(',')}]`
}
