import type { Routed } from '../kernel/service.ts'
import { invalidPath, methodNotAllowed, rpcMethodNotAllowed } from './errors.ts'

/** What a path names. */
export type Target = { kind: 'root' } | { kind: 'table'; name: string } | { kind: 'function'; name: string }

const ROOT_METHODS = ['GET', 'HEAD', 'OPTIONS']
const TABLE_METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']
const CALL_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']

/**
 * The target of a path, which must exist and know the method. Rest has three paths and its reads are the measured path:
 * Hono's context and promises cost a short read some ten percent.
 */
export function findTarget(path: string, method: string): Target {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeSegment)
  const [first, second] = segments
  if (first === undefined) {
    if (!ROOT_METHODS.includes(method)) throw methodNotAllowed(method)
    return { kind: 'root' }
  }
  if (segments.length === 1) {
    if (!TABLE_METHODS.includes(method)) throw methodNotAllowed(method)
    return { kind: 'table', name: first }
  }
  if (first !== 'rpc' || second === undefined || segments.length > 2) throw invalidPath()
  if (!CALL_METHODS.includes(method)) throw rpcMethodNotAllowed(method)
  return { kind: 'function', name: second }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw invalidPath()
  }
}

/** What the gateway would have found, for requests that come rewritten. Cheaper than a URL object. */
export function routedOf({ url, headers }: Request): Routed {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const hash = url.indexOf('#', start)
  const end = hash < 0 ? url.length : hash
  const question = url.indexOf('?', start)
  const authorization = headers.get('authorization')
  if (start < 0) return { path: '/', search: '', authorization }
  if (question < 0 || question > end) return { path: url.slice(start, end), search: '', authorization }
  return { path: url.slice(start, question), search: url.slice(question, end), authorization }
}
