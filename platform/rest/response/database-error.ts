import type { JsonObject } from '../rest-error.ts'
import { RestError, type RestErrorFields } from '../rest-error.ts'

/** The fields of a Postgres error that a client sees. */
interface PostgresError {
  code: string
  message: string
  detail: string | null
  hint: string | null
}

/** Postgres' refusal in PostgREST's shape, or null when the error is none of the database server's. */
export function fromDatabaseError(error: unknown, isAnonymous: boolean): RestError | null {
  const postgres = readError(error)
  if (!postgres) return null
  if (postgres.code === 'PGRST') return fromRaise(postgres)
  const status = statusOf(postgres, isAnonymous)
  return new RestError({
    status,
    code: postgres.code,
    message: postgres.message,
    details: postgres.detail,
    hint: postgres.hint ?? timeoutHint(postgres),
    headers: status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
    ...(postgres.code.startsWith('PT') ? { statusText: postgres.message } : {}),
  })
}

function readError(error: unknown): PostgresError | null {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return null
  if (typeof error.code !== 'string') return null
  const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : null
  const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : null
  return { code: error.code, message: error.message, detail, hint }
}

function timeoutHint({ code, message }: PostgresError): string | null {
  if (code !== '57014' || !message.includes('statement timeout')) return null
  return 'The request took longer than its role may. Narrow the filters, select fewer rows, or add an index.'
}

/** Exact codes first, then their classes (docs: PostgREST, references/errors). */
const STATUS_BY_CODE: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
}
const STATUS_BY_CLASS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

function statusOf({ code, message }: PostgresError, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  if (code === '22023' && /^role .* does not exist$/.test(message)) return 401
  if (code === '42883' && message.startsWith('function xmlagg(')) return 406
  if (code.startsWith('PT')) return validStatus(code.slice(2)) ?? 500
  return STATUS_BY_CODE[code] ?? STATUS_BY_CLASS[code.slice(0, 2)] ?? 400
}

function validStatus(text: string): number | null {
  const status = Number(text)
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : null
}

/** `raise sqlstate 'PGRST'`: MESSAGE is the body, DETAIL the status and headers. */
function fromRaise({ message, detail }: PostgresError): RestError {
  const body = parseObject(message)
  if (!body || typeof body.code !== 'string' || typeof body.message !== 'string') {
    return raiseUnreadable(`Invalid JSON value for MESSAGE: '${message}'`, MESSAGE_HINT)
  }
  if (detail === null) return raiseUnreadable('DETAIL is missing in the RAISE statement', DETAIL_HINT)
  const response = parseObject(detail)
  const status = typeof response?.status === 'number' ? validStatus(String(response.status)) : null
  const headers = response ? textEntries(response.headers) : null
  if (!response || status === null || headers === null) {
    return raiseUnreadable(`Invalid JSON value for DETAIL: '${detail}'`, DETAIL_HINT)
  }
  return new RestError({
    status,
    code: body.code,
    message: body.message,
    details: typeof body.details === 'string' ? body.details : null,
    hint: typeof body.hint === 'string' ? body.hint : null,
    headers,
    ...(typeof response.status_text === 'string' ? { statusText: response.status_text } : {}),
  })
}

const MESSAGE_HINT =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
const DETAIL_HINT =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."

function raiseUnreadable(details: string, hint: string): RestError {
  const message = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`
  const fields: RestErrorFields = { status: 500, code: 'PGRST121', message, details, hint, headers: {} }
  return new RestError(fields)
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return Object.fromEntries(Object.entries(value))
  } catch {
    return null
  }
}

function textEntries(value: unknown): JsonObject | null {
  if (typeof value !== 'object' || value === null) return null
  const entries = Object.entries(value)
  const texts: [string, string][] = []
  for (const [name, text] of entries) {
    if (typeof text !== 'string') return null
    texts.push([name, text])
  }
  return Object.fromEntries(texts)
}
