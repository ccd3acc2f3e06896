import { networkErrors } from '../../errors.ts'
import { createCsvReader } from '../../feed-file/csv.ts'
import { toUtf8 } from '../../feed-file/decode.ts'
import { createJsonElementsReader } from '../../feed-file/json-elements.ts'
import { createJsonLinesReader, type JsonLinesBatch } from '../../feed-file/json-lines.ts'
import { createXmlReader } from '../../feed-file/xml.ts'
import { isRecord } from '../../json-value.ts'
import type { RawRow, RejectedRow } from '../network.ts'

export type FileFormat = 'csv' | 'json' | 'jsonl' | 'xml'

export interface FileRecord {
  line: number
  raw: RawRow
  field(column: string): string
  /** Every column or path of this record that holds a text. */
  columns(): string[]
}

export interface FileBatch {
  format: FileFormat
  records: FileRecord[]
  rejected: RejectedRow[]
  repaired: Readonly<Record<string, number>>
  /** Why the file was not read to its end. */
  damage?: string
}

/** The wanted columns of a file's records; the format is told by its first characters, not by its name. */
export async function* readRecords(
  bytes: AsyncIterable<Uint8Array>,
  columns: readonly string[],
  required: readonly string[] = [],
): AsyncGenerator<FileBatch> {
  let read: Reader | null = null
  for await (const piece of withFullStart(toUtf8(bytes))) {
    read ??= readerFor(formatOf(piece.toString('utf8', 0, START_BYTES)), { columns, required })
    yield read.push(piece)
  }
  if (read) yield read.end()
}

/** Enough for the header of a table, or the first line of objects. */
const START_BYTES = 64 * 1024

/** The pieces, the first as long as it takes to tell what the file is. */
export async function* withFullStart(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer[] | null = []
  let length = 0
  for await (const piece of pieces) {
    if (start === null) yield piece
    else {
      start.push(piece)
      length += piece.length
      if (length < START_BYTES) continue
      yield Buffer.concat(start)
      start = null
    }
  }
  if (start !== null && length > 0) yield Buffer.concat(start)
}

interface Reader {
  push(piece: Buffer): FileBatch
  end(): FileBatch
}

/** XML, a list or an object in JSON, an object on each line, or else delimited text. */
export function formatOf(start: string): FileFormat {
  const text = start.replace(/^\uFEFF/, '').trimStart()
  if (/^<(?:!doctype\s+html|html[\s>])/i.test(text)) throw networkErrors.webPage('The address')
  if (text.startsWith('<')) return 'xml'
  if (text.startsWith('[')) return 'json'
  if (!text.startsWith('{')) return 'csv'
  const [line = '', more] = text.split('\n', 2)
  return more !== undefined && objectOf(line) !== null ? 'jsonl' : 'json'
}

interface Wanted {
  columns: readonly string[]
  /** A table without one of them is no such file. */
  required: readonly string[]
}

function readerFor(format: FileFormat, wanted: Wanted): Reader {
  if (format === 'csv') return csvReader(wanted)
  if (format === 'xml') return xmlReader()
  return jsonReader(format)
}

function csvReader({ columns, required }: Wanted): Reader {
  const place = new Map(columns.map((name, index) => [name, index]))
  const reader = createCsvReader({
    columns: columns.map((name) => [name]),
    required: required.map((name) => [columns.indexOf(name)]),
  })
  const batch = ({ records, damaged, strayQuotes }: ReturnType<typeof reader.end>): FileBatch => ({
    format: 'csv',
    records: records.map(({ line, raw, fields }) => ({
      ...{ line, raw, columns: () => [...columns] },
      field: (name) => fields[place.get(name) ?? -1] ?? '',
    })),
    rejected: damaged,
    repaired: strayQuotes > 0 ? { 'stray quote': strayQuotes } : {},
  })
  return { push: (piece) => batch(reader.push(piece)), end: () => batch(reader.end()) }
}

function jsonReader(format: 'json' | 'jsonl'): Reader {
  const batch = ({ records, damaged }: JsonLinesBatch): FileBatch => ({
    format,
    records: records.map(({ line, raw, value }) => ({
      ...{ line, raw, columns: () => pathsIn(value) },
      field: (path) => textAt(value, path),
    })),
    rejected: damaged,
    repaired: {},
  })
  if (format === 'jsonl') {
    const lines = createJsonLinesReader()
    return { push: (piece) => batch(lines.push(piece)), end: () => batch(lines.end()) }
  }
  const elements = createJsonElementsReader()
  return {
    push: (piece) => batch(elements.push(piece.toString())),
    end() {
      const isWhole = elements.end()
      return { ...batch({ records: [], damaged: [] }), ...(isWhole ? {} : { damage: 'it breaks off' }) }
    },
  }
}

function xmlReader(): Reader {
  const reader = createXmlReader()
  const batch = (records: ReturnType<typeof reader.push>): FileBatch => ({
    format: 'xml',
    records: records.map(({ line, fields }) => ({
      line,
      raw: fields,
      field: (path) => fields.get(path) ?? '',
      columns: () => [...fields.keys()],
    })),
    rejected: [],
    repaired: {},
  })
  return {
    push: (piece) => batch(reader.push(piece.toString())),
    end() {
      const damage = reader.end()
      const entities = reader.entities()
      const repaired: Record<string, number> = entities > 0 ? { 'unknown entity': entities } : {}
      return { ...batch([]), repaired, ...(damage === null ? {} : { damage }) }
    },
  }
}

/** A text, number or truth at a path such as `price.amount`; the first of a list. A name with a dot in it counts first. */
function textAt(value: unknown, path: string): string {
  if (!isRecord(value)) return ''
  const dot = path.indexOf('.')
  const held = Object.hasOwn(value, path) ? value[path] : undefined
  if (held !== undefined || dot < 0) return plain(held)
  const name = path.slice(0, dot)
  const inner = Object.hasOwn(value, name) ? value[name] : undefined
  return textAt(Array.isArray(inner) ? inner[0] : inner, path.slice(dot + 1))
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? plain(value[0]) : ''
}

function objectOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** Names of an object's texts, as paths. */
function pathsIn(value: unknown, above = '', depth = 0): string[] {
  if (!isRecord(value) || depth > 4) return []
  return Object.entries(value).flatMap(([name, held]) => {
    const path = above === '' ? name : `${above}.${name}`
    const inner = Array.isArray(held) ? held[0] : held
    return isRecord(inner) ? pathsIn(inner, path, depth + 1) : [path]
  })
}
