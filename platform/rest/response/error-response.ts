import { STATUS_CODES } from 'node:http'
import type { RestError } from '../rest-error.ts'

/** The one place where a refusal becomes a response. */
export function errorResponse(error: RestError, { isHead }: { isHead: boolean }): Response {
  const { status, code, message, details, hint, headers, statusText } = error.fields
  const body = JSON.stringify({ code, message, details, hint })
  return new Response(isHead || !allowsBody(status) ? null : body, {
    status,
    statusText: statusText === undefined ? (STATUS_CODES[status] ?? '') : safeReason(statusText),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `PostgREST; error=${printable(code)}`,
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, printable(value)])),
    },
  })
}

function allowsBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304
}

/** Header values are visible ASCII; a message may hold anything. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?')
}

function safeReason(text: string): string {
  return printable(text).slice(0, 200)
}
