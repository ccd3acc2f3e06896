import type { Family } from './families.ts'

const ALLOWED_METHODS = 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT'
/** How long a browser may remember the response to a preflight; two hours is the most that Chromium honours. */
const PREFLIGHT_SECONDS = 7200

/**
 * Response headers that a browser client may read. Without X-Supabase-Api-Version the auth client falls back to its
 * old error parser; without the Upload headers a resumable upload cannot resume.
 */
const EXPOSED: Record<Family, string> = {
  auth: 'X-Total-Count, Link, X-Supabase-Api-Version, X-Sb-Error-Code, Sb-Request-Id, Retry-After',
  rest: 'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, Proxy-Status, Range-Unit, Server, Transfer-Encoding, Sb-Request-Id',
  storage:
    'Content-Disposition, Content-Length, Content-Range, ETag, Location, Tus-Checksum-Algorithm, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, Upload-Concat, Upload-Defer-Length, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset, Sb-Request-Id',
  functions: 'X-Relay-Error, Content-Disposition, Content-Length, Sb-Request-Id',
  realtime: 'Sb-Request-Id',
}

/** A bare OPTIONS (no Origin, or nothing asked) is an ordinary request, e.g. for a function or for PostgREST. */
export function isPreflight(request: Request): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.headers.has('origin') &&
    request.headers.has('access-control-request-method')
  )
}

/** Allows whatever is asked: keys and tokens guard the services, and the clients add headers from version to version. */
export function preflightResponse(request: Request): Response {
  const asked = request.headers.get('access-control-request-headers')
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': ALLOWED_METHODS,
      'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
      Vary: 'Access-Control-Request-Headers',
      ...(asked ? { 'Access-Control-Allow-Headers': asked } : {}),
    },
  })
}

/** Errors need these headers as much as successes: without them a browser shows the client no body at all. */
export function addCorsHeaders(headers: Headers, family: Family): void {
  if (!headers.has('access-control-allow-origin')) headers.set('Access-Control-Allow-Origin', '*')
  if (!headers.has('access-control-expose-headers')) headers.set('Access-Control-Expose-Headers', EXPOSED[family])
}
