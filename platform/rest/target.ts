import { pathParam, type RequestContext } from '../kernel/router.ts'
import type { Routed } from '../kernel/service.ts'
import { invalidPath, methodNotAllowed, rpcMethodNotAllowed } from './errors.ts'

/** What a path names. */
export type Target = { kind: 'root' } | { kind: 'table'; name: string } | { kind: 'function'; name: string }

const ROOT_METHODS = ['GET', 'HEAD', 'OPTIONS']
const TABLE_METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']
const CALL_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** The target of `/:first/:second`; null where it is no call of a function. */
export function functionTarget<Parts extends object>(context: RequestContext<Parts>): Target | null {
  return pathParam(context, 'first') === 'rpc' ? { kind: 'function', name: pathParam(context, 'second') } : null
}

/** The target of a routed request, which must exist and know the method. */
export function requireTarget(target: Target | null, method: string): Target {
  if (target === null) throw invalidPath()
  if (target.kind === 'function') {
    if (!CALL_METHODS.includes(method)) throw rpcMethodNotAllowed(method)
    return target
  }
  if (!(target.kind === 'root' ? ROOT_METHODS : TABLE_METHODS).includes(method)) throw methodNotAllowed(method)
  return target
}

/** Empty segments do not count: `/books/` is `/books`. */
export function withoutEmptySegments(routed: Routed): Routed {
  const { path } = routed
  if (path === '/' || !(path.endsWith('/') || path.includes('//'))) return routed
  return { ...routed, path: path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '') }
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
