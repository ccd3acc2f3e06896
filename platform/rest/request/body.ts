import { isUtf8 } from 'node:buffer'
import { bodyTooLarge, invalidBody } from '../errors.ts'
import { csvToJson } from './csv.ts'
import { readJsonShape } from './json-shape.ts'

export interface Payload {
  /** JSON as it came, or made from a form or CSV; the body itself where it goes whole to a function. Postgres reads it. */
  bytes: Buffer
  isArray: boolean
  /** Keys of the object or of the first row; empty when there is none. */
  keys: string[]
  /** One object, or an array of objects that all have these keys. */
  isUniform: boolean
  /** Fields of a form, in order. */
  fields: [string, string][]
}

/** Room for some 100,000 rows; bigger loads belong in several requests, or in COPY. */
export const MAX_BODY_BYTES = 50 * 1024 * 1024
/** A form is one row, and is read at once. */
const MAX_FORM_BYTES = 1024 * 1024

export const EMPTY_PAYLOAD: Payload = { bytes: Buffer.alloc(0), isArray: false, keys: [], isUniform: true, fields: [] }
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const CSV_TYPE = 'text/csv'

/** Body of an insert, update or upsert. */
export async function tablePayload(bytes: Buffer, contentType: string): Promise<Payload> {
  switch (contentType) {
    case CSV_TYPE:
      return csvPayload(bytes)
    case FORM_TYPE: {
      const { fields } = formPayload(bytes)
      const json = JSON.stringify(Object.fromEntries(fields))
      return { ...EMPTY_PAYLOAD, bytes: Buffer.from(json), keys: [...new Set(fields.map(([name]) => name))] }
    }
    case JSON_TYPE: {
      const payload = await jsonPayload(bytes)
      if (payload.kind === 'scalar') throw invalidBody('All object keys must match')
      return payload
    }
    default:
      throw invalidBody(`Content-Type not acceptable: ${contentType}`)
  }
}

/** Body of a function call. A type that is no JSON goes whole to a single unnamed parameter. */
export async function callPayload(bytes: Buffer, contentType: string): Promise<Payload> {
  if (contentType === FORM_TYPE) return formPayload(bytes)
  if (contentType === CSV_TYPE) return csvPayload(bytes)
  if (contentType !== JSON_TYPE) return { ...EMPTY_PAYLOAD, bytes }
  // No body calls a function without arguments.
  if (bytes.length < 1000 && bytes.toString('utf8').trim() === '') return { ...EMPTY_PAYLOAD, bytes: Buffer.from('{}') }
  return jsonPayload(bytes)
}

async function jsonPayload(bytes: Buffer): Promise<Payload & { kind: 'object' | 'array' | 'scalar' }> {
  if (!isUtf8(bytes)) throw invalidBody('Empty or invalid json')
  const { kind, keys, isUniform } = await readJsonShape(bytes)
  return { bytes, kind, isArray: kind === 'array', keys, isUniform, fields: [] }
}

async function csvPayload(bytes: Buffer): Promise<Payload> {
  const { json, keys } = await csvToJson(bytes, MAX_BODY_BYTES)
  return { ...EMPTY_PAYLOAD, bytes: json, isArray: true, keys }
}

function formPayload(bytes: Buffer): Payload {
  if (bytes.length > MAX_FORM_BYTES) throw bodyTooLarge(MAX_FORM_BYTES)
  const fields = [...new URLSearchParams(bytes.toString('utf8'))]
  return { ...EMPTY_PAYLOAD, bytes, keys: [...new Set(fields.map(([name]) => name))], fields }
}
