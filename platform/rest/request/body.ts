import { readBytes } from '../../kernel/body.ts'
import { invalidBody } from '../errors.ts'
import { parseCsv } from './csv.ts'

export interface Payload {
  /** JSON text as it came, or made from a form or CSV. */
  text: string
  bytes: Buffer | null
  isArray: boolean
  /** Keys that every object has; empty when the body is no object or array of objects. */
  keys: string[]
  /** Fields of a form, in order. */
  fields: [string, string][]
}

/** Room for some 100,000 product rows; bigger loads belong in several requests, or in COPY. */
export const MAX_BODY_BYTES = 50 * 1024 * 1024

export const EMPTY_PAYLOAD: Payload = { text: '', bytes: null, isArray: false, keys: [], fields: [] }

export function readBody(request: Request): Promise<Buffer> {
  return readBytes(request, MAX_BODY_BYTES)
}

/** Body of an insert, update or upsert. `columns` given: the keys are not looked at, so rows may differ. */
export function tablePayload(body: Buffer, contentType: string, columns: readonly string[] | null): Payload {
  const text = body.toString('utf8')
  switch (contentType) {
    case 'text/csv':
      return objectsPayload(JSON.stringify(parseCsv(text)), columns)
    case 'application/x-www-form-urlencoded': {
      const fields = [...new URLSearchParams(text)]
      return objectsPayload(JSON.stringify(Object.fromEntries(fields)), columns)
    }
    case 'application/json':
      return objectsPayload(text, columns)
    default:
      throw invalidBody(`Content-Type not acceptable: ${contentType}`)
  }
}

function objectsPayload(text: string, columns: readonly string[] | null): Payload {
  const value = parseJson(text)
  if (!Array.isArray(value)) {
    if (!isObject(value)) throw invalidBody('All object keys must match')
    return { text, bytes: null, isArray: false, keys: Object.keys(value), fields: [] }
  }
  const rows: unknown[] = value
  const objects = rows.filter(isObject)
  if (objects.length !== rows.length) throw invalidBody('All object keys must match')
  const keys = Object.keys(objects[0] ?? {})
  if (columns === null && !objects.every((row) => sameKeys(row, keys))) throw invalidBody('All object keys must match')
  return { text, bytes: null, isArray: true, keys, fields: [] }
}

function sameKeys(row: object, keys: readonly string[]): boolean {
  const own = Object.keys(row)
  return own.length === keys.length && keys.every((name) => Object.hasOwn(row, name))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Postgres reads JSON recursively, and its stack is smaller than a body may be deep. */
const MAX_JSON_DEPTH = 500

function parseJson(text: string): unknown {
  requireShallow(text)
  try {
    return JSON.parse(text)
  } catch {
    throw invalidBody('Empty or invalid json')
  }
}

function requireShallow(text: string): void {
  if (text.length < MAX_JSON_DEPTH) return
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === BACKSLASH) at += 1
      else if (char === QUOTE) inString = false
    } else if (char === QUOTE) inString = true
    else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      depth += 1
      if (depth > MAX_JSON_DEPTH) throw invalidBody(`JSON nested deeper than ${MAX_JSON_DEPTH} levels is not accepted`)
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) depth -= 1
  }
}

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d]

/** Body of a function call. A type that is no JSON goes whole to a single unnamed parameter. */
export function callPayload(body: Buffer, contentType: string): Payload {
  const text = body.toString('utf8')
  if (contentType === 'application/x-www-form-urlencoded') {
    const fields = [...new URLSearchParams(text)]
    return { text, bytes: body, isArray: false, keys: [...new Set(fields.map(([name]) => name))], fields }
  }
  if (contentType === 'text/csv') {
    const rows = parseCsv(text)
    return { text: JSON.stringify(rows), bytes: body, isArray: true, keys: Object.keys(rows[0] ?? {}), fields: [] }
  }
  if (contentType !== 'application/json') return { text, bytes: body, isArray: false, keys: [], fields: [] }
  // No body calls a function without arguments.
  if (text.trim() === '') return { text: '{}', bytes: body, isArray: false, keys: [], fields: [] }
  const value = parseJson(text)
  if (isObject(value)) return { text, bytes: body, isArray: false, keys: Object.keys(value), fields: [] }
  if (!Array.isArray(value)) return { text, bytes: body, isArray: false, keys: [], fields: [] }
  const first: unknown = value[0]
  return { text, bytes: body, isArray: true, keys: isObject(first) ? Object.keys(first) : [], fields: [] }
}
