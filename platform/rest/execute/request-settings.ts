import type { Caller } from '../../kernel/caller.ts'
import { setLocally, statementTimeoutMs } from '../../kernel/sql-as-caller.ts'
import { cleanText, quote } from '../sql/expressions.ts'
import type { Statement } from '../sql/parameters.ts'

export interface RequestSettings {
  caller: Caller
  readOnly: boolean
  searchPath: readonly string[]
  method: string
  path: string
  headers: Headers
  /** Of the socket, or of the configured proxy hop. */
  clientAddress: string
  /** By the gateway's rule; the header of that name may still hold what the client sent. */
  authorization: string | null
  timezone: string | null
  /** Settings of `alter role … set …`. */
  roleSettings: readonly (readonly [string, string])[]
}

/** The settings of every request, in the order of their values below. */
const FIXED_NAMES = [
  'search_path',
  'role',
  'request.jwt.claims',
  'request.method',
  'request.path',
  'request.headers',
  'request.cookies',
  'transaction_read_only',
]

/** One statement that makes the session the caller for this transaction and tells policies about the request. */
export function requestSettings(request: RequestSettings): Statement {
  const { caller, headers, roleSettings } = request
  const values = [
    searchPathText(request.searchPath),
    caller.role,
    caller.claimsJson,
    request.method,
    cleanText(request.path),
    headersJson(request),
    cookiesJson(headers.get('cookie')),
    request.readOnly ? 'on' : 'off',
    String(statementTimeoutMs(caller.role)),
  ]
  for (const [, value] of roleSettings) values.push(value)
  if (request.timezone !== null) values.push(request.timezone)
  return { text: settingsText(roleSettings, request.timezone !== null), values }
}

const texts = new WeakMap<object, { plain: string; zoned: string }>()

/** The text depends on names alone, which are the same list for all requests of a role. */
function settingsText(roleSettings: RequestSettings['roleSettings'], withTimezone: boolean): string {
  let known = texts.get(roleSettings)
  if (!known) {
    const names = [...FIXED_NAMES, 'statement_timeout', ...roleSettings.map(([name]) => name)]
    known = { plain: setLocally(names), zoned: setLocally([...names, 'timezone']) }
    texts.set(roleSettings, known)
  }
  return withTimezone ? known.zoned : known.plain
}

const searchPaths = new WeakMap<object, string>()

function searchPathText(schemas: readonly string[]): string {
  const known = searchPaths.get(schemas)
  if (known !== undefined) return known
  const text = schemas.map(quote).join(', ')
  searchPaths.set(schemas, text)
  return text
}

/** SQL limits by X-Forwarded-For, so it is what the gateway knows and never what a client wrote. */
function headersJson({ headers, authorization, clientAddress }: RequestSettings): string {
  const plain: Record<string, string> = {}
  headers.forEach((value, name) => {
    if (name !== 'cookie' && name !== 'authorization') plain[name] = value
  })
  plain['x-forwarded-for'] = clientAddress
  if (authorization !== null) plain.authorization = authorization
  return JSON.stringify(plain)
}

function cookiesJson(header: string | null): string {
  if (header === null) return '{}'
  const cookies: Record<string, string> = {}
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0) cookies[part.slice(0, at).trim()] = part.slice(at + 1).trim()
  }
  return JSON.stringify(cookies)
}
