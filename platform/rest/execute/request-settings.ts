import type { Caller } from '../authenticate.ts'
import { cleanText, quote } from '../sql/expressions.ts'
import type { Statement } from '../sql/parameters.ts'

export interface RequestSettings {
  caller: Caller
  readOnly: boolean
  searchPath: readonly string[]
  method: string
  path: string
  headers: Headers
  timezone: string | null
  /** Settings of `alter role … set …`. */
  roleSettings: readonly (readonly [string, string])[]
}

/** Milliseconds a statement may run, where `alter role … set statement_timeout` says nothing else; hosted Supabase's. */
const STATEMENT_TIMEOUT_MS = { anon: 3000, authenticated: 8000, service_role: 8000 } as const

/** One statement that makes the session the caller for this transaction and tells policies about the request. */
export function requestSettings(request: RequestSettings): Statement {
  const { caller, headers } = request
  const pairs: [string, string][] = [
    ['search_path', request.searchPath.map(quote).join(', ')],
    ['statement_timeout', String(STATEMENT_TIMEOUT_MS[caller.role])],
    ...request.roleSettings.map(([name, value]): [string, string] => [name, value]),
    ['role', caller.role],
    ['request.jwt.claims', cleanText(caller.claims)],
    ['request.method', request.method],
    ['request.path', cleanText(request.path)],
    ['request.headers', headersJson(headers)],
    ['request.cookies', cookiesJson(headers.get('cookie'))],
  ]
  if (request.readOnly) pairs.push(['transaction_read_only', 'on'])
  if (request.timezone !== null) pairs.push(['timezone', request.timezone])
  const calls = pairs.map(([name], at) => `set_config('${name.replaceAll("'", "''")}', $${at + 1}, true)`)
  return { text: `select ${calls.join(', ')}`, values: pairs.map(([, value]) => value) }
}

function headersJson(headers: Headers): string {
  const plain: Record<string, string> = {}
  headers.forEach((value, name) => {
    if (name !== 'cookie') plain[name] = value
  })
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
